-- The owner's words for headings, buttons and notes of the website.

alter table public.business_settings
  add column site_texts jsonb not null default '{}',
  add constraint business_settings_site_texts_object check (
    jsonb_typeof(site_texts) = 'object' and pg_column_size(site_texts) <= 30000);
comment on column public.business_settings.site_texts is
  'The owner''s text by the name of a heading, button or note; an empty one hides a note. What has none has the website''s usual text.';
grant insert (site_texts), update (site_texts) on public.business_settings to authenticated;
