-- Designs of sheds, price lists, and the price that the database computes of a design. Visitors call
-- price_design and read no price list. See docs/decisions/025-price-lists.md.

-- One jsonpath filter for each value: what has the wrong type matches nothing, whatever it is.
create function private.is_shed_design(design jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    -- Before anything converts it to text: a number such as 1e100000 has as many digits.
    if jsonb_typeof(design) is distinct from 'object' or pg_column_size(design) > 8000
      or jsonb_typeof(design -> 'openings') is distinct from 'array'
      or jsonb_typeof(design -> 'extras') is distinct from 'array'
    then
      return false;
    end if;
    return coalesce(design - array['version', 'style', 'width', 'length', 'wallHeight', 'material', 'wallColor', 'trimColor',
        'roofColor', 'roofing', 'foundation', 'openings', 'extras', 'porchDepth'] = '{}'
      and design @? 'strict $.version ? (@ == 1)'
      and design @? 'strict $.style ? (@ like_regex "^(A-Frame|Dutch Barn|Dormer|Porch|Modern Farmhouse|Gable|Gambrel)$")'
      and design @? 'strict $.width ? (@ >= 6 && @ <= 16 && @.floor() == @)'
      and design @? 'strict $.length ? (@ >= 6 && @ <= 24 && @.floor() == @)'
      and design @? 'strict $.wallHeight ? (@ >= 72 && @ <= 120 && @ % 6 == 0)'
      and design @? 'strict $.material ? (@ like_regex "^(Wood|Duratemp|Metal|Vinyl)$")'
      and jsonb_array_length(jsonb_path_query_array(design, 'strict $.keyvalue() ? (@.key like_regex "^(wall|trim|roof)Color$"
        && @.value like_regex "^(Natural|White|Brown|Gray|Green|Blue|Red|Black|Charcoal|Navy Blue)$")', silent => true)) = 3
      and design @? 'strict $.roofing ? (@ like_regex "^(shingles|metal)$")'
      and design @? 'strict $.foundation ? (@ like_regex "^(skids|gravel|slab|posts)$")'
      and design @? 'strict $.porchDepth ? (@ >= 0 && @ <= 8 && @.floor() == @)'
      and jsonb_array_length(design -> 'openings') <= 24
      and design -> 'openings' = jsonb_path_query_array(design, 'strict $.openings[*] ? (
        @.type like_regex "^(single-door-36|single-door-42|double-door-60|double-door-72|roll-up-door-84|window-18x24|window-24x36|window-36x36|transom-48x12)$"
        && @.wall like_regex "^(front|back|left|right)$"
        && @.position >= 0 && @.position <= 288 && @.position.floor() == @.position)', silent => true)
      and not exists (
        select from jsonb_array_elements(design -> 'openings') as opening
        where opening - array['type', 'wall', 'position'] <> '{}')
      and design -> 'extras' = jsonb_path_query_array(design, 'strict $.extras[*] ? (@ like_regex
        "^(ramp|loft|shelf|workbench|flowerBoxes|shutters|cupola|vents|skylight|insulation|wiring)$")', silent => true)
      and not exists (
        select from jsonb_array_elements(design -> 'extras') as extra group by extra having count(*) > 1), false);
  end
  $$;
comment on function private.is_shed_design(jsonb) is
  'True for a design as app/domain/designs/design-schema.ts defines it: no other keys, whole numbers within their limits, known options, at most 24 openings.';

create function private.is_whole_number(value jsonb, min numeric, max numeric) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select case when jsonb_typeof(value) = 'number'
      then value::numeric between min and max and value::numeric = trunc(value::numeric)
      else false end
  $$;
comment on function private.is_whole_number(jsonb, numeric, numeric) is
  'True for a JSON number without a fraction between min and max.';

-- The items that every price list prices, in the order of the lines.
create function private.list_price_items() returns text[]
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select array['wallHeight', 'porch', 'material.Wood', 'material.Duratemp', 'material.Metal', 'material.Vinyl',
      'roofing.shingles', 'roofing.metal', 'opening.single-door-36', 'opening.single-door-42', 'opening.double-door-60',
      'opening.double-door-72', 'opening.roll-up-door-84', 'opening.window-18x24', 'opening.window-24x36',
      'opening.window-36x36', 'opening.transom-48x12', 'extra.ramp', 'extra.loft', 'extra.shelf', 'extra.workbench',
      'extra.flowerBoxes', 'extra.shutters', 'extra.cupola', 'extra.vents', 'extra.skylight', 'extra.insulation',
      'extra.wiring', 'foundation.skids', 'foundation.gravel', 'foundation.slab', 'foundation.posts']
  $$;
comment on function private.list_price_items() is 'The keys of the items of a price list, in the order of the lines of a price.';

-- pg_input_is_valid needs PostgreSQL 16, and a cast raises an error.
create function private.is_iso_date(value text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select case when value ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      then extract(month from make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1)
        + right(value, 2)::integer - 1) = substr(value, 6, 2)::integer
      else false end
  $$;
comment on function private.is_iso_date(text) is
  'True for a day of this century such as 2027-05-01; false for one that its month does not have, such as 2026-02-31.';

create function private.is_price_list(prices jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  declare
    max_cents constant numeric := 100000000;
    styles constant text[] :=
      array['A-Frame', 'Dutch Barn', 'Dormer', 'Porch', 'Modern Farmhouse', 'Gable', 'Gambrel'];
  begin
    if jsonb_typeof(prices) is distinct from 'object' or pg_column_size(prices) > 60000
      or jsonb_typeof(prices -> 'base') is distinct from 'object'
      or jsonb_typeof(prices -> 'items') is distinct from 'object'
      or jsonb_typeof(prices -> 'adjustments') is distinct from 'array'
      or jsonb_typeof(prices -> 'delivery') is distinct from 'array'
      or jsonb_typeof(prices -> 'hst') is distinct from 'object'
    then
      return false;
    end if;
    return coalesce(prices - array['base', 'items', 'adjustments', 'delivery', 'hst', 'validUntil'] = '{}'
      and (prices -> 'base') ?& styles and (prices -> 'base') - styles = '{}'
      and not exists (
        select from jsonb_each(prices -> 'base') as style
        where jsonb_typeof(style.value) <> 'object'
          or jsonb_typeof(style.value -> 'grid') is distinct from 'object'
          or not private.is_whole_number(style.value -> 'start', 0, max_cents)
          or not private.is_whole_number(style.value -> 'perSquareFoot', 0, max_cents))
      and not exists (
        select from jsonb_path_query(prices, '$.base.*.grid.keyvalue()', silent => true) as cell
        where cell ->> 'key' !~ '^[0-9]{1,2}x[0-9]{1,2}$' or not private.is_whole_number(cell -> 'value', 0, max_cents))
      and (prices -> 'items') ?& private.list_price_items() and (prices -> 'items') - private.list_price_items() = '{}'
      and not exists (
        select from jsonb_each(prices -> 'items') as item
        where jsonb_typeof(item.value) <> 'object'
          or coalesce(item.value ->> 'unit', '') not in ('each', 'floor', 'walls', 'length', 'porch', 'percent')
          or jsonb_typeof(item.value -> 'label') is distinct from 'string'
          or char_length(item.value ->> 'label') not between 1 and 80
          or not private.is_whole_number(item.value -> 'amount', 0, max_cents))
      and jsonb_array_length(prices -> 'adjustments') <= 10
      and not exists (
        select from jsonb_array_elements(prices -> 'adjustments') as adjustment
        where jsonb_typeof(adjustment) <> 'object'
          or jsonb_typeof(adjustment -> 'label') is distinct from 'string'
          or char_length(adjustment ->> 'label') not between 1 and 80
          or not private.is_whole_number(adjustment -> 'basisPoints', -9000, 10000))
      and jsonb_array_length(prices -> 'delivery') <= 10
      and not exists (
        select from jsonb_array_elements(prices -> 'delivery') as tier
        where jsonb_typeof(tier) <> 'object'
          or not private.is_whole_number(tier -> 'upToKm', 1, 5000)
          or not private.is_whole_number(tier -> 'amount', 0, max_cents))
      and private.is_whole_number(prices #> '{hst,basisPoints}', 0, 10000)
      and jsonb_typeof(prices #> '{hst,charged}') is not distinct from 'boolean'
      and (prices -> 'validUntil' = 'null' or private.is_iso_date(prices ->> 'validUntil')), false);
  end
  $$;
comment on function private.is_price_list(jsonb) is
  'True for a price list as app/domain/designs/price-list.ts defines it. Amounts are whole cents, percentages whole basis points.';

create function private.is_cost_list(costs jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    if jsonb_typeof(costs) is distinct from 'object' or pg_column_size(costs) > 20000
      or jsonb_typeof(costs -> 'base') is distinct from 'object'
      or jsonb_typeof(costs -> 'items') is distinct from 'object'
    then
      return false;
    end if;
    return coalesce(costs - array['base', 'items'] = '{}'
      and not exists (
        select from jsonb_each(costs -> 'base') as style
        where jsonb_typeof(style.value) <> 'object'
          or not private.is_whole_number(style.value -> 'start', 0, 100000000)
          or not private.is_whole_number(style.value -> 'perSquareFoot', 0, 100000000))
      and (costs -> 'items') - private.list_price_items() = '{}'
      and not exists (
        select from jsonb_each(costs -> 'items') as item
        where not private.is_whole_number(item.value, 0, 100000000)), false);
  end
  $$;
comment on function private.is_cost_list(jsonb) is
  'True for the costs of a price list: base by style, and an amount by item in the unit of its price.';

-- The options of a design with their quantities, in the order of list_price_items. Which windows have flower boxes and shutters is
-- the rule of drawing/design/window-trim.ts; tests/integration/prices.test.ts compares them.
create function private.list_price_quantities(design jsonb)
  returns table (item text, quantity integer)
  language sql immutable parallel safe
  set search_path = ''
  as $$
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
    order by array_position(private.list_price_items(), chosen.item)
  $$;
comment on function private.list_price_quantities(jsonb) is
  'What a price list prices of a design: 6-inch steps of wall above 84 inches, porch, options, openings; flower boxes at each window but transoms, shutters at those with room for them.';

create function private.calculate_base_price(rates jsonb, width integer, length integer) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$
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
        left join smaller on true left join larger on true
  $$;
comment on function private.calculate_base_price(jsonb, integer, integer) is
  'The base in whole cents: of the grid, or by floor area between the nearest sizes of the grid; beyond them the nearest one and the rate per square foot for the difference, but not less than the nearest one''s price per square foot; without a grid start and rate. Null if that is 0.';

create function private.calculate_price(prices jsonb, design jsonb, delivery_km integer) returns jsonb
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  declare
    width constant integer := (design ->> 'width')::numeric::integer;
    length constant integer := (design ->> 'length')::numeric::integer;
    style constant text := design ->> 'style';
    size constant text := width || 'x' || length;
    base constant bigint := private.calculate_base_price(prices -> 'base' -> style, width, length);
    porch_area constant integer := width * (design ->> 'porchDepth')::numeric::integer;
    body_length constant integer := greatest(0, length - (design ->> 'porchDepth')::numeric::integer);
    -- Up to the eaves; an A-frame has two triangles of 60 degrees.
    wall_area constant numeric := case when style = 'A-Frame' then width * width * sqrt(3.0) / 2
      else 2 * (width + body_length) * (design ->> 'wallHeight')::numeric / 12 end;
    -- getLoftLength and getTieInset of drawing/framing/roof-frame.ts; supabase/prices.test.ts compares them.
    loft_area constant numeric := 16 * floor(greatest(48, 6 * body_length) / 16.0)
      * greatest(0, 12 * width - case when style = 'A-Frame' then 2 * 78 / sqrt(3.0) else 0 end) / 144;
    lines jsonb;
    shed_cents bigint;
    subtotal bigint;
    delivery_within_km integer;
    delivery_cents bigint;
    hst bigint := 0;
  begin
    if base is null then
      return null;
    end if;
    select jsonb_build_array(jsonb_build_object(
        'item', 'base', 'label', format('Base %s %s', size, style), 'quantity', 1, 'cents', base))
      || coalesce(jsonb_agg(jsonb_build_object(
        'item', priced.item, 'label', priced.label, 'quantity', priced.quantity, 'cents', priced.cents)
        order by array_position(private.list_price_items(), priced.item)), '[]')
      into lines
      from (
        select chosen.item, chosen.quantity, rate ->> 'label' as label,
          round((rate ->> 'amount')::numeric * chosen.quantity * case rate ->> 'unit'
            when 'floor' then case when chosen.item = 'extra.loft' then loft_area else width * length end
            when 'walls' then wall_area
            when 'length' then body_length
            when 'porch' then porch_area
            when 'percent' then base / 10000.0
            else 1 end)::bigint as cents
        from private.list_price_quantities(design) as chosen, lateral (select prices -> 'items' -> chosen.item as rate) as found
      ) as priced;
    select sum((line ->> 'cents')::numeric::bigint) into shed_cents from jsonb_array_elements(lines) as line;
    select lines || coalesce(jsonb_agg(jsonb_build_object('item', 'adjustment', 'label', adjustment ->> 'label',
        'quantity', 1, 'cents', round(shed_cents * (adjustment ->> 'basisPoints')::numeric / 10000)::bigint) order by position),
        '[]')
      into lines
      from jsonb_array_elements(prices -> 'adjustments') with ordinality as listed (adjustment, position);

    -- Without a distance the nearest tier; beyond the last one the price is without delivery.
    if jsonb_array_length(prices -> 'delivery') > 0 then
      select (tier ->> 'upToKm')::numeric::integer as up_to_km, (tier ->> 'amount')::numeric::bigint as cents
        into delivery_within_km, delivery_cents
        from jsonb_array_elements(prices -> 'delivery') as tier
        where delivery_km is null or (tier ->> 'upToKm')::numeric::integer >= delivery_km
        order by (tier ->> 'upToKm')::numeric::integer limit 1;
      lines := lines || jsonb_build_object('item', 'delivery', 'quantity', 1, 'cents', delivery_cents,
        'label', case when delivery_within_km is null then 'Delivery, on request'
          else format('Delivery within %s km', delivery_within_km) end);
    end if;

    select greatest(0, sum((line ->> 'cents')::numeric::bigint)) into subtotal from jsonb_array_elements(lines) as line;
    if (prices #>> '{hst,charged}')::boolean then
      hst := round(subtotal * (prices #>> '{hst,basisPoints}')::numeric / 10000)::bigint;
      lines := lines || jsonb_build_object('item', 'hst', 'label', 'HST', 'quantity', 1, 'cents', hst);
    end if;
    return jsonb_build_object('lines', lines, 'subtotal', subtotal, 'hst', hst, 'total', subtotal + hst,
      'deliveryWithinKm', delivery_within_km);
  end
  $$;
comment on function private.calculate_price(jsonb, jsonb, integer) is
  'The price of a valid design by a valid price list, in whole cents: lines, subtotal, HST (rounded once, on the subtotal), total; deliveryWithinKm is null if delivery is not included. Null if its base has no price.';

create function private.create_cost_price_list(prices jsonb, costs jsonb) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select jsonb_build_object(
      'base', (
        select jsonb_object_agg(style, '{"start": 0, "perSquareFoot": 0}'::jsonb
          || coalesce(costs -> 'base' -> style, '{}') || '{"grid": {}}')
        from jsonb_object_keys(prices -> 'base') as style),
      'items', (
        select jsonb_object_agg(item.key, item.value
          || jsonb_build_object('amount', coalesce(costs -> 'items' -> item.key, '0')))
        from jsonb_each(prices -> 'items') as item),
      'adjustments', '[]'::jsonb,
      'delivery', '[]'::jsonb,
      'hst', '{"basisPoints": 0, "charged": false}'::jsonb,
      'validUntil', null)
  $$;
comment on function private.create_cost_price_list(jsonb, jsonb) is
  'A price list by which calculate_price returns what a design costs the business, without delivery.';

-- Checks run with the rights of who inserts; calls of the API with those of the caller.
grant execute on function private.is_shed_design(jsonb) to anon, authenticated, service_role;
grant execute on function private.is_whole_number(jsonb, numeric, numeric), private.list_price_items(),
  private.is_price_list(jsonb), private.is_cost_list(jsonb), private.list_price_quantities(jsonb),
  private.calculate_base_price(jsonb, integer, integer), private.is_iso_date(text), private.calculate_price(jsonb, jsonb, integer),
  private.create_cost_price_list(jsonb, jsonb)
  to authenticated, service_role;

create table public.price_lists (
  id uuid primary key default gen_random_uuid(),
  version integer,
  prices jsonb not null,
  costs jsonb not null default '{"base": {}, "items": {}}',
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  published_by uuid,
  published_by_email text,
  constraint price_lists_version_key unique (version),
  constraint price_lists_version_min check (version >= 1),
  constraint price_lists_published_whole check (num_nulls(version, published_at) in (0, 2)),
  constraint price_lists_prices_valid check (private.is_price_list(prices)),
  constraint price_lists_costs_valid check (private.is_cost_list(costs)),
  constraint price_lists_note_length check (char_length(note) <= 500)
);
comment on table public.price_lists is
  'Versions of the price list. The highest version is in force; the row without one is the draft. Only staff read it.';
comment on column public.price_lists.version is 'Set by publish_price_list; null for the draft. A published row never changes.';
comment on column public.price_lists.prices is 'Whole cents and basis points, as app/domain/designs/price-list.ts defines them.';
comment on column public.price_lists.costs is 'What the same costs the business, for the margin.';
comment on column public.price_lists.published_by is 'The account. No foreign key: a version outlives its account.';
create unique index price_lists_single_draft on public.price_lists ((true)) where version is null;

revoke all on public.price_lists from anon, authenticated;
grant select, insert (prices, costs), update (prices, costs), delete on public.price_lists to authenticated;
alter table public.price_lists enable row level security;
create policy "staff read price lists" on public.price_lists
  for select to authenticated using ((select private.is_staff()));
create policy "staff create the draft" on public.price_lists
  for insert to authenticated with check ((select private.is_staff()) and version is null);
create policy "staff change the draft" on public.price_lists
  for update to authenticated using ((select private.is_staff()) and version is null)
  with check ((select private.is_staff()) and version is null);
create policy "staff discard the draft" on public.price_lists
  for delete to authenticated using ((select private.is_staff()) and version is null);

create trigger touch_updated_at before update on public.price_lists
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.price_lists
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.price_lists
  for each row execute function private.write_audit_entry(
    '{"name": "note", "stored": ["version", "note"], "redacted": ["prices", "costs"]}');

-- The options of app/domain/designs/offer.ts, kind and name.
create function private.list_designer_options() returns text[]
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select array['style.A-Frame', 'style.Dutch Barn', 'style.Dormer', 'style.Porch', 'style.Modern Farmhouse', 'style.Gable',
      'style.Gambrel', 'material.Wood', 'material.Duratemp', 'material.Metal', 'material.Vinyl', 'roofing.shingles',
      'roofing.metal', 'foundation.skids', 'foundation.gravel', 'foundation.slab', 'foundation.posts',
      'door.single-door-36', 'door.single-door-42', 'door.double-door-60', 'door.double-door-72', 'door.roll-up-door-84',
      'window.window-18x24', 'window.window-24x36', 'window.window-36x36', 'window.transom-48x12', 'extra.ramp',
      'extra.loft', 'extra.shelf', 'extra.workbench', 'extra.flowerBoxes', 'extra.shutters', 'extra.cupola', 'extra.vents',
      'extra.skylight', 'extra.insulation', 'extra.wiring']
      || array(
        select kind || '.' || color
        from unnest(array['wallColor', 'trimColor', 'roofColor']) as kind,
          unnest(array['Natural', 'White', 'Brown', 'Gray', 'Green', 'Blue', 'Red', 'Black', 'Charcoal', 'Navy Blue']) as color)
  $$;
comment on function private.list_designer_options() is 'What the owner can withdraw from the designer: kind and option.';

create function private.has_remaining_options(withdrawn text[]) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(array_ndims(withdrawn), 1) = 1
      and withdrawn <@ private.list_designer_options()
      and cardinality(withdrawn) = (select count(distinct option) from unnest(withdrawn) as option)
      and not exists (
        select from unnest(private.list_designer_options()) as option
        where split_part(option, '.', 1) not in ('window', 'extra')
        group by split_part(option, '.', 1)
        having bool_and(option = any (withdrawn)))
  $$;
comment on function private.has_remaining_options(text[]) is
  'True for options of the designer, each once, if one remains of every kind that a shed must have: all but windows and extras.';

create function private.is_framing(framing jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    -- Before anything converts it to text: a number such as 1e100000 has as many digits.
    if jsonb_typeof(framing) is distinct from 'object' or pg_column_size(framing) > 2000
      or jsonb_typeof(framing -> 'stockLengths') is distinct from 'array'
    then
      return false;
    end if;
    return coalesce(framing - array['studSpacing', 'joistSpacing', 'rafterSpacing', 'stockLengths', 'kerf', 'maxSkidSpacing',
        'minSidingLevel', 'metalCoverWidth', 'wallWaste', 'roofWaste', 'cutRoofWaste'] = '{}'
      and jsonb_array_length(jsonb_path_query_array(framing, 'strict $.keyvalue() ? (
        @.key like_regex "^(stud|joist|rafter)Spacing$" && (@.value == 12 || @.value == 16 || @.value == 24))', silent => true)) = 3
      and jsonb_array_length(jsonb_path_query_array(framing, 'strict $.keyvalue() ? (
        @.key like_regex "^(wall|roof|cutRoof)Waste$" && @.value >= 0 && @.value <= 0.5
        && (@.value * 100).floor() == @.value * 100)', silent => true)) = 3
      and framing @? 'strict $.kerf ? (@ == 0.0625 || @ == 0.125 || @ == 0.1875 || @ == 0.25)'
      and framing @? 'strict $.maxSkidSpacing ? (@ >= 24 && @ <= 60 && @.floor() == @)'
      and framing @? 'strict $.minSidingLevel ? (@ >= 6 && @ <= 12 && @.floor() == @)'
      and framing @? 'strict $.metalCoverWidth ? (@ >= 12 && @ <= 48 && @.floor() == @)'
      and framing -> 'stockLengths' <@ '[8, 10, 12, 14, 16, 18, 20]'
      and framing @? 'strict $.stockLengths[*] ? (@ >= 16)'
      and jsonb_array_length(framing -> 'stockLengths') = (
        select count(distinct length) from jsonb_array_elements(framing -> 'stockLengths') as length), false);
  end
  $$;
comment on function private.is_framing(jsonb) is
  'True for the settings of app/domain/designs/framing-settings.ts: inches, stock lengths in feet, waste as a share.';

-- Checks run with the rights of who writes.
grant execute on function private.list_designer_options(), private.has_remaining_options(text[]), private.is_framing(jsonb)
  to authenticated, service_role;

create table public.designer_settings (
  id uuid primary key default gen_random_uuid(),
  price_visibility text not null default 'none',
  range_below_percent integer not null default 5,
  range_above_percent integer not null default 15,
  max_width_ft integer,
  max_snow_load_kpa numeric(5, 2),
  ground_snow_kpa numeric(5, 2),
  rain_kpa numeric(5, 2),
  snow_checked_on date,
  trailer_deck_m numeric(4, 2),
  hints jsonb not null default '{}',
  zoning jsonb not null default '[]',
  withdrawn_options text[] not null default '{}',
  framing jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint designer_settings_price_visibility_known check (price_visibility in ('itemised', 'range', 'none')),
  constraint designer_settings_range_below_percent_range check (range_below_percent between 0 and 50),
  constraint designer_settings_range_above_percent_range check (range_above_percent between 0 and 100),
  constraint designer_settings_max_width_ft_range check (max_width_ft between 6 and 16),
  constraint designer_settings_snow_range check (
    greatest(max_snow_load_kpa, ground_snow_kpa, rain_kpa) <= 20 and least(max_snow_load_kpa, ground_snow_kpa, rain_kpa) >= 0),
  constraint designer_settings_trailer_deck_m_range check (trailer_deck_m between 0 and 3),
  constraint designer_settings_hints_object check (jsonb_typeof(hints) = 'object' and pg_column_size(hints) <= 100000),
  constraint designer_settings_zoning_list check (jsonb_typeof(zoning) = 'array' and pg_column_size(zoning) <= 100000),
  -- The entries of toDesignerColumns in app/domain/designs/designer-form.ts: what does not match is missing from the array.
  constraint designer_settings_zoning_entries check (
    zoning = jsonb_path_query_array(zoning, 'strict $[*] ? (@.municipality like_regex "^.{1,100}$"
      && (@.setback == null || @.setback >= 0 && @.setback <= 1000) && (@.height == null || @.height >= 0 && @.height <= 1000)
      && (@.coverage == null || @.coverage >= 0 && @.coverage <= 1000)
      && @.url like_regex "^(https?://[^\\s]+)?$" flag "i"
      && (@.checkedOn == null || @.checkedOn like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))', silent => true)),
  constraint designer_settings_options_remain check (private.has_remaining_options(withdrawn_options)),
  constraint designer_settings_framing_valid check (framing is null or private.is_framing(framing))
);
comment on table public.designer_settings is 'One row: how visitors see prices, what the owner approved without an engineer, the hints of "Will it fit?", which options are not offered, how the shop frames.';
comment on column public.designer_settings.price_visibility is 'itemised, range or none: what price_design returns to visitors.';
comment on column public.designer_settings.max_width_ft is 'Wider designs need an engineer; null if the owner has approved no width.';
comment on column public.designer_settings.max_snow_load_kpa is 'Designs for a higher snow load need an engineer; null if not set.';
comment on column public.designer_settings.ground_snow_kpa is 'Ss of the place, from the building code''s SB-1; null if not entered.';
comment on column public.designer_settings.rain_kpa is 'Sr of the place; null if not entered.';
comment on column public.designer_settings.trailer_deck_m is 'From the road to the deck of the trailer; null hides the hint of the height on the road.';
comment on column public.designer_settings.hints is 'By key: text, figure, the date it was checked, and whether it is shown.';
comment on column public.designer_settings.zoning is 'List of municipalities with setback, height, coverage, link and the date it was checked.';
comment on column public.designer_settings.withdrawn_options is 'Of private.list_designer_options: what visitors can''t choose. Designs of requests and listings retain it.';
comment on column public.designer_settings.framing is 'How the shop frames, as far as it may differ; null for the standard values.';
create unique index designer_settings_single_row on public.designer_settings ((true));

revoke all on public.designer_settings from anon, authenticated;
grant select on public.designer_settings to anon, authenticated;
grant
  insert (price_visibility, range_below_percent, range_above_percent, max_width_ft, max_snow_load_kpa, ground_snow_kpa,
    rain_kpa, snow_checked_on, trailer_deck_m, hints, zoning, withdrawn_options, framing),
  update (price_visibility, range_below_percent, range_above_percent, max_width_ft, max_snow_load_kpa, ground_snow_kpa,
    rain_kpa, snow_checked_on, trailer_deck_m, hints, zoning, withdrawn_options, framing)
  on public.designer_settings to authenticated;
alter table public.designer_settings enable row level security;
create policy "everyone reads the designer settings" on public.designer_settings
  for select to anon, authenticated using (true);
create policy "staff create the designer settings" on public.designer_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the designer settings" on public.designer_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create trigger touch_updated_at before update on public.designer_settings
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.designer_settings
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.designer_settings
  for each row execute function private.write_audit_entry();

create function private.calculate_price_range(total numeric, below_percent integer, above_percent integer) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select jsonb_build_object(
        'low', floor(power(1.05, step) * (100 - below_percent) / 1000000) * 10000,
        'high', ceil(power(1.05, step + 1) * (100 + above_percent) / 1000000) * 10000)
      from (values (floor(ln(greatest(1, total)) / ln(1.05)))) as rounded (step)
  $$;
comment on function private.calculate_price_range(numeric, integer, integer) is
  'The ends of the range around a total in cents, in whole hundreds of dollars. All totals within the same step of 5 % have the same range.';

-- security definer: visitors can't read price lists.
create function private.price_by_published_list(design jsonb, delivery_km integer, seen_basis text default null)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    list public.price_lists;
    seen public.price_lists;
    settings public.designer_settings;
    shown_as text;
    price jsonb;
    shown jsonb;
  begin
    select * into list from public.price_lists where version is not null order by version desc limit 1;
    if list.id is null or not private.is_shed_design(design) then
      return null;
    end if;
    select * into settings from public.designer_settings limit 1;
    shown_as := concat_ws('.', coalesce(settings.price_visibility, 'none'),
      case when settings.price_visibility = 'range'
        then settings.range_below_percent || '.' || settings.range_above_percent end);
    -- A page may be open while the next version is published.
    if seen_basis ~ '^[1-9][0-9]{0,8}\.[a-z0-9.]+$' and substring(seen_basis from '\.(.*)$') = shown_as then
      select * into seen from public.price_lists as earlier
        where earlier.version = split_part(seen_basis, '.', 1)::integer
          and not exists (
            select from public.price_lists as later
            where later.version > earlier.version and later.published_at < now() - interval '7 days');
    end if;
    if seen.id is not null then
      list := seen;
    end if;
    price := private.calculate_price(list.prices, design, delivery_km);
    shown := jsonb_build_object(
      'visibility', case when price is null then 'none' else coalesce(settings.price_visibility, 'none') end,
      'basis', list.version || '.' || shown_as,
      'priceListVersion', list.version);
    if shown ->> 'visibility' <> 'none' then
      shown := shown || jsonb_build_object(
        'includesHst', (list.prices #>> '{hst,charged}')::boolean,
        'deliveryWithinKm', price -> 'deliveryWithinKm',
        'validUntil', case when list.prices ->> 'validUntil' >= (now() at time zone 'America/Toronto')::date::text
          then list.prices -> 'validUntil' else 'null' end,
        'deliveryKm', (
          select coalesce(jsonb_agg((tier -> 'upToKm') order by (tier ->> 'upToKm')::numeric::integer), '[]')
          from jsonb_array_elements(list.prices -> 'delivery') as tier))
        || case settings.price_visibility when 'itemised' then price
          else private.calculate_price_range((price ->> 'total')::numeric, settings.range_below_percent, settings.range_above_percent) end;
    end if;
    return jsonb_build_object('full', price, 'wasSeen', seen.id is not null, 'shown', shown);
  end
  $$;
comment on function private.price_by_published_list(jsonb, integer, text) is
  'The price of a design by the published price list: full, null if its base has no price, and shown, which is what visitors see of it. wasSeen: by the version of seen_basis, which was in force within 7 days, and whose visibility is the present one. Null without a list or for an invalid design.';
revoke execute on function private.price_by_published_list(jsonb, integer, text) from public, anon, authenticated;

create function public.price_design(design jsonb, delivery_km integer default null) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select private.price_by_published_list(design, delivery_km) -> 'shown' $$;
comment on function public.price_design(jsonb, integer) is
  'What a visitor sees of the price of a design: itemised, a range, or none, as the owner chose; none if its base has no price. Null without a published price list or for an invalid design.';
revoke execute on function public.price_design(jsonb, integer) from public;
grant execute on function public.price_design(jsonb, integer) to anon, authenticated, service_role;

create function public.preview_prices(prices jsonb, costs jsonb, designs jsonb, delivery_km integer default null)
  returns jsonb
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  declare
    cost_list jsonb;
  begin
    if not private.is_price_list(prices) or not private.is_cost_list(costs) or jsonb_typeof(designs) <> 'array'
      or jsonb_array_length(designs) > 500
    then
      return null;
    end if;
    cost_list := private.create_cost_price_list(prices, costs);
    return (
      select coalesce(jsonb_agg(case when private.is_shed_design(design) then
        private.calculate_price(prices, design, delivery_km) || jsonb_build_object(
          'cost', coalesce(private.calculate_price(cost_list, design, null) -> 'total', '0')) end order by position), '[]')
      from jsonb_array_elements(designs) with ordinality as listed (design, position));
  end
  $$;
comment on function public.preview_prices(jsonb, jsonb, jsonb, integer) is
  'The prices of up to 500 designs by the given prices, with their costs without delivery, 0 if the base has none. It reads no table. Null for an invalid list; null in place of an invalid design and of one whose base has no price.';
revoke execute on function public.preview_prices(jsonb, jsonb, jsonb, integer) from public, anon;
grant execute on function public.preview_prices(jsonb, jsonb, jsonb, integer) to authenticated, service_role;

create function public.publish_price_list(draft_id uuid, read_version timestamptz, reason text) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    published integer;
  begin
    if not private.is_staff() and current_setting('role', true) is distinct from 'service_role' then
      raise insufficient_privilege using message = 'only staff publish price lists';
    end if;
    if (reason ~ '\S') is not true then
      raise check_violation using message = 'A price list is published with a note';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('price_lists', 0));
    update public.price_lists as draft
      set version = (select coalesce(max(version), 0) + 1 from public.price_lists),
        note = btrim(reason), published_at = clock_timestamp(), published_by = auth.uid(),
        published_by_email = (select email from auth.users where id = auth.uid())
      where draft.id = draft_id and draft.version is null and draft.updated_at = read_version
      returning draft.version into published;
    return published;
  end
  $$;
comment on function public.publish_price_list(uuid, timestamptz, text) is
  'Gives the draft the next version with a note, without which it is refused. Null if it is not a draft, or was changed since it was read.';
revoke execute on function public.publish_price_list(uuid, timestamptz, text) from public, anon;
grant execute on function public.publish_price_list(uuid, timestamptz, text) to authenticated, service_role;
