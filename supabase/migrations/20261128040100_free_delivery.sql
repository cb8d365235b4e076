-- Listings say what their prices include, as the designer does, also if visitors see ranges of prices.

create function public.get_free_delivery_km() returns integer
  language sql stable security definer
  set search_path = ''
  as $$
    select (nearest.tier ->> 'upToKm')::numeric::integer
    from (
      select list.prices from public.price_lists as list
      where list.version is not null order by list.version desc limit 1) as published,
      lateral (
        select listed.tier from jsonb_array_elements(published.prices -> 'delivery') as listed (tier)
        order by (listed.tier ->> 'upToKm')::numeric limit 1) as nearest
    where (nearest.tier ->> 'amount')::numeric = 0
      and exists (select from public.designer_settings where price_visibility in ('itemised', 'range'))
  $$;
comment on function public.get_free_delivery_km() is
  'The nearest distance of the published price list, in kilometres, if delivery within it costs nothing. Null unless visitors see prices.';
revoke execute on function public.get_free_delivery_km() from public;
grant execute on function public.get_free_delivery_km() to anon, authenticated, service_role;
