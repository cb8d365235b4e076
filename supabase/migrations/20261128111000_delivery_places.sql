-- Visitors enter their town or postal code and read whether the shop delivers there, and for how much.

create function private.is_delivery_places(places jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    -- Before anything converts it to text: a number such as 1e100000 has as many digits.
    if jsonb_typeof(places) is distinct from 'array' or pg_column_size(places) > 100000
      or jsonb_array_length(places) > 500
    then
      return false;
    end if;
    return not exists (
        select from jsonb_array_elements(places) as place
        where case when jsonb_typeof(place) <> 'object' then false
          else place - array['town', 'prefix', 'km'] = '{}'
            and jsonb_typeof(place -> 'town') = 'string' and jsonb_typeof(place -> 'prefix') = 'string'
            and place ->> 'town' = btrim(place ->> 'town') and char_length(place ->> 'town') <= 80
            and place ->> 'town' !~ '[,;[:cntrl:]]'
            and place ->> 'prefix' ~ '^([ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z])?$'
            and (place ->> 'town') || (place ->> 'prefix') <> ''
            and (place -> 'km' = 'null' or private.is_whole_number(place -> 'km', 1, 5000)) end is not true)
      and (
        select count(*) = count(distinct coalesce(nullif(lower(place ->> 'town'), ''), place ->> 'prefix'))
        from jsonb_array_elements(places) as place);
  end
  $$;
comment on function private.is_delivery_places(jsonb) is
  'True for at most 500 places as app/features/designer/delivery-places.ts defines them: a town, the first three characters of a postal code (Canada Post uses no D, F, I, O, Q or U, and no W or Z first) or both, and whole kilometres, null if the shop does not deliver there. Each town once, and each prefix without a town.';
-- Checks run with the rights of who writes.
grant execute on function private.is_delivery_places(jsonb) to authenticated, service_role;

alter table public.designer_settings
  add column delivery_places jsonb not null default '[]',
  add constraint designer_settings_delivery_places_valid check (private.is_delivery_places(delivery_places));
comment on table public.designer_settings is
  'One row: how visitors see prices, how far away towns are, what the owner approved without an engineer, the hints of "Will it fit?", which options are not offered, how the shop frames.';
comment on column public.designer_settings.delivery_places is
  'List of towns and postal code prefixes with their distance in kilometres, null for places that are not served.';
grant insert (delivery_places), update (delivery_places) on public.designer_settings to authenticated;

-- security definer: visitors can't read price lists.
create function public.get_delivery_price(distance_km integer) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
    select nearest.cents
    from (
      select list.prices from public.price_lists as list
      where list.version is not null order by list.version desc limit 1) as published,
      lateral (
        select (listed.tier ->> 'amount')::numeric::integer as cents
        from jsonb_array_elements(published.prices -> 'delivery') as listed (tier)
        where (listed.tier ->> 'upToKm')::numeric >= distance_km
        order by (listed.tier ->> 'upToKm')::numeric limit 1) as nearest
    where exists (
      select from public.designer_settings
      where price_visibility = 'itemised' or (price_visibility = 'range' and nearest.cents = 0))
  $$;
comment on function public.get_delivery_price(integer) is
  'What delivery over a distance costs by the published price list, in cents before tax. Null beyond its distances, and unless visitors see that amount: of ranges they see only what is free.';
revoke execute on function public.get_delivery_price(integer) from public;
grant execute on function public.get_delivery_price(integer) to anon, authenticated, service_role;
