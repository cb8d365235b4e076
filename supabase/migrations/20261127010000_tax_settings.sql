-- HST is one setting of the business: quotes, designs and listings read it. Price lists had an HST of their own,
-- which versions that were published before retain and nothing reads any more.

create table public.tax_settings (
  id uuid primary key default gen_random_uuid(),
  hst_charged boolean not null default true,
  hst_basis_points integer not null default 1300,
  hst_number text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tax_settings_hst_basis_points_range check (hst_basis_points between 0 and 10000),
  constraint tax_settings_hst_number_length check (char_length(hst_number) <= 40)
);
comment on table public.tax_settings is
  'One row: whether HST is charged, its rate and number. Without it, nothing is known: visitors see prices before tax.';
comment on column public.tax_settings.hst_number is 'What documents state. Only staff read it.';
create unique index tax_settings_single_row on public.tax_settings ((true));

-- Quotes that charged without a number could not be sent, so that the price list tells what visitors were told.
insert into public.tax_settings (hst_charged, hst_basis_points, hst_number)
  select (hst ->> 'charged')::boolean, (hst ->> 'basisPoints')::numeric::integer, hst_number
  from (
    select coalesce(
        (select jsonb_build_object('charged', hst_charged, 'basisPoints', hst_basis_points) from public.quote_settings
          where hst_number <> '' or not hst_charged),
        (select prices -> 'hst' from public.price_lists where version is not null order by version desc limit 1),
        (select jsonb_build_object('charged', hst_charged, 'basisPoints', hst_basis_points) from public.quote_settings)) as hst,
      coalesce((select hst_number from public.quote_settings), '') as hst_number) as former
  where hst is not null;

revoke all on public.tax_settings from anon, authenticated;
grant select (hst_charged, hst_basis_points) on public.tax_settings to anon;
grant select, insert (hst_charged, hst_basis_points, hst_number), update (hst_charged, hst_basis_points, hst_number)
  on public.tax_settings to authenticated;
alter table public.tax_settings enable row level security;
create policy "visitors read the rate" on public.tax_settings for select to anon using (true);
create policy "staff read the tax settings" on public.tax_settings
  for select to authenticated using ((select private.is_staff()));
create policy "staff create the tax settings" on public.tax_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the tax settings" on public.tax_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger touch_updated_at before update on public.tax_settings
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.tax_settings
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.tax_settings
  for each row execute function private.write_audit_entry();

create function private.get_hst() returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('charged', hst_charged, 'basisPoints', hst_basis_points) from public.tax_settings limit 1
  $$;
comment on function private.get_hst() is
  'What all prices read: {charged, basisPoints}, as contents of quotes have it. Null if the business has entered nothing.';
grant execute on function private.get_hst() to authenticated, service_role;

alter table public.quote_settings drop column hst_number, drop column hst_charged, drop column hst_basis_points;
comment on table public.quote_settings is
  'One row: the seller''s details on quotes, and what new quotes start with. Only staff read it.';

create or replace function private.find_missing_facts(quote public.quotes) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_remove(array[
      case when btrim(quote.customer_name) = '' then 'customer_name' end,
      case when btrim(quote.content ->> 'title') = '' then 'title' end,
      case when quote.content -> 'items' = '[]' then 'items' end,
      case when btrim(quote.content ->> 'paymentTerms', E' \n') = '' then 'payment_terms' end,
      case when btrim(quote.content ->> 'delivery', E' \n') = '' then 'delivery' end,
      case when btrim(quote.content ->> 'cancellation', E' \n') = '' then 'cancellation' end,
      case when coalesce((quote.content ->> 'validUntil')::date < private.get_today(), true) then 'valid_until' end,
      case when coalesce(business.business_name, '') = '' then 'business_name' end,
      case when coalesce(business.address, '') = '' then 'business_address' end,
      case when coalesce(business.phone, '') = '' then 'business_phone' end,
      case when (quote.content #>> '{hst,charged}')::boolean and coalesce(taxes.hst_number, '') = '' then 'hst_number' end,
      case when quote.content -> 'hst' <> coalesce(private.get_hst(), '{"charged": true, "basisPoints": 1300}')
        then 'hst' end], null)
    from (select 1) as one left join public.business_settings as business on true
      left join public.tax_settings as taxes on true
  $$;

create or replace function private.store_quote_version(quote public.quotes) returns public.quote_versions
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    document text;
    stored public.quote_versions;
  begin
    select jsonb_build_object(
        'format', 1, 'number', quote.number, 'version', quote.version, 'currency', 'CAD',
        'issuedOn', private.get_today(), 'validUntil', quote.valid_until,
        'content', quote.content, 'selection', quote.selection,
        'totals', private.calculate_quote_totals(quote.content, quote.selection),
        'consent', coalesce(settings.consent_sentence,
          'I have read this offer and accept it. I understand that my typed name is my electronic signature.'),
        'seller', jsonb_build_object('name', business.business_name, 'legalName', coalesce(settings.legal_name, ''),
          'address', business.address, 'phone', business.phone, 'email', coalesce(business.email, ''),
          'hstNumber', coalesce(taxes.hst_number, '')))::text
      into document
      from (select 1) as one left join public.business_settings as business on true
        left join public.quote_settings as settings on true
        left join public.tax_settings as taxes on true;
    insert into public.quote_versions (quote_id, version, content, selection, totals, document, document_sha256, valid_until)
      values (quote.id, quote.version, quote.content, quote.selection,
        private.calculate_quote_totals(quote.content, quote.selection), document, private.hash_text(document), quote.valid_until)
      returning * into stored;
    insert into public.quote_documents (quote_id, version, type) values (quote.id, quote.version, 'offer');
    return stored;
  end
  $$;

create or replace function private.is_price_list(prices jsonb) returns boolean
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
      or jsonb_typeof(prices -> 'hst') <> 'object'
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
      and (not prices ? 'hst' or (private.is_whole_number(prices #> '{hst,basisPoints}', 0, 10000)
        and jsonb_typeof(prices #> '{hst,charged}') is not distinct from 'boolean'))
      and (prices -> 'validUntil' = 'null' or private.is_iso_date(prices ->> 'validUntil')), false);
  end
  $$;
comment on function private.is_price_list(jsonb) is
  'True for a price list as app/domain/designs/price-list.ts defines it, with or without an HST, which only calculate_price reads. Amounts are whole cents, percentages whole basis points.';

create or replace function private.price_by_published_list(design jsonb, delivery_km integer, seen_basis text default null)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    list public.price_lists;
    seen public.price_lists;
    settings public.designer_settings;
    hst constant jsonb := private.get_hst();
    rate constant numeric := case when (hst -> 'charged')::boolean then (hst ->> 'basisPoints')::numeric end;
    shown_as text;
    price jsonb;
    around jsonb;
    shown jsonb;
  begin
    select * into list from public.price_lists where version is not null order by version desc limit 1;
    if list.id is null or not private.is_shed_design(design) then
      return null;
    end if;
    select * into settings from public.designer_settings limit 1;
    shown_as := concat_ws('.', coalesce(settings.price_visibility, 'none'),
      case when settings.price_visibility = 'range'
        then settings.range_below_percent || '.' || settings.range_above_percent end,
      case when settings.price_visibility in ('range', 'itemised') and hst is not null then 'hst' || coalesce(rate, 0) end);
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
    price := private.calculate_price(list.prices || jsonb_build_object('hst', hst), design, delivery_km);
    shown := jsonb_build_object(
      'visibility', case when price is null then 'none' else coalesce(settings.price_visibility, 'none') end,
      'basis', list.version || '.' || shown_as,
      'priceListVersion', list.version);
    if shown ->> 'visibility' <> 'none' then
      around := private.calculate_price_range((price ->> 'subtotal')::numeric,
        settings.range_below_percent, settings.range_above_percent);
      shown := shown || jsonb_build_object(
        'includesHst', hst -> 'charged',
        'deliveryWithinKm', price -> 'deliveryWithinKm',
        'validUntil', case when list.prices ->> 'validUntil' >= (now() at time zone 'America/Toronto')::date::text
          then list.prices -> 'validUntil' else 'null' end,
        'deliveryKm', (
          select coalesce(jsonb_agg((tier -> 'upToKm') order by (tier ->> 'upToKm')::numeric::integer), '[]')
          from jsonb_array_elements(list.prices -> 'delivery') as tier))
        || case settings.price_visibility when 'itemised' then price
          else around || jsonb_build_object('totals', case when rate is not null then jsonb_build_object(
            'low', round((around ->> 'low')::numeric * (10000 + rate) / 10000)::bigint,
            'high', round((around ->> 'high')::numeric * (10000 + rate) / 10000)::bigint) end) end;
    end if;
    return jsonb_build_object('full', price, 'wasSeen', seen.id is not null, 'shown', shown);
  end
  $$;
comment on function private.price_by_published_list(jsonb, integer, text) is
  'The price of a design by the published price list and the HST of private.get_hst: full, null if its base has no price, and shown, which is what visitors see of it; a range is before tax, its totals with HST. wasSeen: by the version of seen_basis, which was in force within 7 days, and whose visibility and HST are the present ones. Null without a list or for an invalid design.';

create or replace function public.preview_prices(prices jsonb, costs jsonb, designs jsonb, delivery_km integer default null)
  returns jsonb
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  declare
    taxed jsonb;
    cost_list jsonb;
  begin
    if not private.is_price_list(prices) or not private.is_cost_list(costs) or jsonb_typeof(designs) <> 'array'
      or jsonb_array_length(designs) > 500
    then
      return null;
    end if;
    taxed := prices || jsonb_build_object('hst', private.get_hst());
    cost_list := private.create_cost_price_list(prices, costs);
    return (
      select coalesce(jsonb_agg(case when private.is_shed_design(design) then
        private.calculate_price(taxed, design, delivery_km) || jsonb_build_object(
          'cost', coalesce(private.calculate_price(cost_list, design, null) -> 'total', '0')) end order by position), '[]')
      from jsonb_array_elements(designs) with ordinality as listed (design, position));
  end
  $$;
comment on function public.preview_prices(jsonb, jsonb, jsonb, integer) is
  'The prices of up to 500 designs by the given prices and the HST of private.get_hst, with their costs without delivery, 0 if the base has none. Null for an invalid list; null in place of an invalid design and of one whose base has no price.';
