-- The owner chooses which services the website shows, and in which order.

alter table public.business_settings
  add column shown_services text[],
  add constraint business_settings_shown_services_known check (
    coalesce(array_ndims(shown_services), 1) = 1 and cardinality(shown_services) <= 7 and array_position(shown_services, null) is null
    and shown_services <@ array['Shops', 'Garages & Additions', 'Siding', 'Soffit & Fascia', 'Eavestrough & Roofing',
      'Garage Doors', 'Custom Sheds']);
comment on column public.business_settings.shown_services is
  'The services of the home page in order; null shows all in the usual order.';
grant insert (shown_services), update (shown_services) on public.business_settings to authenticated;
