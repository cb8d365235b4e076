-- The content of a quote may name what suppliers call the design's colours: a version that was sent stays as it is when the
-- shop changes its colours.

create or replace function private.is_quote_content(content jsonb) returns boolean
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
      or not content ?& keys or content - (keys || 'colors'::text) <> '{}'
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
      and (not content ? 'colors' or private.is_color_card(content -> 'colors'))
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
