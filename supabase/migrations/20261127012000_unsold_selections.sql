-- A new version has the total of what was accepted or, before that, of what is proposed, never of what a customer
-- has only selected. A repeated call of what was sent or withdrawn says so.

create or replace function public.send_quote(quote_id uuid, read_version timestamptz, expected_cents bigint) returns jsonb
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
    year constant integer := extract(year from private.get_today());
    next_number integer;
    answered uuid;
  begin
    perform private.require_staff();
    -- The request before its quote, as its deletion locks them.
    perform from public.quote_requests where id = (select quote_request_id from public.quotes where id = send_quote.quote_id)
      for no key update;
    quote := private.lock_quote(send_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state = 'withdrawn' or quote.erased_at is not null then return '{"status": "withdrawn"}'::jsonb; end if;
    if quote.updated_at <> read_version then return '{"status": "changed"}'::jsonb; end if;
    select stored.selection into chosen from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.version = quote.accepted_version
        and private.is_possible_selection(quote.content, stored.selection);
    total := (private.calculate_quote_totals(quote.content, chosen) ->> 'total')::bigint;
    if total <> expected_cents then
      return jsonb_build_object('status', 'total_changed', 'total', total);
    end if;
    missing := private.find_missing_facts(quote);
    if missing <> '{}' then return jsonb_build_object('status', 'incomplete', 'missing', missing); end if;
    select * into latest from public.quote_versions as earlier
      where earlier.quote_id = quote.id and earlier.version = private.get_shown_version(quote);
    if quote.content in (latest.content, jsonb_set(latest.content, '{validUntil}', to_jsonb(quote.valid_until)))
      and quote.state <> 'declined'
    then
      return jsonb_build_object('status', 'unchanged', 'number', quote.number, 'version', quote.version,
        'mailed', quote.customer_email is not null);
    end if;

    if quote.number is null then
      insert into private.quote_numbers as numbers values (year, 1)
        on conflict on constraint quote_numbers_pkey do update set last_number = numbers.last_number + 1
        returning last_number into next_number;
      quote.number := year || '-' || lpad(next_number::text, greatest(4, length(next_number::text)), '0');
    end if;
    update public.quotes as changed
      set number = quote.number, version = quote.version + 1, state = 'sent', state_before_expiry = null, selection = chosen,
        offered_cents = total, decline_reason = null, lapsed_as = null, valid_until = (quote.content ->> 'validUntil')::date, sent_at = now(),
        first_sent_at = coalesce(quote.first_sent_at, now())
      where changed.id = quote.id returning * into quote;
    sent := private.store_quote_version(quote);
    insert into public.quote_reminders (quote_id, version, position, due_at, body)
      select quote.id, quote.version, position, private.get_next_reminder_time(days), settings.reminder_text
      from public.quote_settings as settings, unnest(settings.reminder_days) with ordinality as reminder (days, position)
      where quote.customer_email is not null and quote.reminders_stopped_at is null;
    perform private.append_quote_event(quote.id, 'sent', 'staff', jsonb_build_object(
        'number', quote.number, 'version', quote.version, 'documentSha256', sent.document_sha256,
        'total', sent.totals -> 'total', 'selection', chosen, 'validUntil', quote.valid_until),
      jsonb_build_object('name', quote.customer_name, 'email', quote.customer_email, 'phone', quote.customer_phone,
        'address', quote.customer_address));
    perform private.queue_quote_mail(quote, 'customer', 'sent');
    update public.quote_requests set status = 'responded' where id = quote.quote_request_id and status = 'pending'
      returning id into answered;
    return jsonb_build_object('status', 'sent', 'number', quote.number, 'version', quote.version,
      'mailed', quote.customer_email is not null, 'answeredRequest', answered);
  end
  $$;
comment on function public.send_quote(uuid, timestamptz, bigint) is
  'Freezes the working copy as the next version, assigns the number, queues the e-mail and its reminders, and marks the request as responded. Requires the version that staff saw, and its total with what was accepted if that is still possible, otherwise with the proposal. What a customer has only selected is not agreed. A repeated call is unchanged, with the version that was sent.';

create or replace function public.adjust_quote_estimate(quote_id uuid, read_version timestamptz, expected_cents bigint) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    acceptance public.quote_acceptances;
    agreed public.quote_versions;
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
    select * into agreed from public.quote_versions as stored
      where stored.quote_id = quote.id and stored.version = quote.agreed_version;
    if quote.content in (agreed.content, jsonb_set(agreed.content, '{validUntil}', to_jsonb(quote.valid_until))) then
      return jsonb_build_object('status', 'unchanged', 'number', quote.number, 'version', quote.version,
        'mailed', quote.customer_email is not null);
    end if;
    select * into acceptance from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.version = quote.accepted_version;
    totals := private.calculate_quote_totals(quote.content, acceptance.selection);
    max_cents := div((acceptance.totals ->> 'total')::numeric * 110, 100);
    if quote.content ->> 'type' <> 'estimate' or (acceptance.agreement::jsonb ->> 'type') <> 'estimate' or totals is null
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
        decline_reason = null, selection = acceptance.selection, agreed_cents = (totals ->> 'total')::bigint,
        offered_cents = (totals ->> 'total')::bigint
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
  'Sends a version of an accepted estimate that needs no new acceptance: with the accepted selection at most 110 % of the accepted total. A repeated call is unchanged.';

create or replace function public.withdraw_quote(quote_id uuid, reason text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(withdraw_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.lapsed_as = 'withdrawn' then return '{"status": "withdrawn"}'::jsonb; end if;
    if not private.is_quote_transition(quote.state, 'withdrawn') then
      return jsonb_build_object('status', quote.state);
    end if;
    perform private.end_quote_version(quote, 'withdrawn');
    perform private.append_quote_event(quote.id, 'withdrawn', 'staff',
      jsonb_build_object('version', quote.version), jsonb_build_object('reason', left(btrim(reason), 500)));
    return '{"status": "withdrawn"}'::jsonb;
  end
  $$;

create or replace function private.show_quote(quote public.quotes, before_message uuid) returns jsonb
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
      'previousSelection', coalesce((
        select selection from public.quote_acceptances as acceptance
        where acceptance.quote_id = quote.id and acceptance.version = quote.accepted_version and acceptance.version < sent.version),
        sent.selection),
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
      'remindersStopped', quote.reminders_stopped_at is not null,
      'head', (select head from private.quote_chains where quote_id = quote.id))
      || private.show_quote_messages(quote.id, before_message)
    from public.quote_versions as sent
    where sent.quote_id = quote.id and sent.version = private.get_shown_version(quote)
  $$;
comment on function private.show_quote(public.quotes, uuid) is 'What a customer sees of a sent quote, with the messages before one of them.';
