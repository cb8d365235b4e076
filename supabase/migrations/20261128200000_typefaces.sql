-- One of four pairs of typefaces for the website, the admin panel and the headings of emails.

alter table public.business_settings
  add column typefaces text,
  add constraint business_settings_typefaces_known check (typefaces in ('bitter', 'lora', 'archivo'));
comment on column public.business_settings.typefaces is
  'The pair of typefaces: bitter, lora (both with Source Sans 3) or archivo (with Figtree); null for Bricolage Grotesque and Figtree.';
grant insert (typefaces), update (typefaces) on public.business_settings to authenticated;
