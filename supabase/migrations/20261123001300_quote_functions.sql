-- What staff do with quotes. Each function locks the quote's row first, so that of concurrent changes one is
-- the first, and returns an object with a status. See docs/decisions/028-quotes.md.

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
revoke execute on function private.end_quote_version(public.quotes, text) from public, anon, authenticated;

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
    if locked.state in ('sent', 'viewed', 'change_requested') and locked.valid_until < private.get_today() then
      perform private.append_quote_event(quote, 'expired', 'system',
        jsonb_build_object('version', locked.version, 'validUntil', locked.valid_until));
      locked := private.end_quote_version(locked, 'expired');
    end if;
    return locked;
  end
  $$;
comment on function private.lock_quote(uuid) is
  'Locks the quote until the transaction ends and returns it, expired if its last day is over.';
revoke execute on function private.lock_quote(uuid) from public, anon, authenticated;

create function private.compose_agreement(quote public.quotes, sent public.quote_versions, selection jsonb) returns text
  language sql stable
  set search_path = ''
  as $$
    select jsonb_build_object('format', 1, 'number', quote.number, 'version', sent.version, 'type', sent.content ->> 'type',
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
      case when coalesce((quote.content ->> 'validUntil')::date < private.get_today(), true) then 'valid_until' end,
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
        'issuedOn', private.get_today(), 'validUntil', quote.valid_until,
        'content', quote.content, 'selection', quote.selection,
        'totals', private.calculate_quote_totals(quote.content, quote.selection),
        'consent', coalesce(settings.consent_sentence,
          'I have read this offer and accept it. I understand that my typed name is my electronic signature.'),
        'seller', jsonb_build_object('name', business.business_name, 'legalName', coalesce(settings.legal_name, ''),
          'address', business.address, 'phone', business.phone, 'email', coalesce(business.email, ''),
          'hstNumber', coalesce(settings.hst_number, '')))::text
      into document
      from (select 1) as one left join public.business_settings as business on true
        left join public.quote_settings as settings on true;
    insert into public.quote_versions (quote_id, version, content, selection, totals, document, document_sha256, valid_until)
      values (quote.id, quote.version, quote.content, quote.selection,
        private.calculate_quote_totals(quote.content, quote.selection), document, private.hash_text(document), quote.valid_until)
      returning * into stored;
    insert into public.quote_documents (quote_id, version, type) values (quote.id, quote.version, 'offer');
    return stored;
  end
  $$;
comment on function private.store_quote_version(public.quotes) is 'Freezes the working copy as the quote''s current version.';
revoke execute on function private.store_quote_version(public.quotes) from public, anon, authenticated;

-- At 10:00 in Toronto on a weekday.
create function private.get_next_reminder_time(days integer) returns timestamptz
  language sql stable
  set search_path = ''
  as $$
    select (day + case extract(isodow from day) when 6 then 2 when 7 then 1 else 0 end + time '10:00')
      at time zone 'America/Toronto'
    from (select private.get_today() + days as day) as due
  $$;
comment on function private.get_next_reminder_time(integer) is 'When a reminder after so many days is due: in business hours.';

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
    year constant integer := extract(year from private.get_today());
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
    if quote.content in (latest.content, jsonb_set(latest.content, '{validUntil}', to_jsonb(quote.valid_until)))
      and quote.state <> 'declined'
    then
      return '{"status": "unchanged"}'::jsonb;
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
    return jsonb_build_object('status', 'sent', 'number', quote.number, 'version', quote.version,
      'mailed', quote.customer_email is not null);
  end
  $$;
comment on function public.send_quote(uuid, timestamptz, bigint) is
  'Freezes the working copy as the next version, assigns the number, and queues the e-mail and its reminders. Requires the version that staff saw, and its total with what the customer has selected if that is still possible, otherwise with the proposal.';
revoke execute on function public.send_quote(uuid, timestamptz, bigint) from public, anon;
grant execute on function public.send_quote(uuid, timestamptz, bigint) to authenticated;

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
  'Sends a version of an accepted estimate that needs no new acceptance: with the accepted selection at most 110 % of the accepted total.';
revoke execute on function public.adjust_quote_estimate(uuid, timestamptz, bigint) from public, anon;
grant execute on function public.adjust_quote_estimate(uuid, timestamptz, bigint) to authenticated;

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
revoke execute on function public.withdraw_quote(uuid, text) from public, anon;
grant execute on function public.withdraw_quote(uuid, text) to authenticated;

create function public.extend_quote(quote_id uuid, until_day date) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    sent_day jsonb;
  begin
    perform private.require_staff();
    quote := private.lock_quote(extend_quote.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state not in ('sent', 'viewed', 'change_requested', 'expired') or quote.erased_at is not null then
      return jsonb_build_object('status', quote.state);
    end if;
    if until_day is null or until_day < private.get_today() or until_day > private.get_today() + 730 then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select content -> 'validUntil' into sent_day from public.quote_versions as sent
      where sent.quote_id = quote.id and sent.version = quote.version;
    update public.quotes as changed
      set valid_until = until_day, state = coalesce(quote.state_before_expiry, quote.state), state_before_expiry = null,
        content = case when quote.content -> 'validUntil' in (sent_day, to_jsonb(quote.valid_until))
          then jsonb_set(quote.content, '{validUntil}', to_jsonb(until_day)) else quote.content end
      where changed.id = quote.id;
    if quote.state = 'expired' then
      update public.quote_reminders as reminder
        set due_at = private.get_next_reminder_time(coalesce(
          (select reminder_days[reminder.position] from public.quote_settings), 3 * reminder.position))
        where reminder.quote_id = quote.id and reminder.status = 'waiting' and reminder.due_at < now();
    end if;
    perform private.append_quote_event(quote.id, 'extended', 'staff',
      jsonb_build_object('version', quote.version, 'from', quote.valid_until, 'until', until_day));
    return jsonb_build_object('status', 'extended', 'validUntil', until_day);
  end
  $$;
comment on function public.extend_quote(uuid, date) is
  'Changes the last day of the current version and of the working copy, unless staff have changed it there, and nothing that was offered. Reminders that came due while it was expired are planned anew.';
revoke execute on function public.extend_quote(uuid, date) from public, anon;
grant execute on function public.extend_quote(uuid, date) to authenticated;

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
        offered_cents = (totals ->> 'total')::bigint, accepted_at = now(), selection = chosen
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
revoke execute on function private.accept_version(public.quotes, public.quote_versions, jsonb, text, uuid, jsonb, jsonb)
  from public, anon, authenticated;

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
revoke execute on function public.record_quote_acceptance(uuid, integer, jsonb, text, text, uuid) from public, anon;
grant execute on function public.record_quote_acceptance(uuid, integer, jsonb, text, text, uuid) to authenticated;

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
    elsif not exists (
      select from public.quote_messages as stored where stored.id = message_id and stored.quote_id = quote.id
        and stored.author = 'staff' and stored.body = btrim(answer_quote_message.body))
    then
      return '{"status": "already_sent"}'::jsonb;
    end if;
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.answer_quote_message(uuid, uuid, text) is
  'Answers the customer at the quote and by e-mail. A repeated request is one answer; already_sent if it has another text.';
revoke execute on function public.answer_quote_message(uuid, uuid, text) from public, anon;
grant execute on function public.answer_quote_message(uuid, uuid, text) to authenticated;

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
revoke execute on function public.create_quote_link(uuid) from public, anon;
grant execute on function public.create_quote_link(uuid) to authenticated;

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
revoke execute on function public.revoke_quote_links(uuid) from public, anon;
grant execute on function public.revoke_quote_links(uuid) to authenticated;

create function public.record_quote_payment(payment_id uuid, quote_id uuid, paid_on date, amount_cents bigint, method text,
  note text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    paid bigint;
  begin
    perform private.require_staff();
    quote := private.lock_quote(record_quote_payment.quote_id);
    if quote.id is null or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.accepted_version is null then return jsonb_build_object('status', quote.state); end if;
    if payment_id is null or paid_on is null or paid_on > private.get_today() or coalesce(amount_cents, 0) = 0
      or abs(amount_cents) > 10000000000 or coalesce(method, '') not in ('cash', 'e-transfer', 'cheque', 'card')
      or char_length(note) > 500
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    paid := quote.agreed_cents - private.get_balance(quote);
    if amount_cents < 0 and paid + amount_cents < 0
      and not exists (select from public.quote_payments as stored where stored.id = payment_id)
    then
      return jsonb_build_object('status', 'refund_too_high', 'paid', paid);
    end if;
    insert into public.quote_payments (id, quote_id, paid_on, amount_cents, method, note)
      values (payment_id, quote.id, paid_on, record_quote_payment.amount_cents, method, coalesce(btrim(note), ''))
      on conflict do nothing;
    if found then
      perform private.append_quote_event(quote.id, 'payment', 'staff', jsonb_build_object('payment', payment_id, 'paidOn', paid_on,
        'cents', record_quote_payment.amount_cents, 'method', method), jsonb_build_object('note', note));
    elsif not exists (
      select from public.quote_payments as stored where stored.id = payment_id and stored.quote_id = quote.id
        and (stored.paid_on, stored.amount_cents, stored.method, stored.note) = (record_quote_payment.paid_on,
          record_quote_payment.amount_cents, record_quote_payment.method, coalesce(btrim(record_quote_payment.note), '')))
    then
      return '{"status": "already_recorded"}'::jsonb;
    end if;
    return jsonb_build_object('status', 'recorded', 'balance', private.get_balance(quote));
  end
  $$;
comment on function public.record_quote_payment(uuid, uuid, date, bigint, text, text) is
  'Records a payment of an accepted quote; a negative amount corrects or refunds what was paid. A repeated request is one payment; already_recorded if it has other values.';
revoke execute on function public.record_quote_payment(uuid, uuid, date, bigint, text, text) from public, anon;
grant execute on function public.record_quote_payment(uuid, uuid, date, bigint, text, text) to authenticated;

create function public.record_quote_stage(quote_id uuid, stage text, reached_on date, note text, images text[]) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(record_quote_stage.quote_id);
    if quote.id is null or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
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
revoke execute on function public.record_quote_stage(uuid, text, date, text, text[]) from public, anon;
grant execute on function public.record_quote_stage(uuid, text, date, text, text[]) to authenticated;

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
revoke execute on function public.resend_quote(uuid) from public, anon;
grant execute on function public.resend_quote(uuid) to authenticated;

create function public.save_quote_reminder(quote_id uuid, reminder_id uuid, due_day date, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    due constant timestamptz := private.get_next_reminder_time(due_day - private.get_today());
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
    if due is null or due_day < private.get_today() or (due at time zone 'America/Toronto')::date > quote.valid_until
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
revoke execute on function public.save_quote_reminder(uuid, uuid, date, text) from public, anon;
grant execute on function public.save_quote_reminder(uuid, uuid, date, text) to authenticated;

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
        sum(greatest(offered_cents - coalesce(agreed_cents, 0), 0)) as open_cents
      from public.quotes where search_text like all (patterns) group by state
    ) as counted
  $$;
comment on function public.count_quotes(text[]) is
  'The quotes that match all patterns: their number by state, that of orders, what is agreed, and what the open ones would add to that.';
revoke execute on function public.count_quotes(text[]) from public, anon;
grant execute on function public.count_quotes(text[]) to authenticated;
