-- The words of the pages that the law asks for, where the owner has written their own. A page
-- without a row shows the words that the website brings along.

create table public.site_pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint site_pages_slug_key unique (slug),
  constraint site_pages_slug_known check (slug in ('privacy', 'accessibility')),
  constraint site_pages_title_length check (char_length(btrim(title)) between 1 and 120),
  constraint site_pages_content_length check (char_length(content) <= 100000),
  constraint site_pages_content_text_length check (
    char_length(btrim(regexp_replace(content, '<[^>]*>', '', 'g'))) >= 10)
);
comment on table public.site_pages is 'The owner''s own words for /privacy and /accessibility.';
comment on column public.site_pages.content is
  'Rich text as HTML, sanitized again before it is shown; {business} and the like stand for facts of the settings.';

revoke all on public.site_pages from anon, authenticated;
grant select on public.site_pages to anon, authenticated;
grant insert (slug, title, content), update (title, content), delete on public.site_pages to authenticated;
alter table public.site_pages enable row level security;

create trigger touch_updated_at before update on public.site_pages
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.site_pages
  for each statement execute function private.notify_change();

create policy "everyone reads pages" on public.site_pages
  for select to anon, authenticated using (true);
create policy "staff write pages" on public.site_pages
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change pages" on public.site_pages
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff take pages back" on public.site_pages
  for delete to authenticated using ((select private.is_staff()));
