-- What the prices of listings include besides delivery is entered, too.

alter table public.business_settings
  add column price_includes text,
  add constraint business_settings_price_includes_length check (char_length(price_includes) <= 200);
comment on column public.business_settings.price_includes is
  'What the price of each listing includes, such as floor, doors and setting on a level pad; null if not stated.';
grant insert (price_includes), update (price_includes) on public.business_settings to authenticated;
