-- Where the business stands, for the area that it tells search engines it serves.

alter table public.business_settings
  add column latitude numeric(8, 6),
  add column longitude numeric(9, 6),
  add constraint business_settings_latitude_range check (latitude between -90 and 90),
  add constraint business_settings_longitude_range check (longitude between -180 and 180),
  add constraint business_settings_coordinates_both check ((latitude is null) = (longitude is null));
comment on column public.business_settings.latitude is 'Degrees north (WGS 84); null where the place is not told.';
comment on column public.business_settings.longitude is 'Degrees east (WGS 84); negative in Canada.';

grant insert (latitude, longitude), update (latitude, longitude)
  on public.business_settings to authenticated;
