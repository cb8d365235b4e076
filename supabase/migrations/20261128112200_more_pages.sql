-- The sitemap has the specification's entries; the owner may have the pages of reviews, questions, services and
-- projects listed, too.

alter table public.business_settings add column lists_more_pages boolean not null default false;
comment on column public.business_settings.lists_more_pages is
  'Whether the sitemap lists the pages of reviews, frequent questions, services and projects.';
grant insert (lists_more_pages), update (lists_more_pages) on public.business_settings to authenticated;
