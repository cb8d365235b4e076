-- The content of a quote, which versions freeze and templates store: its shape, the customer's selection, and
-- the totals. app/domain/quotes computes the same. See docs/decisions/028-quotes.md.

create function private.divide_half_up(dividend numeric, divisor numeric) returns numeric
  language sql immutable parallel safe
  set search_path = ''
  as $$ select div(2 * dividend + divisor, 2 * divisor) $$;
comment on function private.divide_half_up(numeric, numeric) is
  'The quotient of two whole numbers that are not negative; a half is rounded up. Exact, unlike round(a / b).';
grant execute on function private.divide_half_up(numeric, numeric) to authenticated, service_role;

create function private.is_json_text(value jsonb, min_length integer, max_length integer) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(jsonb_typeof(value) = 'string' and char_length(value #>> '{}') between min_length and max_length, false)
  $$;
comment on function private.is_json_text(jsonb, integer, integer) is 'True for a JSON string of that length.';
grant execute on function private.is_json_text(jsonb, integer, integer) to authenticated, service_role;

create function private.is_amount_or_share(value jsonb) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(case
      when value = 'null' then true
      when jsonb_typeof(value) <> 'object' then false
      when value ->> 'type' = 'amount' then
        value - array['type', 'cents'] = '{}' and private.is_whole_number(value -> 'cents', 0, 100000000)
      when value ->> 'type' = 'percent' then
        value - array['type', 'basisPoints'] = '{}' and private.is_whole_number(value -> 'basisPoints', 0, 10000)
      end, false)
  $$;
comment on function private.is_amount_or_share(jsonb) is 'True for null, {type: amount, cents} and {type: percent, basisPoints}.';
grant execute on function private.is_amount_or_share(jsonb) to authenticated, service_role;

create function private.is_quote_content(content jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  declare
    item_keys constant text[] := array['id', 'section', 'description', 'quantityMilli', 'unit', 'unitCents', 'taxable',
      'optional', 'preselected', 'alternative'];
    keys constant text[] := array['format', 'type', 'title', 'introduction', 'items', 'alternatives', 'discount', 'hst',
      'deposit', 'paymentTerms', 'start', 'duration', 'delivery', 'terms', 'cancellation', 'validUntil', 'images', 'design'];
    list text;
  begin
    if jsonb_typeof(content) is distinct from 'object' or pg_column_size(content) > 300000
      or not content ?& keys or content - keys <> '{}'
      or jsonb_typeof(content -> 'hst') <> 'object'
    then
      return false;
    end if;
    foreach list in array array['items', 'alternatives', 'images'] loop
      if jsonb_typeof(content -> list) <> 'array' then return false; end if;
    end loop;
    if exists (
      select from jsonb_array_elements(content -> 'items' || (content -> 'alternatives')) as entity
      where jsonb_typeof(entity) <> 'object')
    then
      return false;
    end if;
    return coalesce(content -> 'format' = '1'
      and content ->> 'type' in ('quote', 'estimate')
      and private.is_json_text(content -> 'title', 0, 120)
      and private.is_json_text(content -> 'introduction', 0, 10000)
      and private.is_json_text(content -> 'paymentTerms', 0, 10000)
      and private.is_json_text(content -> 'terms', 0, 10000)
      and private.is_json_text(content -> 'cancellation', 0, 10000)
      and private.is_json_text(content -> 'start', 0, 200)
      and private.is_json_text(content -> 'duration', 0, 200)
      and private.is_json_text(content -> 'delivery', 0, 500)
      and (content -> 'validUntil' = 'null' or private.is_iso_date(content ->> 'validUntil'))
      and private.is_amount_or_share(content -> 'discount')
      and private.is_amount_or_share(content -> 'deposit')
      and content -> 'hst' ?& array['charged', 'basisPoints']
      and (content -> 'hst') - array['charged', 'basisPoints'] = '{}'
      and jsonb_typeof(content #> '{hst,charged}') = 'boolean'
      and private.is_whole_number(content #> '{hst,basisPoints}', 0, 10000)
      and (content -> 'design' = 'null' or private.is_shed_design(content -> 'design'))
      and jsonb_array_length(content -> 'images') <= 12
      and not exists (
        select from jsonb_array_elements(content -> 'images') as image
        where jsonb_typeof(image) <> 'string' or image #>> '{}' !~ '^(sheds|projects|orders)/[^\s/]{1,250}$')
      and jsonb_array_length(content -> 'alternatives') in (0, 2, 3)
      and not exists (
        select from jsonb_array_elements(content -> 'alternatives') as alternative
        where not coalesce(alternative - array['id', 'title', 'description'] = '{}'
          and private.is_json_text(alternative -> 'id', 1, 12) and alternative ->> 'id' ~ '^[a-z0-9]+$'
          and private.is_json_text(alternative -> 'title', 1, 120)
          and private.is_json_text(alternative -> 'description', 0, 500), false))
      and jsonb_array_length(content -> 'items') <= 100
      and not exists (
        select from jsonb_array_elements(content -> 'items') as item
        where not coalesce(item ?& item_keys and item - item_keys = '{}'
          and private.is_json_text(item -> 'id', 1, 12) and item ->> 'id' ~ '^[a-z0-9]+$'
          and private.is_json_text(item -> 'section', 0, 120)
          and private.is_json_text(item -> 'description', 1, 500)
          and private.is_whole_number(item -> 'quantityMilli', 1, 100000000)
          and private.is_json_text(item -> 'unit', 0, 20)
          and private.is_whole_number(item -> 'unitCents', 0, 100000000)
          and jsonb_typeof(item -> 'taxable') = 'boolean'
          and jsonb_typeof(item -> 'optional') = 'boolean'
          and jsonb_typeof(item -> 'preselected') = 'boolean'
          and (item -> 'alternative' = 'null' or (jsonb_typeof(item -> 'alternative') = 'string'
            and content -> 'alternatives' @> jsonb_build_array(jsonb_build_object('id', item -> 'alternative')))), false))
      and not exists (
        select from jsonb_array_elements(content -> 'items') as item group by item ->> 'id' having count(*) > 1)
      and not exists (
        select from jsonb_array_elements(content -> 'alternatives') as alternative
        group by alternative ->> 'id' having count(*) > 1), false);
  end
  $$;
comment on function private.is_quote_content(jsonb) is
  'True for a content as app/domain/quotes/content.ts defines it. Amounts are whole cents, quantities whole thousandths.';
grant execute on function private.is_quote_content(jsonb) to authenticated, service_role;

create function private.erase_quote_texts(content jsonb) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select content || jsonb_build_object('title', '', 'introduction', '', 'paymentTerms', '', 'start', '', 'duration', '',
      'delivery', '', 'terms', '', 'cancellation', '', 'images', '[]'::jsonb,
      'items', (
        select coalesce(jsonb_agg(item || '{"section": "", "description": "Erased", "unit": ""}' order by position), '[]')
        from jsonb_array_elements(content -> 'items') with ordinality as listed (item, position)),
      'alternatives', (
        select coalesce(jsonb_agg(alternative || '{"title": "Erased", "description": ""}' order by position), '[]')
        from jsonb_array_elements(content -> 'alternatives') with ordinality as listed (alternative, position)))
  $$;
comment on function private.erase_quote_texts(jsonb) is
  'The content without what staff typed, which may name the customer. Amounts, days and the design remain.';

create function private.propose_quote_selection(content jsonb) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select jsonb_build_object(
      'alternative', content #> '{alternatives,0,id}',
      'options', (
        select coalesce(jsonb_agg(item -> 'id' order by position), '[]')
        from jsonb_array_elements(content -> 'items') with ordinality as listed (item, position)
        where item -> 'optional' = 'true' and item -> 'preselected' = 'true'
          and (item -> 'alternative' = 'null' or item -> 'alternative' = content #> '{alternatives,0,id}')))
  $$;
comment on function private.propose_quote_selection(jsonb) is
  'The owner''s proposal: the first alternative with its preselected options.';
grant execute on function private.propose_quote_selection(jsonb) to authenticated, service_role;

create function private.is_possible_selection(content jsonb, selection jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    if jsonb_typeof(selection) is distinct from 'object' or pg_column_size(selection) > 8000
      or selection - array['alternative', 'options'] <> '{}' or not selection ? 'alternative'
      or jsonb_typeof(selection -> 'options') is distinct from 'array'
    then
      return false;
    end if;
    return coalesce(
      case when content -> 'alternatives' = '[]' then selection -> 'alternative' = 'null'
        else jsonb_typeof(selection -> 'alternative') = 'string'
          and content -> 'alternatives' @> jsonb_build_array(jsonb_build_object('id', selection -> 'alternative')) end
      and not exists (
        select from jsonb_array_elements(selection -> 'options') as chosen group by chosen having count(*) > 1)
      and not exists (
        select from jsonb_array_elements(selection -> 'options') as chosen
        where not exists (
          select from jsonb_array_elements(content -> 'items') as item
          where item -> 'id' = chosen and item -> 'optional' = 'true'
            and (item -> 'alternative' = 'null' or item -> 'alternative' = selection -> 'alternative'))), false);
  end
  $$;
comment on function private.is_possible_selection(jsonb, jsonb) is
  'True for a known alternative (null without any) and options of it or of all, each once. The content must be valid.';
grant execute on function private.is_possible_selection(jsonb, jsonb) to authenticated, service_role;

create function private.get_quote_share(share jsonb, whole numeric) returns numeric
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select case share ->> 'type'
      when 'percent' then private.divide_half_up(whole * (share ->> 'basisPoints')::numeric, 10000)
      when 'amount' then least((share ->> 'cents')::numeric, whole)
      else 0 end
  $$;
comment on function private.get_quote_share(jsonb, numeric) is 'Cents of an amount or share, at most the whole.';
grant execute on function private.get_quote_share(jsonb, numeric) to authenticated, service_role;

create function private.calculate_quote_totals(content jsonb, selection jsonb default null) returns jsonb
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  declare
    chosen jsonb;
    lines jsonb;
    subtotal numeric;
    taxable_lines numeric;
    discount numeric;
    taxable numeric;
    hst numeric := 0;
    total numeric;
  begin
    if not private.is_quote_content(content) then return null; end if;
    chosen := coalesce(selection, private.propose_quote_selection(content));
    if not private.is_possible_selection(content, chosen) then return null; end if;
    select
        coalesce(jsonb_agg(jsonb_build_object('id', id, 'cents', cents::bigint, 'included', included) order by position), '[]'),
        coalesce(sum(cents) filter (where included), 0),
        coalesce(sum(cents) filter (where included and taxed), 0)
      into lines, subtotal, taxable_lines
      from (
        select position, item -> 'id' as id, item -> 'taxable' = 'true' as taxed,
          private.divide_half_up((item ->> 'quantityMilli')::numeric * (item ->> 'unitCents')::numeric, 1000) as cents,
          (item -> 'alternative' = 'null' or item -> 'alternative' = chosen -> 'alternative')
            and (item -> 'optional' = 'false' or chosen -> 'options' @> (item -> 'id')) as included
        from jsonb_array_elements(content -> 'items') with ordinality as listed (item, position)
      ) as priced;
    discount := private.get_quote_share(content -> 'discount', subtotal);
    taxable := taxable_lines - case when subtotal = 0 then 0
      else private.divide_half_up(discount * taxable_lines, subtotal) end;
    if (content #>> '{hst,charged}')::boolean then
      hst := private.divide_half_up(taxable * (content #>> '{hst,basisPoints}')::numeric, 10000);
    end if;
    total := subtotal - discount + hst;
    return jsonb_build_object('lines', lines, 'subtotal', subtotal::bigint, 'discount', discount::bigint,
      'taxable', taxable::bigint, 'hst', hst::bigint, 'total', total::bigint,
      'deposit', private.get_quote_share(content -> 'deposit', total)::bigint);
  end
  $$;
comment on function private.calculate_quote_totals(jsonb, jsonb) is
  'Totals in whole cents as app/domain/quotes/totals.ts computes them, by default of the proposed selection. Null for an invalid content or selection.';
grant execute on function private.calculate_quote_totals(jsonb, jsonb) to authenticated, service_role;
