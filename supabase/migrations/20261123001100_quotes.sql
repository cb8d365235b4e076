-- Quotes: content, totals, versions and the tables around them. No role of the API writes states, numbers,
-- totals, versions or events: the functions of the next file do. See docs/decisions/028-quotes.md.

create function private.divide_half_up(dividend numeric, divisor numeric) returns numeric
  language sql immutable parallel safe
  set search_path = ''
  as $$ select div(2 * dividend + divisor, 2 * divisor) $$;
comment on function private.divide_half_up(numeric, numeric) is
  'The quotient of two whole numbers that are not negative; a half is rounded up. Exact, unlike round(a / b).';

create function private.is_json_text(value jsonb, min_length integer, max_length integer) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(jsonb_typeof(value) = 'string' and char_length(value #>> '{}') between min_length and max_length, false)
  $$;
comment on function private.is_json_text(jsonb, integer, integer) is 'True for a JSON string of that length.';

create function private.is_iso_date(value text) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    if coalesce(value !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$', true) then
      return false;
    end if;
    perform make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, right(value, 2)::integer);
    return true;
  exception when datetime_field_overflow then
    return false;
  end
  $$;
comment on function private.is_iso_date(text) is 'True for a day of this century such as 2027-05-01.';

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

create function private.is_quote_content(content jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  declare
    item_keys constant text[] := array['id', 'section', 'description', 'quantityMilli', 'unit', 'unitCents', 'taxable',
      'optional', 'preselected', 'alternative'];
    keys constant text[] := array['format', 'kind', 'title', 'introduction', 'items', 'alternatives', 'discount', 'hst',
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
      and content ->> 'kind' in ('quote', 'estimate')
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

create function private.is_quote_transition(old_state text, new_state text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select new_state = any (case old_state
      when 'draft' then array['sent']
      when 'sent' then array['viewed', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'viewed' then array['sent', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'change_requested' then array['sent', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'accepted' then array['sent']
      when 'declined' then array['sent', 'withdrawn']
      when 'expired' then array['sent', 'viewed', 'change_requested', 'withdrawn']
      else '{}' end)
  $$;
comment on function private.is_quote_transition(text, text) is
  'True for a change of state that app/domain/quotes/states.ts lists.';

grant execute on function private.divide_half_up(numeric, numeric), private.is_json_text(jsonb, integer, integer),
  private.is_iso_date(text), private.is_amount_or_share(jsonb), private.is_quote_content(jsonb),
  private.propose_quote_selection(jsonb), private.is_possible_selection(jsonb, jsonb),
  private.get_quote_share(jsonb, numeric), private.calculate_quote_totals(jsonb, jsonb),
  private.is_quote_transition(text, text)
  to authenticated, service_role;

create table public.quote_settings (
  id uuid primary key default gen_random_uuid(),
  legal_name text not null default '',
  hst_number text not null default '',
  hst_charged boolean not null default true,
  hst_basis_points integer not null default 1300,
  consent_sentence text not null default
    'I have read this offer and accept it. I understand that my typed name is my electronic signature.',
  defaults jsonb not null default '{}',
  valid_days integer not null default 30,
  reminder_days integer[] not null default '{3,7,14}',
  reminder_text text not null default '',
  bookkeeping_years integer not null default 6,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_settings_legal_name_length check (char_length(legal_name) <= 200),
  constraint quote_settings_hst_number_length check (char_length(hst_number) <= 40),
  constraint quote_settings_hst_basis_points_range check (hst_basis_points between 0 and 10000),
  constraint quote_settings_consent_sentence_length check (char_length(btrim(consent_sentence)) between 20 and 1000),
  constraint quote_settings_defaults_object check (jsonb_typeof(defaults) = 'object' and pg_column_size(defaults) <= 60000),
  constraint quote_settings_valid_days_range check (valid_days between 1 and 365),
  constraint quote_settings_reminder_days_range check (
    cardinality(reminder_days) <= 3 and 1 <= all (reminder_days) and 90 >= all (reminder_days)),
  constraint quote_settings_reminder_text_length check (char_length(reminder_text) <= 2000),
  constraint quote_settings_bookkeeping_years_range check (bookkeeping_years between 1 and 20)
);
comment on table public.quote_settings is 'One row: the seller''s details on quotes, HST, and what new quotes start with. Only staff read it.';
comment on column public.quote_settings.legal_name is 'If it differs from the business name.';
comment on column public.quote_settings.consent_sentence is 'What a customer agrees to, word for word. Each version has the sentence of its time.';
comment on column public.quote_settings.defaults is 'Parts of a content (payment terms, terms and conditions, …) that new quotes start with.';
comment on column public.quote_settings.reminder_days is 'Days after sending on which customers are reminded; empty for no reminders.';
comment on column public.quote_settings.bookkeeping_years is
  'Years after the tax year for which accepted quotes are retained, also if their customer is erased.';
create unique index quote_settings_single_row on public.quote_settings ((true));

revoke all on public.quote_settings from anon, authenticated;
grant select,
  insert (legal_name, hst_number, hst_charged, hst_basis_points, consent_sentence, defaults, valid_days, reminder_days,
    reminder_text, bookkeeping_years),
  update (legal_name, hst_number, hst_charged, hst_basis_points, consent_sentence, defaults, valid_days, reminder_days,
    reminder_text, bookkeeping_years)
  on public.quote_settings to authenticated;
alter table public.quote_settings enable row level security;
create policy "staff read the quote settings" on public.quote_settings
  for select to authenticated using ((select private.is_staff()));
create policy "staff create the quote settings" on public.quote_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the quote settings" on public.quote_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger touch_updated_at before update on public.quote_settings
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_settings
  for each row execute function private.write_audit_entry();

create table public.quote_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_templates_name_length check (char_length(btrim(name)) between 1 and 120),
  constraint quote_templates_content_valid check (private.is_quote_content(content))
);
comment on table public.quote_templates is 'Contents that new quotes can start with. Only staff read them.';

revoke all on public.quote_templates from anon, authenticated;
grant select, insert (name, content), update (name, content), delete on public.quote_templates to authenticated;
alter table public.quote_templates enable row level security;
create policy "staff read quote templates" on public.quote_templates
  for select to authenticated using ((select private.is_staff()));
create policy "staff create quote templates" on public.quote_templates
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change quote templates" on public.quote_templates
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete quote templates" on public.quote_templates
  for delete to authenticated using ((select private.is_staff()));
create trigger touch_updated_at before update on public.quote_templates
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_templates
  for each row execute function private.write_audit_entry('{"name": "name", "stored": ["name"], "redacted": ["content"]}');

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid references public.quote_requests (id) on delete set null,
  number text,
  state text not null default 'draft',
  state_before_expiry text,
  customer_name text not null default '',
  customer_email text,
  customer_phone text,
  customer_address text,
  content jsonb not null,
  version integer not null default 0,
  valid_until date,
  selection jsonb,
  accepted_version integer,
  agreed_cents bigint,
  decline_reason text,
  first_sent_at timestamptz,
  sent_at timestamptz,
  accepted_at timestamptz,
  reminders_stopped_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text generated always as (content ->> 'title') stored,
  total_cents bigint generated always as ((private.calculate_quote_totals(content) ->> 'total')::bigint) stored,
  search_text text not null generated always as (
    left(private.plain_text(
      coalesce(number, '') || ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' '
      || coalesce(customer_phone, '') || ' ' || regexp_replace(coalesce(customer_phone, ''), '\D', '', 'g') || ' '
      || coalesce(customer_address, '') || ' ' || coalesce(content ->> 'title', '')), 4000)) stored,
  constraint quotes_number_key unique (number),
  constraint quotes_number_shape check (number ~ '^20[0-9]{2}-[0-9]{4,}$'),
  constraint quotes_number_when_sent check ((number is null) = (version = 0) and (version = 0) = (state = 'draft')),
  constraint quotes_state_known check (state in (
    'draft', 'sent', 'viewed', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn')),
  constraint quotes_accepted_whole check (num_nulls(accepted_version, agreed_cents, accepted_at) in (0, 3)),
  constraint quotes_customer_name_length check (char_length(customer_name) <= 120),
  constraint quotes_customer_email_valid check (
    char_length(customer_email) <= 254 and customer_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint quotes_customer_phone_length check (char_length(customer_phone) <= 40),
  constraint quotes_customer_address_length check (char_length(customer_address) <= 300),
  constraint quotes_content_valid check (private.is_quote_content(content)),
  constraint quotes_decline_reason_length check (char_length(decline_reason) <= 2000)
);
comment on table public.quotes is
  'Quotes and estimates. Staff write customer and content; functions write the rest. Quote requests are in quote_requests.';
comment on column public.quotes.number is 'Such as 2026-0041, without gaps, assigned with the first version.';
comment on column public.quotes.state is 'Only transitions of private.is_quote_transition. An extension restores state_before_expiry.';
comment on column public.quotes.customer_name is 'Empty once erased, as the other columns of the customer.';
comment on column public.quotes.content is 'The working copy, as app/domain/quotes/content.ts defines it. Customers see versions only.';
comment on column public.quotes.version is 'The latest version that was sent; 0 for a draft.';
comment on column public.quotes.valid_until is 'The last day, in Toronto, on which the latest version can be accepted.';
comment on column public.quotes.selection is 'What the customer has selected of the latest version; null without a choice.';
comment on column public.quotes.agreed_cents is 'What the customer owes: the accepted total, or that of an adjusted estimate.';
comment on column public.quotes.total_cents is 'Total of the working copy with the proposed selection, computed by the database.';
comment on column public.quotes.erased_at is 'When the customer''s personal data were erased.';
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_state_idx on public.quotes (state, created_at desc, id);
create index quotes_quote_request_id_idx on public.quotes (quote_request_id);
create index quotes_customer_email_idx on public.quotes (lower(customer_email), created_at desc);
create index quotes_valid_until_idx on public.quotes (valid_until) where state in ('sent', 'viewed', 'change_requested');

revoke all on public.quotes from anon, authenticated, service_role;
grant select on public.quotes to authenticated, service_role;
grant
  insert (quote_request_id, customer_name, customer_email, customer_phone, customer_address, content),
  update (quote_request_id, customer_name, customer_email, customer_phone, customer_address, content),
  delete on public.quotes to authenticated;
alter table public.quotes enable row level security;
create policy "staff read quotes" on public.quotes
  for select to authenticated using ((select private.is_staff()));
create policy "staff create drafts" on public.quotes
  for insert to authenticated with check ((select private.is_staff()) and state = 'draft');
create policy "staff change quotes" on public.quotes
  for update to authenticated using ((select private.is_staff()) and state <> 'withdrawn' and erased_at is null)
  with check ((select private.is_staff()));
create policy "staff delete drafts" on public.quotes
  for delete to authenticated using ((select private.is_staff()) and version = 0);

-- Staff's version of a quote changes with what staff write, not when a customer opens it.
create trigger touch_updated_at before update
  of quote_request_id, customer_name, customer_email, customer_phone, customer_address, content on public.quotes
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quotes
  for each row execute function private.write_audit_entry(
    '{"name": "number", "stored": ["number", "state", "version", "quote_request_id", "valid_until"],
      "redacted": ["content", "customer_name", "customer_email", "customer_phone", "customer_address"]}');

create function private.guard_quote() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      if old.number is not null then
        raise restrict_violation using message = 'A quote with a number can''t be deleted';
      end if;
      return old;
    end if;
    if new.id <> old.id or new.created_at <> old.created_at or (old.number is not null and new.number is distinct from old.number)
      or new.version < old.version or new.accepted_version < old.accepted_version
    then
      raise restrict_violation using message = 'Id, number and versions of a quote never change';
    end if;
    if new.state <> old.state and not private.is_quote_transition(old.state, new.state) then
      raise restrict_violation using message = format('A quote can''t change from %s to %s', old.state, new.state);
    end if;
    if old.accepted_version is not null and new.erased_at is null
      and (new.customer_name, new.customer_address) is distinct from (old.customer_name, old.customer_address)
    then
      raise restrict_violation using message = 'Name and address of the customer can''t change after an acceptance';
    end if;
    return new;
  end
  $$;
comment on function private.guard_quote() is
  'Rejects transitions that are not allowed and changes of what is agreed, whoever makes them.';
create trigger guard_quote before update or delete on public.quotes
  for each row execute function private.guard_quote();

-- For rows that are written once. A deleted draft deletes its rows, when the quote itself is gone. Of an erased
-- quote its texts are erased.
create function private.guard_quote_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' and not exists (select from public.quotes where id = old.quote_id) then
      return old;
    end if;
    if tg_op = 'UPDATE' and exists (select from public.quotes where id = old.quote_id and erased_at is not null)
      and to_jsonb(new) = to_jsonb(old) || (case tg_table_name
        when 'quote_versions' then jsonb_build_object(
          'content', private.erase_quote_texts(to_jsonb(old) -> 'content'), 'document', null)
        when 'quote_payments' then '{"note": ""}' end)
    then
      return new;
    end if;
    raise restrict_violation using message = format('Rows of %s never change', tg_table_name);
  end
  $$;
comment on function private.guard_quote_record() is 'Rejects updates and deletes, but for erasure.';
revoke execute on function private.guard_quote_record() from public, anon, authenticated;

create table public.quote_versions (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  totals jsonb not null,
  document text,
  document_sha256 text not null,
  valid_until date not null,
  created_at timestamptz not null default now(),
  constraint quote_versions_version_key unique (quote_id, version),
  constraint quote_versions_version_min check (version >= 1),
  constraint quote_versions_totals_match check (totals = private.calculate_quote_totals(content)),
  constraint quote_versions_document_matches check (
    document_sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);
comment on table public.quote_versions is 'What was sent, frozen. Written by send_quote; rows never change.';
comment on column public.quote_versions.totals is 'With the proposed selection. The constraint computes them again.';
comment on column public.quote_versions.document is
  'The JSON text of what the customer is shown: content, totals, seller, wording, dates. Without the customer. Null once erased.';
comment on column public.quote_versions.valid_until is 'As sent; quotes.valid_until has the extended day.';

create table public.quote_acceptances (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version_id uuid not null references public.quote_versions (id) on delete cascade,
  version integer not null,
  selection jsonb not null,
  totals jsonb not null,
  agreement text not null,
  agreement_sha256 text not null,
  channel text not null,
  attempt uuid not null,
  event_hash text not null,
  accepted_at timestamptz not null default now(),
  constraint quote_acceptances_version_id_key unique (version_id),
  constraint quote_acceptances_channel_known check (channel in ('online', 'phone')),
  constraint quote_acceptances_agreement_matches check (
    agreement_sha256 = encode(sha256(convert_to(agreement, 'UTF8')), 'hex'))
);
comment on table public.quote_acceptances is 'One row for an accepted version; the constraint permits no second one. Rows never change.';
comment on column public.quote_acceptances.attempt is 'The id in the customer''s form, by which a repeated request is recognised.';
comment on column public.quote_acceptances.event_hash is 'Hash of the event accepted.';
create index quote_acceptances_quote_id_idx on public.quote_acceptances (quote_id, version);

create table public.quote_documents (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  type text not null,
  status text not null default 'waiting',
  path text,
  sha256 text,
  attempts integer not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  constraint quote_documents_version_key unique (quote_id, version, type),
  constraint quote_documents_type_known check (type in ('offer', 'acceptance')),
  constraint quote_documents_status_known check (status in ('waiting', 'stored', 'erased')),
  constraint quote_documents_stored_whole check (status <> 'stored' or num_nulls(path, sha256, stored_at) = 0),
  constraint quote_documents_erased_whole check (status <> 'erased' or path is null)
);
comment on table public.quote_documents is
  'PDFs of versions: the offer, and what was accepted with its certificate. The website writes those that wait.';
comment on column public.quote_documents.path is 'Key in the bucket quotes; while it waits, where the latest attempt may upload.';
comment on column public.quote_documents.sha256 is 'Of the file. Also in the evidence log, and there when the file is erased.';
create index quote_documents_waiting_idx on public.quote_documents (created_at) where status = 'waiting';

create table public.quote_events (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  sequence integer not null,
  type text not null,
  occurred_at timestamptz not null,
  entry text not null,
  previous_hash text not null,
  hash text not null,
  constraint quote_events_sequence_key unique (quote_id, sequence),
  constraint quote_events_sequence_min check (sequence >= 1),
  constraint quote_events_type_known check (type in (
    'created', 'sent', 'mailed', 'mail_dropped', 'opened', 'viewed', 'options', 'review_shown', 'message', 'accepted', 'declined',
    'answer_refused', 'changed', 'adjusted', 'extended', 'expired', 'withdrawn', 'link_created', 'links_revoked', 'reminders_stopped',
    'document', 'payment', 'stage', 'erased'))
);
comment on table public.quote_events is
  'The evidence log: one hash chain for each quote. Functions add rows; nobody changes or deletes them.';
comment on column public.quote_events.entry is 'The JSON text that was hashed. Personal values are in it as salted hashes.';
comment on column public.quote_events.hash is 'SHA-256 of previous_hash, a line feed and entry, in hexadecimal.';
create index quote_events_type_idx on public.quote_events (quote_id, type, sequence desc);

create table public.quote_event_details (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.quote_events (id) on delete cascade,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  field text not null,
  value text,
  salt text,
  constraint quote_event_details_field_key unique (event_id, field),
  constraint quote_event_details_whole check ((value is null) = (salt is null))
);
comment on table public.quote_event_details is
  'Personal values of the evidence log. The entry has SHA-256(salt || '':'' || value). Both are null once erased.';
create index quote_event_details_quote_id_idx on public.quote_event_details (quote_id);

create function private.guard_event_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' and not exists (select from public.quotes where id = old.quote_id) then
      return old;
    end if;
    if tg_op = 'UPDATE' and new.value is null
      and to_jsonb(new) - 'value' - 'salt' = to_jsonb(old) - 'value' - 'salt'
    then
      return new;
    end if;
    raise restrict_violation using message = 'Values of the evidence log can only be erased';
  end
  $$;
comment on function private.guard_event_detail() is 'Rejects all but erasure.';
revoke execute on function private.guard_event_detail() from public, anon, authenticated;
create trigger guard_event_detail before update or delete on public.quote_event_details
  for each row execute function private.guard_event_detail();

create table public.quote_messages (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  author text not null,
  type text not null,
  body text,
  created_at timestamptz not null default now(),
  constraint quote_messages_author_known check (author in ('customer', 'staff')),
  constraint quote_messages_type_known check (type in ('question', 'change', 'answer')),
  constraint quote_messages_body_length check (char_length(btrim(body)) >= 1 and char_length(body) <= 5000)
);
comment on table public.quote_messages is 'Questions and requested changes of customers, and answers of staff. Written by functions.';
comment on column public.quote_messages.id is 'From the form, so that a repeated request is one message.';
comment on column public.quote_messages.body is 'Null once erased.';
create index quote_messages_quote_id_idx on public.quote_messages (quote_id, created_at);

create table public.quote_payments (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  paid_on date not null,
  amount_cents bigint not null,
  method text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  constraint quote_payments_amount_range check (amount_cents <> 0 and abs(amount_cents) <= 10000000000),
  constraint quote_payments_method_known check (method in ('cash', 'e-transfer', 'cheque', 'card')),
  constraint quote_payments_note_length check (char_length(note) <= 500)
);
comment on table public.quote_payments is
  'Deposits and payments, recorded by hand. A correction is another row with a negative amount. Rows never change.';
create index quote_payments_quote_id_idx on public.quote_payments (quote_id, paid_on, created_at);

create table public.quote_stages (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  stage text not null,
  reached_on date not null,
  note text not null default '',
  images text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_stages_stage_key unique (quote_id, stage),
  constraint quote_stages_stage_known check (stage in ('deposit_received', 'ordered', 'building', 'ready', 'delivered')),
  constraint quote_stages_note_length check (char_length(note) <= 2000),
  constraint quote_stages_images_paths check (
    cardinality(images) <= 20 and private.all_match(images, '^orders/[^\s/]{1,250}$'))
);
comment on table public.quote_stages is 'How far an accepted order is. Shown to the customer; written by record_quote_stage.';

create table public.quote_reminders (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  position integer not null,
  due_at timestamptz not null,
  body text not null default '',
  status text not null default 'waiting',
  queued_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint quote_reminders_position_key unique (quote_id, version, position),
  constraint quote_reminders_position_range check (position between 1 and 3),
  constraint quote_reminders_status_known check (status in ('waiting', 'queued', 'cancelled')),
  constraint quote_reminders_body_length check (char_length(body) <= 2000)
);
comment on table public.quote_reminders is
  'At most three reminders of a version. Staff change time and text of waiting ones and delete them; an answer cancels them.';
create index quote_reminders_waiting_idx on public.quote_reminders (due_at) where status = 'waiting';

do $$
declare
  name text;
begin
  foreach name in array array['quote_versions', 'quote_acceptances', 'quote_events', 'quote_payments'] loop
    execute format('create trigger guard_quote_record before update or delete on public.%I
      for each row execute function private.guard_quote_record()', name);
  end loop;
  foreach name in array array['quote_versions', 'quote_acceptances', 'quote_documents', 'quote_events', 'quote_event_details',
    'quote_messages', 'quote_payments', 'quote_stages', 'quote_reminders']
  loop
    execute format('revoke all on public.%I from anon, authenticated, service_role', name);
    execute format('grant select on public.%I to authenticated, service_role', name);
    execute format('alter table public.%I enable row level security', name);
    execute format('create policy "staff read %s" on public.%I for select to authenticated
      using ((select private.is_staff()))', replace(name, '_', ' '), name);
  end loop;
end
$$;
grant update (due_at, body), delete on public.quote_reminders to authenticated;
create policy "staff change waiting reminders" on public.quote_reminders
  for update to authenticated using ((select private.is_staff()) and status = 'waiting')
  with check ((select private.is_staff()) and due_at < now() + interval '6 months');
create policy "staff delete waiting reminders" on public.quote_reminders
  for delete to authenticated using ((select private.is_staff()) and status = 'waiting');
create trigger touch_updated_at before update on public.quote_reminders
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_reminders
  for each row execute function private.write_audit_entry('{"stored": ["due_at", "position"], "redacted": ["body"]}');

create table private.quote_tokens (
  token_hash text primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  purpose text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint quote_tokens_token_hash_shape check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.quote_tokens is 'SHA-256 of the tokens of customers'' links. Several are valid for a quote.';
comment on column private.quote_tokens.purpose is 'The type of the e-mail that has the link, or copied.';
create index quote_tokens_quote_id_idx on private.quote_tokens (quote_id);

create table private.quote_chains (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  events integer not null default 0,
  head text not null default repeat('0', 64)
);
comment on table private.quote_chains is 'Length and last hash of each evidence log. Its row is locked while an event is added.';

create table private.quote_numbers (
  year integer primary key,
  last_number integer not null,
  constraint quote_numbers_last_number_min check (last_number >= 1)
);
comment on table private.quote_numbers is 'The last number of each year. Its row is locked until the version is stored.';

revoke all on private.quote_tokens, private.quote_chains, private.quote_numbers from anon, authenticated, service_role;
alter table private.quote_tokens enable row level security;
alter table private.quote_chains enable row level security;
alter table private.quote_numbers enable row level security;
