-- The prices of everything that a visitor can choose for a design, in one call. Two functions of a price become plpgsql, which plans
-- their queries once for a connection and not for each of a hundred designs.

create or replace function private.list_price_quantities(design jsonb)
  returns table (item text, quantity integer)
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    return query
      with openings as (
        select position, opening ->> 'type' as type, opening ->> 'wall' as wall, (opening ->> 'position')::numeric as from_x,
            (opening ->> 'position')::numeric + substring(opening ->> 'type' from '-([0-9]+)')::integer as to_x
          from jsonb_array_elements(design -> 'openings') with ordinality as listed (opening, position)),
      windows as (
        select *, 4.8 + greatest(7.2, 0.34 * (to_x - from_x)) as reach,
            12 * case when wall in ('front', 'back') then (design ->> 'width')::numeric
              else (design ->> 'length')::numeric - (design ->> 'porchDepth')::numeric end as wall_length
          from openings where type like 'window%'),
      trimmed as (
        select count(*)::integer as "flowerBoxes",
            count(*) filter (where from_x - reach >= 4.5 and to_x + reach <= wall_length - 4.5 and not exists (
              select from openings as other
              where other.wall = windows.wall and other.position <> windows.position
                and other.from_x - 4.2 < windows.to_x + reach and other.to_x + 4.2 > windows.from_x - reach))::integer as shutters
          from windows),
      chosen as (
        select 'wallHeight' as item, case when design ->> 'style' = 'A-Frame' then 0
          else greatest(0, ((design ->> 'wallHeight')::numeric::integer - 84) / 6) end as quantity
        union all select 'porch', case when (design ->> 'porchDepth')::numeric::integer > 0 then 1 else 0 end
        union all select 'material.' || (design ->> 'material'), 1
        union all select 'roofing.' || (design ->> 'roofing'), 1
        union all select 'foundation.' || (design ->> 'foundation'), 1
        union all select 'opening.' || type, count(*)::integer from openings group by type
        union all select 'extra.' || extra,
            case extra when 'flowerBoxes' then trimmed."flowerBoxes" when 'shutters' then trimmed.shutters else 1 end
          from jsonb_array_elements_text(design -> 'extras') as extra, trimmed)
      select chosen.item, chosen.quantity from chosen
      where chosen.quantity > 0
      order by array_position(private.list_price_items(), chosen.item);
  end
  $$;

create or replace function private.calculate_base_price(rates jsonb, width integer, length integer) returns bigint
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    return (
      with cells as (
        select split_part(key, 'x', 1)::integer * split_part(key, 'x', 2)::integer as area, value::numeric as cents,
            key = width || 'x' || length as is_own
          from jsonb_each_text(rates -> 'grid') where value::numeric > 0),
      smaller as (
        select area, cents from cells where area <= width * length order by area desc, is_own desc, cents limit 1),
      larger as (
        select area, cents from cells where area >= width * length order by area, is_own desc, cents limit 1)
      select nullif(round(case
          when larger.area > smaller.area then smaller.cents
            + (larger.cents - smaller.cents) * (width * length - smaller.area) / (larger.area - smaller.area)
          when smaller.area is null and larger.area > 0 then greatest(
            larger.cents - per_square_foot * (larger.area - width * length), larger.cents * width * length / larger.area)
          else coalesce(smaller.cents, start) + per_square_foot * (width * length - coalesce(smaller.area, 0)) end), 0)::bigint
        from (values ((rates ->> 'start')::numeric, (rates ->> 'perSquareFoot')::numeric)) as style (start, per_square_foot)
          left join smaller on true left join larger on true);
  end
  $$;

-- security definer: visitors can't read price lists.
create function public.price_choices(design jsonb, choices jsonb, delivery_km integer default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    list public.price_lists;
    prices jsonb;
  begin
    -- Before anything is computed of it.
    if jsonb_typeof(choices) is distinct from 'array' or pg_column_size(choices) > 150000
      or jsonb_array_length(choices) > 100 or not private.is_shed_design(design)
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
  'The totals in cents of a design, of up to 100 designs that each differ from it by the keys of an object of choices, and of the design for each delivery distance. A total is null for an invalid design and for one whose base has no price. Null unless visitors see itemised prices.';
revoke execute on function public.price_choices(jsonb, jsonb, integer) from public;
grant execute on function public.price_choices(jsonb, jsonb, integer) to anon, authenticated, service_role;
