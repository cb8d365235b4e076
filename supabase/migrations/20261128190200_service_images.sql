-- The owner's picture of a service, in place of the website's drawing.

create function private.is_service_images(images jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(images) = 'object' then not exists (
      select from jsonb_each(images) as entry (service, path)
      where service <> all (array['Shops', 'Garages & Additions', 'Siding', 'Soffit & Fascia', 'Eavestrough & Roofing',
          'Garage Doors', 'Custom Sheds'])
        or jsonb_typeof(path) <> 'string' or (path #>> '{}') !~ '^hero/[^\s/]{1,250}$')
    else false end
  $$;
comment on function private.is_service_images(jsonb) is
  'True for an object with a key in the images bucket (hero/...) by the name of its service.';
revoke execute on function private.is_service_images(jsonb) from public;
grant execute on function private.is_service_images(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column service_images jsonb not null default '{}',
  add constraint business_settings_service_images_valid check (private.is_service_images(service_images));
comment on column public.business_settings.service_images is
  'A key in the images bucket by the name of a service. What has none is shown with the website''s drawing.';
grant insert (service_images), update (service_images) on public.business_settings to authenticated;
