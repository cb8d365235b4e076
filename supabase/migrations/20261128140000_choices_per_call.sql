-- A third of the choices for each call: the embedded database runs one statement at a time, and staff wait for it.

-- security definer: visitors can't read price lists.
create or replace function public.price_choices(design jsonb, choices jsonb, delivery_km integer default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    list public.price_lists;
    prices jsonb;
  begin
    -- Before anything is computed of it.
    if jsonb_typeof(choices) is distinct from 'array' or pg_column_size(choices) > 75000
      or jsonb_array_length(choices) > 34 or not private.is_shed_design(design)
      or not exists (select from public.designer_settings where price_visibility = 'itemised')
    then
      return null;
    end if;
    select * into list from public.price_lists where version is not null order by version desc limit 1;
    if list.id is null then
      return null;
    end if;
    prices := list.prices || jsonb_build_object('hst', private.get_hst());
    return jsonb_build_object(
      'total', private.calculate_price(prices, design, delivery_km) -> 'total',
      'choices', (
        select coalesce(jsonb_agg(case when private.is_shed_design(design || choice)
            then private.calculate_price(prices, design || choice, delivery_km) -> 'total' end order by position), '[]')
        from jsonb_array_elements(choices) with ordinality as listed (choice, position)),
      'delivery', (
        select coalesce(jsonb_agg(jsonb_build_object('upToKm', up_to_km,
            'total', private.calculate_price(prices, design, up_to_km) -> 'total') order by up_to_km), '[]')
        from (
          select (tier ->> 'upToKm')::numeric::integer as up_to_km from jsonb_array_elements(prices -> 'delivery') as tier
        ) as tiers));
  end
  $$;
comment on function public.price_choices(jsonb, jsonb, integer) is
  'The totals in cents of a design, of up to 34 designs that each differ from it by the keys of an object of choices, and of the design for each delivery distance. A total is null for an invalid design and for one whose base has no price. Null unless visitors see itemised prices.';
