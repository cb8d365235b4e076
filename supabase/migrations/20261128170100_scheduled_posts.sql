-- A post whose date is to come is scheduled: visitors see it from then on, by the database's clock.

drop policy "everyone reads published posts" on public.blog_posts;
-- Counts read it alone.
drop index public.blog_posts_published_idx;
create index blog_posts_published_idx on public.blog_posts (is_published, published_at);
create policy "everyone reads published posts from their date on" on public.blog_posts
  for select to anon, authenticated
  using ((is_published and (published_at is null or published_at <= now())) or (select private.is_staff()));
comment on table public.blog_posts is 'The blog. The public sees the published posts, from their date on.';
comment on column public.blog_posts.published_at is
  'The date that visitors read, and from when they see the post, by the database''s clock; null for a draft.';

create function private.date_blog_post() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.published_at := now();
    return new;
  end
  $$;
comment on function private.date_blog_post() is
  'Publishes a post at once whose date is within two minutes: a browser dates it, and its clock may be ahead.';
revoke execute on function private.date_blog_post() from public, anon, authenticated;

create trigger date_blog_post before insert or update of is_published, published_at on public.blog_posts
  for each row
  when (new.is_published and new.published_at > now() and new.published_at < now() + interval '2 minutes')
  execute function private.date_blog_post();
