-- What changes quotes: functions of staff, and functions of customers, which act by the token of their link.
-- Each locks the quote's row first, so that of concurrent changes one is the first. They return an object
-- with a status. See docs/decisions/028-quotes.md.

create function private.today() returns date
  language sql stable
  set search_path = ''
  as $$ select (clock_timestamp() at time zone 'America/Toronto')::date $$;
comment on function private.today() is 'The day in Toronto.';

create function private.hash_text(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select encode(sha256(convert_to(value, 'UTF8')), 'hex') $$;
comment on function private.hash_text(text) is 'SHA-256 of the UTF-8 text in hexadecimal.';

create function private.require_staff() returns void
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    if not private.is_staff() then
      raise insufficient_privilege using message = 'Only staff may do this';
    end if;
  end
  $$;
comment on function private.require_staff() is 'Raises 42501 unless the caller is staff.';

-- The evidence log.

create function private.append_quote_event(quote uuid, event_type text, actor text, data jsonb, personal jsonb default '{}')
  returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    chain private.quote_chains;
    happened_at constant timestamptz := clock_timestamp();
    event_id constant uuid := gen_random_uuid();
    details jsonb;
    entry text;
    hash text;
  begin
    insert into private.quote_chains (quote_id) values (quote) on conflict do nothing;
    select * into strict chain from private.quote_chains where quote_id = quote for update;
    select coalesce(jsonb_object_agg(key, jsonb_build_object('value', value, 'salt', salt)), '{}') into details
      from (
        select key, value, encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') as salt
        from jsonb_each_text(personal) where value is not null and value <> ''
      ) as salted;
    entry := jsonb_build_object(
      'format', 1, 'quote', quote, 'sequence', chain.events + 1, 'type', event_type, 'actor', actor,
      'account', case when actor = 'staff' then auth.uid() end,
      'at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'local', to_char(happened_at at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI:SS'),
      'data', jsonb_strip_nulls(data),
      'personal', (
        select coalesce(jsonb_object_agg(key, private.hash_text((value ->> 'salt') || ':' || (value ->> 'value'))), '{}')
        from jsonb_each(details)))::text;
    hash := private.hash_text(chain.head || E'\n' || entry);
    insert into public.quote_events (id, quote_id, sequence, type, occurred_at, entry, previous_hash, hash)
      values (event_id, quote, chain.events + 1, event_type, happened_at, entry, chain.head, hash);
    insert into public.quote_event_details (event_id, quote_id, field, value, salt)
      select event_id, quote, key, value ->> 'value', value ->> 'salt' from jsonb_each(details);
    update private.quote_chains set events = chain.events + 1, head = hash where quote_id = quote;
    return hash;
  end
  $$;
comment on function private.append_quote_event(uuid, text, text, jsonb, jsonb) is
  'Adds an event to the quote''s log and returns its hash. Personal values enter as salted hashes and are stored beside it.';

create function public.verify_quote(quote_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    event public.quote_events;
    entry jsonb;
    expected_hash text := repeat('0', 64);
    events integer := 0;
    erased integer := 0;
    problem text;
    chain private.quote_chains;
  begin
    if not private.is_staff() and current_setting('role', true) is distinct from 'service_role' then
      perform private.require_staff();
    end if;
    select * into chain from private.quote_chains where quote_chains.quote_id = verify_quote.quote_id;
    if chain.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    for event in select * from public.quote_events as stored
      where stored.quote_id = verify_quote.quote_id order by sequence
    loop
      events := events + 1;
      problem := case
        when event.sequence <> events then 'an event is missing'
        when event.previous_hash <> expected_hash then 'the previous hash differs'
        when event.hash <> private.hash_text(event.previous_hash || E'\n' || event.entry) then 'the entry was changed' end;
      if problem is null then
        entry := event.entry::jsonb;
        problem := case
          when entry ->> 'quote' <> event.quote_id::text or (entry ->> 'sequence')::integer <> event.sequence
            or entry ->> 'type' <> event.type or (entry ->> 'at')::timestamptz <> event.occurred_at
          then 'a column differs from the entry'
          when exists (
            select from jsonb_object_keys(entry -> 'personal') as field
            where not exists (
              select from public.quote_event_details as detail where detail.event_id = event.id and detail.field = field.field))
          then 'a personal value is missing'
          when exists (
            select from public.quote_event_details as detail
            where detail.event_id = event.id and detail.value is not null
              and private.hash_text(detail.salt || ':' || detail.value) is distinct from entry -> 'personal' ->> detail.field)
          then 'a personal value was changed'
          when event.type in ('sent', 'adjusted') and not exists (
            select from public.quote_versions as sent
            where sent.quote_id = event.quote_id and sent.version = (entry #>> '{data,version}')::integer
              and sent.document_sha256 = entry #>> '{data,documentSha256}'
              and case when sent.document is null
                then exists (select from public.quotes where id = sent.quote_id and erased_at is not null)
                else private.hash_text(sent.document) = sent.document_sha256 end)
          then 'the document of a version was changed'
          when event.type = 'document' and not exists (
            select from public.quote_documents as document
            where document.quote_id = event.quote_id and document.version = (entry #>> '{data,version}')::integer
              and document.type = entry #>> '{data,type}' and document.sha256 = entry #>> '{data,sha256}')
          then 'the hash of a PDF was changed'
          when event.type = 'accepted' and not exists (
            select from public.quote_acceptances as acceptance
            where acceptance.quote_id = event.quote_id and acceptance.event_hash = event.hash
              and acceptance.agreement = entry #>> '{data,agreement}'
              and private.hash_text(acceptance.agreement) = entry #>> '{data,agreementSha256}')
          then 'the agreement of an acceptance was changed' end;
        select erased + count(*) into erased from public.quote_event_details as detail
          where detail.event_id = event.id and detail.value is null;
      end if;
      if problem is not null then
        return jsonb_build_object('status', 'broken', 'sequence', events, 'problem', problem);
      end if;
      expected_hash := event.hash;
    end loop;
    if events <> chain.events or expected_hash <> chain.head then
      return jsonb_build_object('status', 'broken', 'sequence', events + 1, 'problem', 'the end of the log is missing');
    end if;
    return jsonb_build_object('status', 'intact', 'events', events, 'head', chain.head, 'erased', erased);
  end
  $$;
comment on function public.verify_quote(uuid) is
  'Verifies a quote''s evidence log from its first event to its last hash, and the documents that it names. Reports where it breaks.';
revoke execute on function public.verify_quote(uuid) from public, anon;
grant execute on function public.verify_quote(uuid) to authenticated, service_role;

create function private.log_quote_created() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.append_quote_event(new.id, 'created', case when private.is_staff() then 'staff' else 'system' end,
      jsonb_build_object('request', new.quote_request_id));
    return null;
  end
  $$;
comment on function private.log_quote_created() is 'Begins the evidence log of a quote.';
create trigger log_created after insert on public.quotes
  for each row execute function private.log_quote_created();

-- Another e-mail address ends the links that went to the former one.
create function private.log_customer_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.customer_email is distinct from old.customer_email then
      update private.quote_tokens set revoked_at = now() where quote_id = new.id and revoked_at is null;
    end if;
    perform private.append_quote_event(new.id, 'changed', case when private.is_staff() then 'staff' else 'system' end, '{}',
      jsonb_build_object('name', new.customer_name, 'email', new.customer_email, 'phone', new.customer_phone,
        'address', new.customer_address));
    return null;
  end
  $$;
comment on function private.log_customer_change() is 'Logs a change of the customer of a sent quote.';
create trigger log_customer_change
  after update of customer_name, customer_email, customer_phone, customer_address on public.quotes
  for each row when (new.version > 0 and new.erased_at is null
    and (new.customer_name, new.customer_email, new.customer_phone, new.customer_address)
      is distinct from (old.customer_name, old.customer_email, old.customer_phone, old.customer_address))
  execute function private.log_customer_change();

create function private.cancel_reminders() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.quote_reminders set status = 'cancelled' where quote_id = new.id and status = 'waiting';
    return null;
  end
  $$;
comment on function private.cancel_reminders() is
  'An answer, another version and a withdrawal end the reminders. Those of an expired quote wait for its extension.';
create trigger cancel_reminders after update on public.quotes
  for each row when (new.state not in ('sent', 'viewed', 'expired') or new.version <> old.version or new.reminders_stopped_at is not null)
  execute function private.cancel_reminders();

-- E-mails of quotes are in the outbox of all e-mails. They have no text before they are sent.

alter table private.outbox
  add constraint outbox_quote_id_fkey foreign key (quote_id) references public.quotes (id) on delete cascade;
create index outbox_quote_id_idx on private.outbox (quote_id) where quote_id is not null;

create function private.queue_quote_mail(quote public.quotes, recipient text, mail_type text, subject uuid default null,
  mail_version integer default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if recipient = 'customer' and quote.customer_email is null then return; end if;
    insert into private.outbox (quote_id, quote_mail, backoff_seconds)
      values (quote.id, jsonb_strip_nulls(jsonb_build_object(
          'to', recipient, 'type', mail_type, 'version', coalesce(mail_version, quote.version), 'subject', subject)),
        private.get_document_delay(quote.id, coalesce(mail_version, quote.version), mail_type));
  end
  $$;
comment on function private.queue_quote_mail(public.quotes, text, text, uuid, integer) is
  'Queues an e-mail about a version, by default the latest, to the customer or the owner; none to a customer without an e-mail address.';

-- Who calls, for the evidence log. The website signs what it knows about the visitor: "x-quote-client:
-- <milliseconds since 1970> <ip> <user agent in base64> <signature>".
create function private.get_quote_client() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    signed constant text[] := string_to_array(headers ->> 'x-quote-client', ' ');
  begin
    if cardinality(signed) = 4 and signed[1] ~ '^[0-9]{1,15}$' and signed[2] ~ '^[0-9a-f.:]{2,45}$'
      and char_length(signed[3]) <= 3000 and signed[3] ~ '^[A-Za-z0-9+/]*={0,2}$'
      and abs(signed[1]::numeric / 1000 - extract(epoch from now())) < 900
      and exists (
        select from private.form_secrets
        where signed[4] = private.hmac_sha256(concat_ws(E'\n', 'quote-client', signed[1], signed[2], signed[3]), secret))
    then
      return jsonb_build_object('source', 'website', 'ip', signed[2],
        'userAgent', left(convert_from(decode(signed[3], 'base64'), 'UTF8'), 500));
    end if;
    return jsonb_strip_nulls(jsonb_build_object('source', 'request',
      'ip', left(coalesce(headers ->> 'x-ridgeline-address', headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for'), 100),
      'userAgent', left(headers ->> 'user-agent', 500)));
  end
  $$;
comment on function private.get_quote_client() is
  'IP and user agent of the caller: source website if the website signed them, otherwise from the request''s headers.';

create function private.find_quote_link(token text) returns private.quote_tokens
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    found private.quote_tokens;
  begin
    if token ~ '^[0-9a-f]{40}$' then
      select * into found from private.quote_tokens
        where token_hash = private.hash_text(token) and revoked_at is null;
    end if;
    if found.token_hash is not null then
      if not public.take_rate_limit('quote-link:' || found.token_hash, 600, 3600) then
        raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
      end if;
      return found;
    end if;
    -- Known tokens pass whatever their network tries.
    if not public.take_rate_limit('quote-links:' || left(coalesce(private.get_quote_client() ->> 'ip', ''), 50), 300, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    return null;
  end
  $$;
comment on function private.find_quote_link(text) is
  'The link of a token that is valid; null otherwise. Limits requests of a link, and unknown tokens of a network.';

create function private.create_quote_token(quote uuid, purpose text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    -- 244 random bits of two UUIDs, of which 160 are used.
    token constant text := left(
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 40);
  begin
    insert into private.quote_tokens (token_hash, quote_id, purpose) values (private.hash_text(token), quote, purpose);
    return token;
  end
  $$;
comment on function private.create_quote_token(uuid, text) is 'A new token of 160 random bits. Only its SHA-256 is stored.';

-- With an agreed version the order goes on: the end of a later version restores what is agreed.
create function private.end_quote_version(quote public.quotes, outcome text) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ended public.quotes;
    acceptance public.quote_acceptances;
  begin
    select * into acceptance from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.version = quote.accepted_version;
    if acceptance.id is null then
      update public.quotes as changed
        set state = outcome, state_before_expiry = case outcome when 'expired' then quote.state end
        where changed.id = quote.id returning * into ended;
    else
      update public.quotes as changed
        set state = 'accepted', lapsed_as = outcome, selection = acceptance.selection,
          valid_until = (acceptance.agreement::jsonb ->> 'validUntil')::date
        where changed.id = quote.id returning * into ended;
    end if;
    return ended;
  end
  $$;
comment on function private.end_quote_version(public.quotes, text) is
  'The latest version is declined, expired or withdrawn. The quote has that state then, or is accepted again if an earlier version is agreed.';

create function private.get_shown_version(quote public.quotes) returns integer
  language sql immutable
  set search_path = ''
  as $$ select case quote.state when 'accepted' then quote.agreed_version else quote.version end $$;
comment on function private.get_shown_version(public.quotes) is
  'The version that customers see: the latest one, or what is agreed while no other one waits for an answer.';

create function private.lock_quote(quote uuid) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    locked public.quotes;
  begin
    select * into locked from public.quotes where id = quote for update;
    if locked.state in ('sent', 'viewed', 'change_requested') and locked.valid_until < private.today() then
      perform private.append_quote_event(quote, 'expired', 'system',
        jsonb_build_object('version', locked.version, 'validUntil', locked.valid_until));
      locked := private.end_quote_version(locked, 'expired');
    end if;
    return locked;
  end
  $$;
comment on function private.lock_quote(uuid) is
  'Locks the quote until the transaction ends and returns it, expired if its last day is over.';

create function private.compose_agreement(quote public.quotes, sent public.quote_versions, selection jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('format', 1, 'number', quote.number, 'version', sent.version, 'kind', sent.content ->> 'kind',
      'currency', 'CAD', 'documentSha256', sent.document_sha256, 'selection', selection,
      'totals', private.calculate_quote_totals(sent.content, selection), 'validUntil', quote.valid_until,
      'consent', sent.document::jsonb ->> 'consent')::text
  $$;
comment on function private.compose_agreement(public.quotes, public.quote_versions, jsonb) is
  'The JSON text of exactly what is agreed when this selection is accepted.';

create function private.get_balance(quote public.quotes) returns bigint
  language sql stable
  set search_path = ''
  as $$
    select quote.agreed_cents - coalesce(
      (select sum(amount_cents) from public.quote_payments where quote_id = quote.id), 0)::bigint
  $$;
comment on function private.get_balance(public.quotes) is 'What the customer still owes in cents; null before an acceptance.';

-- Functions of staff.

create function private.find_missing_facts(quote public.quotes) returns text[]
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
      case when coalesce((quote.content ->> 'validUntil')::date < private.today(), true) then 'valid_until' end,
      case when coalesce(business.business_name, '') = '' then 'business_name' end,
      case when coalesce(business.address, '') = '' then 'business_address' end,
      case when coalesce(business.phone, '') = '' then 'business_phone' end,
      case when (quote.content #>> '{hst,charged}')::boolean and coalesce(settings.hst_number, '') = '' then 'hst_number' end,
      case when quote.content -> 'hst' <> jsonb_build_object('charged', coalesce(settings.hst_charged, true),
        'basisPoints', coalesce(settings.hst_basis_points, 1300)) then 'hst' end], null)
    from (select 1) as one left join public.business_settings as business on true
      left join public.quote_settings as settings on true
  $$;
comment on function private.find_missing_facts(public.quotes) is
  'What a document must show and is missing, or differs from the settings.';

create function private.store_quote_version(quote public.quotes) returns public.quote_versions
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    document text;
    stored public.quote_versions;
  begin
    select jsonb_build_object(
        'format', 1, 'number', quote.number, 'version', quote.version, 'currency', 'CAD',
        'issuedOn', private.today(), 'validUntil', quote.valid_until,
        'content', quote.content, 'totals', private.calculate_quote_totals(quote.content),
        'consent', coalesce(settings.consent_sentence,
          'I have read this offer and accept it. I understand that my typed name is my electronic signature.'),
        'seller', jsonb_build_object('name', business.business_name, 'legalName', coalesce(settings.legal_name, ''),
          'address', business.address, 'phone', business.phone, 'email', coalesce(business.email, ''),
          'hstNumber', coalesce(settings.hst_number, '')))::text
      into document
      from (select 1) as one left join public.business_settings as business on true
        left join public.quote_settings as settings on true;
    insert into public.quote_versions (quote_id, version, content, totals, document, document_sha256, valid_until)
      values (quote.id, quote.version, quote.content, private.calculate_quote_totals(quote.content), document,
        private.hash_text(document), quote.valid_until)
      returning * into stored;
    insert into public.quote_documents (quote_id, version, type) values (quote.id, quote.version, 'offer');
    return stored;
  end
  $$;
comment on function private.store_quote_version(public.quotes) is 'Freezes the working copy as the quote''s current version.';

-- At 10:00 in Toronto on a weekday.
create function private.next_reminder_time(days integer) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select (day + case extract(isodow from day) when 6 then 2 when 7 then 1 else 0 end + time '10:00')
      at time zone 'America/Toronto'
    from (select private.today() + days as day) as due
  $$;
comment on function private.next_reminder_time(integer) is 'When a reminder after so many days is due: in business hours.';

create function public.send_quote(quote_id uuid, read_version timestamptz, expected_cents bigint) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    latest public.quote_versions;
    sent public.quote_versions;
    missing text[];
    chosen jsonb;
    total bigint;
    year constant integer := extract(year from private.today());
    next_number integer;
  begin
    perform private.require_staff();
    quote := private.lock_quote(send_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state = 'withdrawn' or quote.erased_at is not null then return '{"status": "withdrawn"}'::jsonb; end if;
    if quote.updated_at <> read_version then return '{"status": "changed"}'::jsonb; end if;
    chosen := case when private.is_possible_selection(quote.content, quote.selection) then quote.selection end;
    total := (private.calculate_quote_totals(quote.content, chosen) ->> 'total')::bigint;
    if total <> expected_cents then
      return jsonb_build_object('status', 'total_changed', 'total', total);
    end if;
    missing := private.find_missing_facts(quote);
    if missing <> '{}' then return jsonb_build_object('status', 'incomplete', 'missing', missing); end if;
    select * into latest from public.quote_versions as earlier
      where earlier.quote_id = quote.id and earlier.version = private.get_shown_version(quote);
    if latest.content = quote.content and quote.state <> 'declined' then return '{"status": "unchanged"}'::jsonb; end if;

    if quote.number is null then
      insert into private.quote_numbers as numbers values (year, 1)
        on conflict on constraint quote_numbers_pkey do update set last_number = numbers.last_number + 1
        returning last_number into next_number;
      quote.number := year || '-' || lpad(next_number::text, greatest(4, length(next_number::text)), '0');
    end if;
    update public.quotes as changed
      set number = quote.number, version = quote.version + 1, state = 'sent', state_before_expiry = null, selection = chosen,
        decline_reason = null, lapsed_as = null, valid_until = (quote.content ->> 'validUntil')::date, sent_at = now(),
        first_sent_at = coalesce(quote.first_sent_at, now())
      where changed.id = quote.id returning * into quote;
    sent := private.store_quote_version(quote);
    insert into public.quote_reminders (quote_id, version, position, due_at, body)
      select quote.id, quote.version, position, private.next_reminder_time(days), settings.reminder_text
      from public.quote_settings as settings, unnest(settings.reminder_days) with ordinality as reminder (days, position)
      where quote.customer_email is not null and quote.reminders_stopped_at is null;
    perform private.append_quote_event(quote.id, 'sent', 'staff', jsonb_build_object(
        'number', quote.number, 'version', quote.version, 'documentSha256', sent.document_sha256,
        'total', sent.totals -> 'total', 'selection', chosen, 'validUntil', quote.valid_until),
      jsonb_build_object('name', quote.customer_name, 'email', quote.customer_email, 'phone', quote.customer_phone,
        'address', quote.customer_address));
    perform private.queue_quote_mail(quote, 'customer', 'sent');
    return jsonb_build_object('status', 'sent', 'number', quote.number, 'version', quote.version,
      'mailed', quote.customer_email is not null);
  end
  $$;
comment on function public.send_quote(uuid, timestamptz, bigint) is
  'Freezes the working copy as the next version, assigns the number, and queues the e-mail and its reminders. It wants the version that staff saw, and its total with what the customer has selected if that is still possible, otherwise with the proposal.';

create function public.adjust_quote_estimate(quote_id uuid, read_version timestamptz, expected_cents bigint) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    acceptance public.quote_acceptances;
    sent public.quote_versions;
    totals jsonb;
    missing text[];
    max_cents bigint;
  begin
    perform private.require_staff();
    quote := private.lock_quote(adjust_quote_estimate.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state <> 'accepted' or quote.erased_at is not null then
      return jsonb_build_object('status', quote.state);
    end if;
    if quote.updated_at <> read_version then return '{"status": "changed"}'::jsonb; end if;
    select * into acceptance from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.version = quote.accepted_version;
    totals := private.calculate_quote_totals(quote.content, acceptance.selection);
    max_cents := div((acceptance.totals ->> 'total')::numeric * 110, 100);
    if quote.content ->> 'kind' <> 'estimate' or (acceptance.agreement::jsonb ->> 'kind') <> 'estimate' or totals is null
      or (totals ->> 'total')::bigint > max_cents
    then
      return jsonb_build_object('status', 'needs_acceptance', 'max', max_cents);
    end if;
    if (totals ->> 'total')::bigint <> expected_cents then
      return jsonb_build_object('status', 'total_changed', 'total', totals -> 'total');
    end if;
    missing := array_remove(private.find_missing_facts(quote), 'valid_until');
    if missing <> '{}' then return jsonb_build_object('status', 'incomplete', 'missing', missing); end if;
    update public.quotes as changed
      set version = quote.version + 1, agreed_version = quote.version + 1, sent_at = now(), lapsed_as = null,
        decline_reason = null, selection = acceptance.selection, agreed_cents = (totals ->> 'total')::bigint
      where changed.id = quote.id returning * into quote;
    sent := private.store_quote_version(quote);
    perform private.append_quote_event(quote.id, 'adjusted', 'staff', jsonb_build_object(
      'version', quote.version, 'documentSha256', sent.document_sha256, 'acceptedVersion', quote.accepted_version,
      'total', totals -> 'total', 'max', max_cents));
    perform private.queue_quote_mail(quote, 'customer', 'adjusted');
    return jsonb_build_object('status', 'adjusted', 'version', quote.version);
  end
  $$;
comment on function public.adjust_quote_estimate(uuid, timestamptz, bigint) is
  'Sends a version of an accepted estimate that needs no new acceptance: with the accepted selection at most 110 % of the accepted total.';

create function public.withdraw_quote(quote_id uuid, reason text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(withdraw_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if not private.is_quote_transition(quote.state, 'withdrawn') then
      return jsonb_build_object('status', quote.state);
    end if;
    perform private.end_quote_version(quote, 'withdrawn');
    perform private.append_quote_event(quote.id, 'withdrawn', 'staff',
      jsonb_build_object('version', quote.version), jsonb_build_object('reason', left(btrim(reason), 500)));
    return '{"status": "withdrawn"}'::jsonb;
  end
  $$;
comment on function public.withdraw_quote(uuid, text) is
  'Withdraws a quote that is not accepted, or the latest version of an order; otherwise the status is its state. Its links report that.';

create function public.extend_quote(quote_id uuid, until_day date) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(extend_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state not in ('sent', 'viewed', 'change_requested', 'expired') or quote.erased_at is not null then
      return jsonb_build_object('status', quote.state);
    end if;
    if until_day is null or until_day < private.today() or until_day > private.today() + 730 then
      return '{"status": "invalid"}'::jsonb;
    end if;
    update public.quotes as changed
      set valid_until = until_day, state = coalesce(quote.state_before_expiry, quote.state), state_before_expiry = null
      where changed.id = quote.id;
    if quote.state = 'expired' then
      update public.quote_reminders as reminder
        set due_at = private.next_reminder_time(coalesce(
          (select reminder_days[reminder.position] from public.quote_settings), 3 * reminder.position))
        where reminder.quote_id = quote.id and reminder.status = 'waiting' and reminder.due_at < now();
    end if;
    perform private.append_quote_event(quote.id, 'extended', 'staff',
      jsonb_build_object('version', quote.version, 'from', quote.valid_until, 'until', until_day));
    return jsonb_build_object('status', 'extended', 'validUntil', until_day);
  end
  $$;
comment on function public.extend_quote(uuid, date) is
  'Changes the last day of the current version, and nothing that was offered. Reminders that came due while it was expired are planned anew.';

create function private.accept_version(quote public.quotes, sent public.quote_versions, chosen jsonb, channel text,
  attempt uuid, data jsonb, personal jsonb) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    agreement constant text := private.compose_agreement(quote, sent, chosen);
    totals constant jsonb := private.calculate_quote_totals(sent.content, chosen);
    hash text;
  begin
    update public.quotes as changed
      set state = 'accepted', accepted_version = sent.version, agreed_version = sent.version, agreed_cents = (totals ->> 'total')::bigint,
        accepted_at = now(), selection = chosen
      where changed.id = quote.id returning * into quote;
    hash := private.append_quote_event(quote.id, 'accepted', case channel when 'phone' then 'staff' else 'customer' end,
      data || jsonb_build_object('channel', channel, 'number', quote.number, 'version', sent.version,
        'documentSha256', sent.document_sha256, 'agreement', agreement,
        'pdfSha256', (
          select sha256 from public.quote_documents as offer
          where offer.quote_id = quote.id and offer.version = sent.version and offer.type = 'offer' and offer.status = 'stored'),
        'agreementSha256', private.hash_text(agreement), 'consent', sent.document::jsonb -> 'consent'),
      personal);
    insert into public.quote_acceptances (quote_id, version_id, version, selection, totals, agreement, agreement_sha256,
        channel, attempt, event_hash)
      values (quote.id, sent.id, sent.version, chosen, totals, agreement, private.hash_text(agreement), channel, attempt, hash);
    insert into public.quote_documents (quote_id, version, type) values (quote.id, sent.version, 'acceptance');
    perform private.queue_quote_mail(quote, 'customer', 'accepted');
    perform private.queue_quote_mail(quote, 'owner', 'accepted');
    return jsonb_build_object('status', 'accepted', 'version', sent.version, 'total', totals -> 'total', 'hash', hash);
  end
  $$;
comment on function private.accept_version(public.quotes, public.quote_versions, jsonb, text, uuid, jsonb, jsonb) is
  'Stores the acceptance of a version, its event and its e-mails. The caller holds the lock and has checked the state.';

create function public.record_quote_acceptance(quote_id uuid, accepted_version integer, selection jsonb, customer_name text,
  note text, attempt uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    sent public.quote_versions;
    earlier public.quote_acceptances;
  begin
    perform private.require_staff();
    quote := private.lock_quote(record_quote_acceptance.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    select * into earlier from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.attempt = record_quote_acceptance.attempt;
    if earlier.id is not null then
      return jsonb_build_object('status', 'accepted', 'version', earlier.version, 'total', earlier.totals -> 'total',
        'hash', earlier.event_hash);
    end if;
    if quote.state not in ('sent', 'viewed', 'change_requested') then
      return jsonb_build_object('status', quote.state);
    end if;
    if quote.version <> record_quote_acceptance.accepted_version then return '{"status": "changed"}'::jsonb; end if;
    select * into sent from public.quote_versions as stored
      where stored.quote_id = quote.id and stored.version = quote.version;
    if not private.is_possible_selection(sent.content, selection) or attempt is null
      or coalesce(char_length(btrim(customer_name)) not between 2 and 120, true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    return private.accept_version(quote, sent, selection, 'phone', attempt, '{}',
      jsonb_build_object('name', btrim(customer_name), 'note', left(btrim(note), 500)));
  end
  $$;
comment on function public.record_quote_acceptance(uuid, integer, jsonb, text, text, uuid) is
  'Stores that the customer has accepted the current version by phone or in person; marked as such.';

create function public.answer_quote_message(message_id uuid, quote_id uuid, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(answer_quote_message.quote_id);
    if quote.id is null or quote.version = 0 or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
    if message_id is null or coalesce(char_length(btrim(body)) not between 1 and 5000, true) then
      return '{"status": "invalid"}'::jsonb;
    end if;
    insert into public.quote_messages (id, quote_id, version, author, type, body)
      values (message_id, quote.id, quote.version, 'staff', 'answer', btrim(body)) on conflict do nothing;
    if found then
      perform private.append_quote_event(quote.id, 'message', 'staff', jsonb_build_object('type', 'answer', 'message', message_id),
        jsonb_build_object('body', btrim(body)));
      perform private.queue_quote_mail(quote, 'customer', 'answer', message_id);
    end if;
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.answer_quote_message(uuid, uuid, text) is 'Answers the customer at the quote and by e-mail.';

create function public.create_quote_link(quote_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(create_quote_link.quote_id);
    if quote.id is null or quote.version = 0 or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
    perform private.append_quote_event(quote.id, 'link_created', 'staff', '{}');
    return jsonb_build_object('status', 'created', 'token', private.create_quote_token(quote.id, 'copied'));
  end
  $$;
comment on function public.create_quote_link(uuid) is 'A token for a link that staff hand over themselves. It is not stored and not shown again.';

create function public.revoke_quote_links(quote_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    revoked integer;
  begin
    perform private.require_staff();
    quote := private.lock_quote(revoke_quote_links.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    update private.quote_tokens as link set revoked_at = now() where link.quote_id = quote.id and revoked_at is null;
    get diagnostics revoked = row_count;
    perform private.append_quote_event(quote.id, 'links_revoked', 'staff', jsonb_build_object('links', revoked));
    return jsonb_build_object('status', 'revoked', 'links', revoked);
  end
  $$;
comment on function public.revoke_quote_links(uuid) is 'Ends all links of a quote.';

create function public.record_quote_payment(payment_id uuid, quote_id uuid, paid_on date, amount_cents bigint, method text,
  note text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(record_quote_payment.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.accepted_version is null then return jsonb_build_object('status', quote.state); end if;
    if payment_id is null or paid_on is null or paid_on > private.today() or coalesce(amount_cents, 0) = 0
      or abs(amount_cents) > 10000000000 or coalesce(method, '') not in ('cash', 'e-transfer', 'cheque', 'card')
      or char_length(note) > 500
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    insert into public.quote_payments (id, quote_id, paid_on, amount_cents, method, note)
      values (payment_id, quote.id, paid_on, record_quote_payment.amount_cents, method, coalesce(btrim(note), ''))
      on conflict do nothing;
    if found then
      perform private.append_quote_event(quote.id, 'payment', 'staff', jsonb_build_object('payment', payment_id, 'paidOn', paid_on,
        'cents', record_quote_payment.amount_cents, 'method', method), jsonb_build_object('note', note));
    end if;
    return jsonb_build_object('status', 'recorded', 'balance', private.get_balance(quote));
  end
  $$;
comment on function public.record_quote_payment(uuid, uuid, date, bigint, text, text) is
  'Records a payment of an accepted quote; a negative amount corrects or refunds one. The id makes a repeated request one payment.';

create function public.record_quote_stage(quote_id uuid, stage text, reached_on date, note text, images text[]) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(record_quote_stage.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.accepted_version is null then return jsonb_build_object('status', quote.state); end if;
    if coalesce(stage, '') not in ('deposit_received', 'ordered', 'building', 'ready', 'delivered')
      or char_length(note) > 2000 or cardinality(images) > 20
      or not private.all_match(coalesce(images, '{}'), '^orders/[^\s/]{1,250}$')
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    if reached_on is null then
      delete from public.quote_stages as stored
        where stored.quote_id = quote.id and stored.stage = record_quote_stage.stage;
    else
      insert into public.quote_stages (quote_id, stage, reached_on, note, images)
        values (quote.id, record_quote_stage.stage, record_quote_stage.reached_on, coalesce(btrim(record_quote_stage.note), ''),
          coalesce(record_quote_stage.images, '{}'))
        on conflict on constraint quote_stages_stage_key do update
          set reached_on = excluded.reached_on, note = excluded.note, images = excluded.images, updated_at = now();
    end if;
    perform private.append_quote_event(quote.id, 'stage', 'staff', jsonb_build_object('stage', stage, 'reachedOn', reached_on,
      'images', coalesce(cardinality(images), 0)));
    return '{"status": "recorded"}'::jsonb;
  end
  $$;
comment on function public.record_quote_stage(uuid, text, date, text, text[]) is
  'Stores when an accepted order reached a stage, with note and images; without a day the stage is removed.';

create function public.resend_quote(quote_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(resend_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state not in ('sent', 'viewed', 'change_requested', 'accepted') then
      return jsonb_build_object('status', quote.state);
    end if;
    if quote.customer_email is null then return '{"status": "invalid"}'::jsonb; end if;
    if not public.take_rate_limit('quote-resend:' || quote.id, 5, 86400) then return '{"status": "too_many"}'::jsonb; end if;
    if quote.state = 'accepted' then
      perform private.queue_quote_mail(quote, 'customer', 'accepted', null, quote.accepted_version);
    else
      perform private.queue_quote_mail(quote, 'customer', 'sent');
    end if;
    if quote.state = 'accepted' and quote.agreed_version > quote.accepted_version then
      perform private.queue_quote_mail(quote, 'customer', 'adjusted', null, quote.agreed_version);
    end if;
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.resend_quote(uuid) is
  'Queues the e-mail of the current version again, or that of what is agreed, at most five times a day.';

create function public.save_quote_reminder(quote_id uuid, reminder_id uuid, due_day date, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    due constant timestamptz := private.next_reminder_time(due_day - private.today());
    free_position integer;
  begin
    perform private.require_staff();
    quote := private.lock_quote(save_quote_reminder.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state not in ('sent', 'viewed') or quote.erased_at is not null then
      return jsonb_build_object('status', quote.state);
    end if;
    if quote.customer_email is null then return '{"status": "no_email"}'::jsonb; end if;
    if quote.reminders_stopped_at is not null then return '{"status": "stopped"}'::jsonb; end if;
    if due is null or due_day < private.today() or (due at time zone 'America/Toronto')::date > quote.valid_until
      or due > quote.first_sent_at + interval '6 months' or char_length(body) > 2000
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    if reminder_id is not null then
      update public.quote_reminders as reminder set due_at = due, body = coalesce(btrim(save_quote_reminder.body), '')
        where reminder.id = reminder_id and reminder.quote_id = quote.id and reminder.status = 'waiting';
      if not found then return '{"status": "not_found"}'::jsonb; end if;
    else
      select min(candidate) into free_position from generate_series(1, 3) as candidate
        where not exists (
          select from public.quote_reminders as reminder
          where reminder.quote_id = quote.id and reminder.version = quote.version and reminder.position = candidate
            and reminder.status <> 'cancelled');
      if free_position is null then return '{"status": "too_many"}'::jsonb; end if;
      insert into public.quote_reminders (quote_id, version, position, due_at, body)
        values (quote.id, quote.version, free_position, due, coalesce(btrim(save_quote_reminder.body), ''))
        on conflict on constraint quote_reminders_position_key
          do update set due_at = excluded.due_at, body = excluded.body, status = 'waiting', queued_at = null;
    end if;
    return jsonb_build_object('status', 'saved', 'dueAt', due);
  end
  $$;
comment on function public.save_quote_reminder(uuid, uuid, date, text) is
  'Changes a waiting reminder of the current version, or adds one if there are fewer than three: at 10:00 in Toronto, on Monday instead of a weekend, while the quote is valid.';

-- Functions of customers. They know the token and nothing else.

create function private.get_previous_version(quote public.quotes) returns integer
  language sql immutable
  set search_path = ''
  as $$
    select case when quote.state = 'accepted' then nullif(quote.agreed_version - 1, 0)
      else coalesce(quote.agreed_version, nullif(quote.version - 1, 0)) end
  $$;
comment on function private.get_previous_version(public.quotes) is
  'The version with which the shown one is compared: what is agreed, or the one before. Null for the first.';

create function private.show_quote(quote public.quotes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'status', 'found', 'number', quote.number, 'state', quote.state, 'version', sent.version,
      'document', sent.document::jsonb, 'documentSha256', sent.document_sha256,
      'validUntil', quote.valid_until, 'sentAt', sent.created_at,
      'customer', jsonb_build_object('name', quote.customer_name, 'address', coalesce(quote.customer_address, ''),
        'hasEmail', quote.customer_email is not null),
      'selection', coalesce(quote.selection, private.propose_quote_selection(sent.content)),
      'previousContent', (
        select earlier.content from public.quote_versions as earlier
        where earlier.quote_id = quote.id and earlier.version = private.get_previous_version(quote)),
      'previousVersion', private.get_previous_version(quote),
      'agreedVersion', quote.agreed_version,
      'lapsed', case when quote.lapsed_as is not null then
        jsonb_build_object('version', quote.version, 'as', quote.lapsed_as) end,
      'acceptance', (
        select jsonb_build_object('version', version, 'acceptedAt', accepted_at, 'channel', channel, 'selection', selection,
          'totals', totals, 'hash', event_hash)
        from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version),
      'agreedCents', quote.agreed_cents, 'balanceCents', private.get_balance(quote),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('paidOn', paid_on, 'cents', amount_cents, 'method', method)
          order by paid_on, created_at), '[]')
        from public.quote_payments where quote_id = quote.id),
      'stages', (
        select coalesce(jsonb_agg(jsonb_build_object('stage', stage, 'reachedOn', reached_on, 'note', note, 'images', images)
          order by reached_on, updated_at), '[]')
        from public.quote_stages where quote_id = quote.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object('author', author, 'type', type, 'body', body, 'at', created_at)
          order by created_at, id), '[]')
        from public.quote_messages where quote_id = quote.id and body is not null),
      'remindersStopped', quote.reminders_stopped_at is not null,
      'head', (select head from private.quote_chains where quote_id = quote.id))
    from public.quote_versions as sent
    where sent.quote_id = quote.id and sent.version = private.get_shown_version(quote)
  $$;
comment on function private.show_quote(public.quotes) is 'What a customer sees of a sent quote.';

-- Anyone with the link causes events; a hundred an hour are more than any customer needs.
create function private.open_link_to_write(token text) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    link private.quote_tokens := private.find_quote_link(token);
  begin
    if link.quote_id is null then return null; end if;
    if not public.take_rate_limit('quote-writes:' || link.quote_id, 100, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    return private.lock_quote(link.quote_id);
  end
  $$;
comment on function private.open_link_to_write(text) is 'Locks the quote of a link; null for an unknown token.';

create function private.customer_facts(quote public.quotes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select (private.get_quote_client() - 'source') || jsonb_strip_nulls(jsonb_build_object('email', quote.customer_email))
  $$;
comment on function private.customer_facts(public.quotes) is 'Personal values of an event: IP, user agent, the e-mail address of the link.';

create function private.link_facts(token text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('link', left(private.hash_text(token), 16), 'source', private.get_quote_client() -> 'source')
  $$;
comment on function private.link_facts(text) is 'Which link was used, by the first 16 digits of its hash, and who knows the IP.';

create function public.open_quote(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
  begin
    if link.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    quote := private.lock_quote(link.quote_id);
    if not exists (
      select from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'opened'
        and event.entry::jsonb #>> '{data,link}' = left(link.token_hash, 16)
        and event.entry::jsonb #>> '{data,version}' = private.get_shown_version(quote)::text
        and event.occurred_at > clock_timestamp() - interval '1 day')
    then
      perform private.append_quote_event(quote.id, 'opened', 'customer',
        private.link_facts(token) || jsonb_build_object('version', private.get_shown_version(quote)), private.customer_facts(quote));
    end if;
    return private.show_quote(quote);
  end
  $$;
comment on function public.open_quote(text) is
  'The quote of a link. Logs opened, once a day, link and version; a mail scanner may be the one who opens it.';

create function public.view_quote(token text, shown_version integer) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    return '{"status": "viewed"}'::jsonb;
  end
  $$;
comment on function public.view_quote(text, integer) is 'Stores that a person has seen this version. Called by the page once it is visible.';

create function private.mark_quote_viewed(token text, quote public.quotes, shown_version integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if shown_version is distinct from private.get_shown_version(quote) or exists (
      select from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'viewed'
        and event.entry::jsonb #>> '{data,version}' = shown_version::text)
    then
      return;
    end if;
    perform private.append_quote_event(quote.id, 'viewed', 'customer',
      private.link_facts(token) || jsonb_build_object('version', shown_version), private.customer_facts(quote));
    if quote.state = 'sent' then
      update public.quotes set state = 'viewed' where id = quote.id;
    end if;
  end
  $$;
comment on function private.mark_quote_viewed(text, public.quotes, integer) is
  'Logs viewed once for each version and changes sent to viewed.';

create function private.explain_closed_quote(quote public.quotes, wanted_version integer) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when quote.state in ('declined', 'expired', 'withdrawn') then jsonb_build_object('status', quote.state)
      when wanted_version = quote.version and quote.lapsed_as is not null then
        jsonb_build_object('status', quote.lapsed_as, 'version', quote.version, 'agreedVersion', quote.agreed_version)
      when quote.state = 'accepted' then (
        select jsonb_build_object('status', 'already_accepted', 'version', version, 'acceptedAt', accepted_at,
          'channel', channel, 'total', totals -> 'total')
        from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version)
      when wanted_version is distinct from quote.version then jsonb_build_object('status', 'changed', 'version', quote.version)
      end
  $$;
comment on function private.explain_closed_quote(public.quotes, integer) is
  'Why this version can''t be answered; null if it can.';

create function public.choose_quote_options(token text, shown_version integer, selection jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
    sent public.quote_versions;
    closed jsonb;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then return closed; end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if not private.is_possible_selection(sent.content, choose_quote_options.selection) then return '{"status": "invalid"}'::jsonb; end if;
    if quote.selection is distinct from choose_quote_options.selection then
      update public.quotes as changed set selection = choose_quote_options.selection where changed.id = quote.id;
      perform private.append_quote_event(quote.id, 'options', 'customer', private.link_facts(token) || jsonb_build_object(
        'version', quote.version, 'selection', choose_quote_options.selection,
        'total', private.calculate_quote_totals(sent.content, choose_quote_options.selection) -> 'total'));
    end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    return jsonb_build_object('status', 'chosen',
      'totals', private.calculate_quote_totals(sent.content, choose_quote_options.selection));
  end
  $$;
comment on function public.choose_quote_options(text, integer, jsonb) is
  'Stores which options and alternative the customer has selected, and returns the totals.';

create function public.review_quote(token text, shown_version integer, selection jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
    sent public.quote_versions;
    closed jsonb;
    agreement text;
    shown_already boolean;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then return closed; end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if not private.is_possible_selection(sent.content, review_quote.selection) then return '{"status": "invalid"}'::jsonb; end if;
    agreement := private.compose_agreement(quote, sent, review_quote.selection);
    select event.type = 'review_shown' and event.entry::jsonb #>> '{data,agreementSha256}' = private.hash_text(agreement)
        and event.entry::jsonb #>> '{data,link}' = left(private.hash_text(token), 16)
      into shown_already
      from public.quote_events as event where event.quote_id = quote.id order by sequence desc limit 1;
    if not coalesce(shown_already, false) then
      update public.quotes as changed set selection = review_quote.selection where changed.id = quote.id;
      perform private.mark_quote_viewed(token, quote, shown_version);
      perform private.append_quote_event(quote.id, 'review_shown', 'customer', private.link_facts(token) || jsonb_build_object(
          'version', quote.version, 'agreementSha256', private.hash_text(agreement), 'selection', review_quote.selection),
        private.customer_facts(quote));
    end if;
    return jsonb_build_object('status', 'review', 'agreement', agreement::jsonb,
      'agreementSha256', private.hash_text(agreement));
  end
  $$;
comment on function public.review_quote(text, integer, jsonb) is
  'Exactly what is agreed if this selection is accepted, with its SHA-256, and stores that it was shown.';

create function public.accept_quote(token text, shown_version integer, selection jsonb, agreement_sha256 text,
  customer_name text, consent text, attempt uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
    sent public.quote_versions;
    earlier public.quote_acceptances;
    closed jsonb;
    review_event public.quote_events;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    select * into earlier from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.attempt = accept_quote.attempt and stored.channel = 'online';
    if earlier.id is not null then
      return jsonb_build_object('status', 'accepted', 'version', earlier.version, 'total', earlier.totals -> 'total',
        'hash', earlier.event_hash);
    end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then
      perform private.append_quote_event(quote.id, 'answer_refused', 'customer', private.link_facts(token) || jsonb_build_object(
          'answer', 'accept', 'version', shown_version, 'reason', closed -> 'status'), private.customer_facts(quote));
      return closed;
    end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if attempt is null or not private.is_possible_selection(sent.content, accept_quote.selection)
      or coalesce(char_length(btrim(customer_name)) not between 2 and 120, true)
      or consent is distinct from sent.document::jsonb ->> 'consent'
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select * into review_event from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'review_shown'
        and event.entry::jsonb #>> '{data,agreementSha256}' = accept_quote.agreement_sha256
      order by sequence desc limit 1;
    if review_event.id is null
      or private.hash_text(private.compose_agreement(quote, sent, accept_quote.selection)) is distinct from accept_quote.agreement_sha256
    then
      return '{"status": "review_needed"}'::jsonb;
    end if;
    return private.accept_version(quote, sent, accept_quote.selection, 'online', attempt,
      private.link_facts(token) || jsonb_build_object(
        'openedAt', (select min(occurred_at) from public.quote_events as event
          where event.quote_id = quote.id and event.type = 'opened'),
        'reviewHash', review_event.hash),
      private.customer_facts(quote) || jsonb_build_object('name', btrim(customer_name),
        'mailResponse', (
          select detail.value from public.quote_event_details as detail
            join public.quote_events as event on event.id = detail.event_id
          where event.quote_id = quote.id and event.type = 'mailed' and detail.field = 'response'
            and event.entry::jsonb #>> '{data,version}' = sent.version::text
          order by event.sequence limit 1)));
  end
  $$;
comment on function public.accept_quote(text, integer, jsonb, text, text, text, uuid) is
  'Accepts the version and selection whose review was shown. The same attempt gets the same answer; whoever is late gets what happened.';

create function public.decline_quote(token text, shown_version integer, reason text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
    closed jsonb;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then
      if closed ->> 'status' <> 'declined' then
        perform private.append_quote_event(quote.id, 'answer_refused', 'customer', private.link_facts(token) || jsonb_build_object(
            'answer', 'decline', 'version', shown_version, 'reason', closed -> 'status'), private.customer_facts(quote));
      end if;
      return closed;
    end if;
    if char_length(reason) > 2000 then return '{"status": "invalid"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    update public.quotes as changed set decline_reason = nullif(btrim(decline_quote.reason), '')
      where changed.id = quote.id returning * into quote;
    quote := private.end_quote_version(quote, 'declined');
    perform private.append_quote_event(quote.id, 'declined', 'customer',
      private.link_facts(token) || jsonb_build_object('version', quote.version),
      private.customer_facts(quote) || jsonb_strip_nulls(jsonb_build_object('reason', quote.decline_reason)));
    perform private.queue_quote_mail(quote, 'owner', 'declined');
    return '{"status": "declined"}'::jsonb;
  end
  $$;
comment on function public.decline_quote(text, integer, text) is 'Declines the current version. Repeated, it reports the same.';

create function public.send_quote_message(token text, message_id uuid, type text, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if message_id is null or coalesce(type, '') not in ('question', 'change')
      or coalesce(char_length(btrim(body)) not between 1 and 5000, true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    if exists (select from public.quote_messages as earlier where earlier.id = message_id and earlier.quote_id = quote.id) then
      return '{"status": "sent"}'::jsonb;
    end if;
    if type = 'change' and quote.state not in ('sent', 'viewed', 'change_requested', 'expired') then
      return jsonb_build_object('status', quote.state);
    end if;
    insert into public.quote_messages (id, quote_id, version, author, type, body)
      values (message_id, quote.id, private.get_shown_version(quote), 'customer', send_quote_message.type, btrim(body))
      on conflict do nothing;
    if not found then return '{"status": "invalid"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, private.get_shown_version(quote));
    if type = 'change' and quote.state in ('sent', 'viewed') then
      update public.quotes as changed set state = 'change_requested' where changed.id = quote.id;
    end if;
    update public.quote_reminders as reminder set status = 'cancelled'
      where reminder.quote_id = quote.id and status = 'waiting';
    perform private.append_quote_event(quote.id, 'message', 'customer', private.link_facts(token) || jsonb_build_object(
        'version', private.get_shown_version(quote), 'type', type, 'message', message_id),
      private.customer_facts(quote) || jsonb_build_object('body', btrim(body)));
    perform private.queue_quote_mail(quote, 'owner', case type when 'change' then 'change' else 'question' end, message_id);
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.send_quote_message(text, uuid, text, text) is
  'Stores a question or a requested change and notifies the owner. The id makes a repeated request one message.';

create function public.stop_quote_reminders(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.open_link_to_write(token);
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.reminders_stopped_at is null then
      update public.quotes as changed set reminders_stopped_at = now() where changed.id = quote.id;
      perform private.append_quote_event(quote.id, 'reminders_stopped', 'customer', private.link_facts(token));
    end if;
    return '{"status": "stopped"}'::jsonb;
  end
  $$;
comment on function public.stop_quote_reminders(text) is 'Ends the reminders of a quote: the unsubscribe link of their e-mails.';

-- The list of the back office.

create function public.count_quotes(patterns text[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select jsonb_build_object(
      'states', coalesce(jsonb_object_agg(state, quotes), '{}'), 'orders', coalesce(sum(orders), 0),
      'openCents', coalesce(sum(open_cents) filter (where state in ('sent', 'viewed', 'change_requested')), 0),
      'wonCents', coalesce(sum(won_cents), 0))
    from (
      select state, count(*) as quotes, count(accepted_version) as orders, coalesce(sum(agreed_cents), 0) as won_cents,
        sum(greatest(total_cents - coalesce(agreed_cents, 0), 0)) as open_cents
      from public.quotes where search_text like all (patterns) group by state
    ) as counted
  $$;
comment on function public.count_quotes(text[]) is
  'The quotes that match all patterns: their number by state, that of orders, what is agreed, and what the open ones would add to that.';

do $$
declare
  signature text;
begin
  foreach signature in array array['send_quote(uuid, timestamptz, bigint)',
    'adjust_quote_estimate(uuid, timestamptz, bigint)', 'withdraw_quote(uuid, text)', 'extend_quote(uuid, date)',
    'record_quote_acceptance(uuid, integer, jsonb, text, text, uuid)', 'answer_quote_message(uuid, uuid, text)',
    'create_quote_link(uuid)', 'revoke_quote_links(uuid)', 'record_quote_payment(uuid, uuid, date, bigint, text, text)',
    'record_quote_stage(uuid, text, date, text, text[])', 'resend_quote(uuid)', 'save_quote_reminder(uuid, uuid, date, text)',
    'count_quotes(text[])']
  loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated', signature);
  end loop;
  foreach signature in array array['open_quote(text)', 'view_quote(text, integer)',
    'choose_quote_options(text, integer, jsonb)', 'review_quote(text, integer, jsonb)',
    'accept_quote(text, integer, jsonb, text, text, text, uuid)', 'decline_quote(text, integer, text)',
    'send_quote_message(text, uuid, text, text)', 'stop_quote_reminders(text)']
  loop
    execute format('revoke execute on function public.%s from public', signature);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', signature);
  end loop;
  -- Security definer functions would hand their rights to whoever may call them.
  foreach signature in array array['append_quote_event(uuid, text, text, jsonb, jsonb)', 'log_quote_created()',
    'log_customer_change()', 'cancel_reminders()', 'queue_quote_mail(public.quotes, text, text, uuid, integer)', 'get_quote_client()',
    'find_quote_link(text)', 'create_quote_token(uuid, text)', 'lock_quote(uuid)', 'store_quote_version(public.quotes)',
    'accept_version(public.quotes, public.quote_versions, jsonb, text, uuid, jsonb, jsonb)', 'show_quote(public.quotes)',
    'open_link_to_write(text)', 'customer_facts(public.quotes)', 'link_facts(text)',
    'mark_quote_viewed(text, public.quotes, integer)', 'end_quote_version(public.quotes, text)', 'explain_closed_quote(public.quotes, integer)']
  loop
    execute format('revoke execute on function private.%s from public, anon, authenticated', signature);
  end loop;
end
$$;
