-- What pictures show, in words, beside the paths that the records keep.

create table public.picture_texts (
  path text primary key,
  alt text not null,
  updated_at timestamptz not null default now(),
  constraint picture_texts_path_shape check (
    char_length(path) <= 1000
    and path ~* '^(https?://|/|(projects|sheds|blog|hero|thumbnails)/)[^\s]+$'),
  constraint picture_texts_alt_length check (char_length(btrim(alt)) between 1 and 300)
);
comment on table public.picture_texts is
  'What a picture shows, for people who can''t see it. Where it has no row, the page makes a text.';
comment on column public.picture_texts.path is
  'As the record keeps it: a path in the images bucket, an http(s) address, or a path on this site.';

revoke all on public.picture_texts from anon, authenticated;
grant select on public.picture_texts to anon, authenticated;
grant insert (path, alt), update (path, alt), delete on public.picture_texts to authenticated;
alter table public.picture_texts enable row level security;

create trigger touch_updated_at before update on public.picture_texts
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.picture_texts
  for each statement execute function private.notify_change();

-- The lists are read as the caller, so that nobody learns the path of a picture of a draft.
create policy "everyone reads the texts of the pictures that they see" on public.picture_texts
  for select to anon, authenticated
  using (
    (select private.is_staff())
    or path in (select unnest(images) from public.past_projects)
    or path in (select unnest(images) from public.shed_listings)
    or path in (select featured_image from public.blog_posts where featured_image is not null)
    or path in (select image_url from public.home_content where image_url is not null)
    or path in (select thumbnail_url from public.video_carousel where thumbnail_url is not null));
create policy "staff add texts" on public.picture_texts
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change texts" on public.picture_texts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete texts" on public.picture_texts
  for delete to authenticated using ((select private.is_staff()));

create function public.picture_texts_of(paths text[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(path, alt), '{}')
    from public.picture_texts where path = any (paths)
  $$;
comment on function public.picture_texts_of(text[]) is
  'The texts of many pictures at once, by path; the paths travel in the body, where there is room.';
revoke execute on function public.picture_texts_of(text[]) from public;
grant execute on function public.picture_texts_of(text[]) to anon, authenticated, service_role;
