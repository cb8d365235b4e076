-- Every slug under which a post has been public, so that its old addresses lead to the new one.
-- A slug that another post takes over leads to that post from the day it is published.

create table public.post_addresses (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  constraint post_addresses_slug_key unique (slug),
  constraint post_addresses_slug_shape check (slug ~ '^[^\s/?#%]{1,200}$')
);
comment on table public.post_addresses is 'The slugs under which posts have been public, today''s included. Kept by a trigger.';
comment on column public.post_addresses.post_id is
  'No foreign key: where a deleted post is put back under its id, its old addresses lead to it again.';
create index post_addresses_post_id_idx on public.post_addresses (post_id);

revoke all on public.post_addresses from anon, authenticated;
grant select on public.post_addresses to anon, authenticated;
alter table public.post_addresses enable row level security;

create policy "everyone reads the addresses of published posts" on public.post_addresses
  for select to anon, authenticated
  using (
    exists (select from public.blog_posts as post where post.id = post_id and post.is_published)
    or (select private.is_staff()));

-- Definer rights, because nobody may write to the table but this.
create function private.keep_post_address() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.post_addresses (slug, post_id) values (new.slug, new.id)
      on conflict on constraint post_addresses_slug_key
      do update set post_id = excluded.post_id, created_at = now()
      where post_addresses.post_id <> excluded.post_id;
    return null;
  end
  $$;
comment on function private.keep_post_address() is
  'Notes the slug under which a post is public.';

create trigger keep_post_address after insert or update of slug, is_published on public.blog_posts
  for each row when (new.is_published) execute function private.keep_post_address();

insert into public.post_addresses (slug, post_id)
  select slug, id from public.blog_posts where is_published;
