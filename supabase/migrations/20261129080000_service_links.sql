-- Where the card of a service leads instead of to the service's own page.

create function private.is_service_links(links jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(links) = 'object' then not exists (
      select from jsonb_each(links) as entry (service, link)
      where service <> all (array['Shops', 'Garages & Additions', 'Siding', 'Soffit & Fascia', 'Eavestrough & Roofing',
          'Garage Doors', 'Custom Sheds'])
        or jsonb_typeof(link) <> 'string' or char_length(link #>> '{}') > 500
        or (link #>> '{}') !~* '^(https?://[^\s/?#]\S*|mailto:\S+|tel:\S+|#\S*|/([^/\\\s]\S*)?)$')
    else false end
  $$;
comment on function private.is_service_links(jsonb) is
  'True for an object with a path of the site or an http(s), mailto or tel URL by the name of its service.';
revoke execute on function private.is_service_links(jsonb) from public;
grant execute on function private.is_service_links(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column service_links jsonb not null default '{}',
  add constraint business_settings_service_links_valid check (private.is_service_links(service_links));
comment on column public.business_settings.service_links is
  'Where the card of a service leads, by its name. What has none leads to the service''s own page.';
grant insert (service_links), update (service_links) on public.business_settings to authenticated;
