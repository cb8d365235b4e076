-- A quote that is sent answers its request, and a contact message can become a request.

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
    update public.quote_requests set status = 'responded' where id = quote.quote_request_id and status = 'pending'
      returning id into answered;
    return jsonb_build_object('status', 'sent', 'number', quote.number, 'version', quote.version,
      'mailed', quote.customer_email is not null, 'answeredRequest', answered);
  end
  $$;
comment on function public.send_quote(uuid, timestamptz, bigint) is
  'Freezes the working copy as the next version, assigns the number, queues the e-mail and its reminders, and marks the request as responded. Requires the version that staff saw, and its total with what the customer has selected if that is still possible, otherwise with the proposal.';

create function public.create_request_from_message(message_id uuid, project_type text) returns uuid
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    message public.contact_submissions;
    request_id uuid;
  begin
    perform private.require_staff();
    select * into message from public.contact_submissions where id = message_id for no key update;
    if message.id is null then return null; end if;
    insert into public.quote_requests (customer_name, email, phone, project_type, description, custom_message)
      values (message.name, message.email, message.phone, create_request_from_message.project_type, message.message,
        'Subject: ' || nullif(btrim(message.subject), ''))
      returning id into request_id;
    -- The owner has the e-mail about the message.
    delete from private.outbox where quote_request_id = request_id;
    return request_id;
  end
  $$;
comment on function public.create_request_from_message(uuid, text) is
  'Stores a quote request with the sender and text of a contact message, which stays; null if the message is deleted.';
revoke execute on function public.create_request_from_message(uuid, text) from public, anon;
grant execute on function public.create_request_from_message(uuid, text) to authenticated;
