-- E-mails of quotes, what is due by the clock, and personal data: export, erasure, retention.

create function public.prepare_quote_mail(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    mail private.outbox;
    quote public.quotes;
    sent public.quote_versions;
    recipient text;
    mail_type text;
  begin
    select * into mail from private.outbox where id = mail_id and lease = lease_id and quote_id is not null;
    if mail.id is null then return null; end if;
    quote := private.lock_quote(mail.quote_id);
    recipient := mail.quote_mail ->> 'to';
    mail_type := mail.quote_mail ->> 'type';
    if (recipient = 'customer' and (quote.customer_email is null or quote.erased_at is not null))
      or (mail_type in ('sent', 'reminder') and (quote.version::text is distinct from mail.quote_mail ->> 'version'
        or quote.state not in ('sent', 'viewed', 'change_requested')))
      or (mail_type = 'reminder' and (quote.reminders_stopped_at is not null or quote.state = 'change_requested'))
    then
      delete from private.outbox where id = mail.id;
      perform private.append_quote_event(quote.id, 'mail_dropped', 'system',
        jsonb_build_object('mail', mail.id, 'type', mail_type, 'to', recipient));
      return null;
    end if;
    select * into sent from public.quote_versions as stored
      where stored.quote_id = quote.id and stored.version = quote.version;
    return jsonb_build_object(
      'to', recipient, 'type', mail_type, 'quote_id', quote.id, 'number', quote.number, 'version', quote.version,
      'email', case recipient when 'customer' then quote.customer_email end,
      'token', case recipient when 'customer' then private.create_quote_token(quote.id, mail_type) end,
      'reply_to', case recipient when 'owner' then quote.customer_email else sent.document::jsonb #>> '{seller,email}' end,
      'customer_name', quote.customer_name, 'kind', sent.content ->> 'kind', 'title', sent.content ->> 'title',
      'seller', sent.document::jsonb -> 'seller', 'valid_until', quote.valid_until,
      'total', coalesce(case when quote.state = 'accepted' then quote.agreed_cents end, (sent.totals ->> 'total')::bigint),
      'deposit', (private.calculate_quote_totals(sent.content, quote.selection) ->> 'deposit')::bigint,
      'text', case mail_type
        when 'reminder' then (select body from public.quote_reminders where id = (mail.quote_mail ->> 'subject')::uuid)
        when 'declined' then quote.decline_reason
        else (select body from public.quote_messages where id = (mail.quote_mail ->> 'subject')::uuid) end,
      'document', private.find_mail_document(quote.id, (mail.quote_mail ->> 'version')::integer, mail_type),
      'hash', case mail_type
        when 'accepted' then (
          select event_hash from public.quote_acceptances
          where quote_id = quote.id and version::text = mail.quote_mail ->> 'version')
        else (select head from private.quote_chains where quote_id = quote.id) end);
  end
  $$;
comment on function public.prepare_quote_mail(uuid, uuid) is
  'What a leased e-mail of a quote says, with a new token for the customer''s link. Null if it no longer applies; then it is deleted.';

create function public.complete_quote_mail(mail_id uuid, server_response text, document_sha256 text default null)
  returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    mail private.outbox;
    quote public.quotes;
  begin
    select * into mail from private.outbox where id = mail_id and quote_id is not null;
    if mail.id is null then return false; end if;
    quote := private.lock_quote(mail.quote_id);
    update private.outbox
      set status = 'sent', sent_at = now(), reason = null, detail = null, lease = null, leased_at = null, lease_seconds = null
      where id = mail_id and status <> 'sent';
    if found then
      perform private.append_quote_event(quote.id, 'mailed', 'system',
        mail.quote_mail || jsonb_build_object('mail', mail.id, 'pdfSha256', document_sha256),
        jsonb_build_object('email', case mail.quote_mail ->> 'to' when 'customer' then quote.customer_email end,
          'response', left(server_response, 500)));
    end if;
    return true;
  end
  $$;
comment on function public.complete_quote_mail(uuid, text, text) is
  'Marks an e-mail of a quote as sent and logs the mail server''s answer and the hash of the PDF that it carried, once; false if it was deleted with its quote.';

create function public.list_unsent_quote_mails() returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('quote_id', quote_id, 'to', quote_mail -> 'to', 'type', quote_mail -> 'type',
      'status', status, 'reason', reason, 'detail', detail, 'attempted_at', attempted_at) order by created_at), '[]')
    from (
      select * from private.outbox
      where quote_id is not null and status <> 'sent'
        and (reason is not null or private.seconds_elapsed(created_at, 300))
      order by created_at limit 100
    ) as unsent
  $$;
comment on function public.list_unsent_quote_mails() is
  'The e-mails of quotes that have not been sent, and why: at most 100. Those of the last five minutes only after a failed attempt.';
revoke execute on function public.list_unsent_quote_mails() from public, anon;
grant execute on function public.list_unsent_quote_mails() to authenticated, service_role;

create function public.retry_quote_mails(quote_id uuid) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    update private.outbox as mail
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      where mail.status <> 'sent' and mail.quote_id = retry_quote_mails.quote_id;
    return found;
  end
  $$;
comment on function public.retry_quote_mails(uuid) is 'Makes the unsent e-mails of a quote due now; false if there are none.';
revoke execute on function public.retry_quote_mails(uuid) from public, anon;
grant execute on function public.retry_quote_mails(uuid) to authenticated, service_role;

create function private.queue_due_reminders(clock timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    local_time constant timestamp := clock at time zone 'America/Toronto';
    due_id uuid;
    quote public.quotes;
    reminder public.quote_reminders;
    queued integer := 0;
  begin
    if extract(isodow from local_time) > 5 or extract(hour from local_time) not between 9 and 16 then return 0; end if;
    for due_id in select quote_id from public.quote_reminders
      where status = 'waiting' and due_at <= clock group by quote_id order by quote_id limit 100
    loop
      quote := private.lock_quote(due_id);
      select * into reminder from public.quote_reminders
        where quote_id = due_id and status = 'waiting' and due_at <= clock order by due_at, position limit 1;
      continue when reminder.id is null;
      if quote.state not in ('sent', 'viewed') or quote.version <> reminder.version or quote.customer_email is null
        or quote.reminders_stopped_at is not null or quote.first_sent_at < clock - interval '6 months'
      then
        update public.quote_reminders set status = 'cancelled' where quote_id = due_id and status = 'waiting';
      elsif not exists (
        select from public.quote_reminders
        where quote_id = due_id and status = 'queued' and queued_at > clock - interval '20 hours')
      then
        update public.quote_reminders set status = 'queued', queued_at = clock where id = reminder.id;
        perform private.queue_quote_mail(quote, 'customer', 'reminder', reminder.id);
        queued := queued + 1;
      end if;
    end loop;
    return queued;
  end
  $$;
comment on function private.queue_due_reminders(timestamptz) is
  'Queues reminders that are due: on weekdays from 9:00 to 17:00 in Toronto, one a day and quote, for six months after the first version.';

create function public.process_due_quotes() returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    due_id uuid;
    expired integer := 0;
  begin
    for due_id in select id from public.quotes
      where state in ('sent', 'viewed', 'change_requested') and valid_until < private.today() order by id limit 100
    loop
      perform private.lock_quote(due_id);
      expired := expired + 1;
    end loop;
    return jsonb_build_object('expired', expired, 'reminders', private.queue_due_reminders(now()),
      'unneededFiles', private.list_unneeded_quote_files());
  end
  $$;
comment on function public.process_due_quotes() is
  'Expires quotes whose last day is over, queues reminders that are due, and lists PDFs that the caller removes.';

create function private.bookkeeping_end(quote public.quotes) returns date
  language sql stable security definer
  set search_path = ''
  as $$
    select make_date(extract(year from quote.accepted_at at time zone 'America/Toronto')::integer
      + coalesce((select bookkeeping_years from public.quote_settings), 6), 12, 31)
  $$;
comment on function private.bookkeeping_end(public.quotes) is
  'The last day on which an accepted quote has to be retained; null if it was never accepted.';

create function private.erase_quote(quote_id uuid, reason text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote(erase_quote.quote_id);
  begin
    if quote.id is null or quote.erased_at is not null then return 'erased'; end if;
    if quote.version = 0 then
      delete from public.quotes where id = quote.id;
      return 'deleted';
    end if;
    if private.bookkeeping_end(quote) >= private.today() then return 'retained'; end if;
    update public.quotes as changed
      set customer_name = '', customer_email = null, customer_phone = null, customer_address = null, decline_reason = null,
        content = private.erase_quote_texts(quote.content), quote_request_id = null, erased_at = now(),
        state = case when quote.state in ('sent', 'viewed', 'change_requested') then 'withdrawn' else quote.state end
      where changed.id = quote.id;
    update public.quote_event_details as detail set value = null, salt = null where detail.quote_id = quote.id;
    update public.quote_messages as message set body = null where message.quote_id = quote.id;
    update public.quote_versions as sent set content = private.erase_quote_texts(sent.content), document = null
      where sent.quote_id = quote.id;
    update public.quote_payments as payment set note = '' where payment.quote_id = quote.id;
    update public.quote_stages as stage set note = '', images = '{}' where stage.quote_id = quote.id;
    delete from private.quote_tokens as link where link.quote_id = quote.id;
    delete from private.outbox as mail where mail.quote_id = quote.id;
    insert into private.quote_file_removals (path)
      select path from public.quote_documents as document where document.quote_id = quote.id and path is not null
      on conflict do nothing;
    update public.quote_documents as document set status = 'erased', path = null where document.quote_id = quote.id;
    update public.quote_reminders as reminder
      set body = '', status = case when status = 'waiting' then 'cancelled' else status end
      where reminder.quote_id = quote.id;
    perform private.append_quote_event(quote.id, 'erased', case when private.is_staff() then 'staff' else 'system' end,
      jsonb_build_object('reason', reason));
    return 'erased';
  end
  $$;
comment on function private.erase_quote(uuid, text) is
  'Deletes a draft, or erases the customer from a quote: names, addresses, messages, IPs, links, and what staff typed. Number, amounts and log remain. An accepted quote is retained while bookkeeping law requires.';

create function public.erase_quotes(person_email text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    outcome text;
    outcomes text[] := array[]::text[];
    retained jsonb := '[]'::jsonb;
  begin
    if current_setting('role', true) is distinct from 'service_role' then perform private.require_staff(); end if;
    for quote in select * from public.quotes
      where lower(customer_email) = lower(btrim(person_email)) order by created_at, id
    loop
      outcome := private.erase_quote(quote.id, 'request');
      outcomes := outcomes || outcome;
      if outcome = 'retained' then
        retained := retained || jsonb_build_object('number', quote.number, 'until', private.bookkeeping_end(quote));
      end if;
    end loop;
    return jsonb_build_object('deleted', cardinality(array_positions(outcomes, 'deleted')),
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained);
  end
  $$;
comment on function public.erase_quotes(text) is
  'Erases a person from all quotes and returns how many, and which ones are retained until when because they are accepted.';

create function public.erase_old_quotes(removed_before timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    erased integer := 0;
  begin
    for quote in select * from public.quotes as old
      where old.erased_at is null and greatest(old.updated_at, old.sent_at, old.accepted_at) < removed_before
        and coalesce(private.bookkeeping_end(old) < private.today(), true)
      order by old.created_at limit 500
    loop
      perform private.erase_quote(quote.id, 'retention');
      erased := erased + 1;
    end loop;
    return erased;
  end
  $$;
comment on function public.erase_old_quotes(timestamptz) is
  'Erases the customers of at most 500 quotes that nobody has changed since, and returns the number. Accepted ones stay until the end of bookkeeping.';

do $$
declare
  signature text;
begin
  foreach signature in array array['prepare_quote_mail(uuid, uuid)', 'complete_quote_mail(uuid, text, text)', 'process_due_quotes()',
    'erase_old_quotes(timestamptz)']
  loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', signature);
    execute format('grant execute on function public.%s to service_role', signature);
  end loop;
end
$$;
revoke execute on function public.erase_quotes(text) from public, anon;
grant execute on function public.erase_quotes(text) to authenticated, service_role;
revoke execute on function private.bookkeeping_end(public.quotes), private.erase_quote(uuid, text),
  private.queue_due_reminders(timestamptz)
  from public, anon, authenticated;

create function public.get_personal_data(person_email text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with hidden (columns) as (values (array['search_text', 'name_order', 'budget_order', 'size_order',
      'subject_order', 'message_order']))
    select jsonb_build_object(
      'quote_requests', (
        select coalesce(jsonb_agg(to_jsonb(quote) - columns
          || jsonb_build_object('design_price', to_jsonb(quote) -> 'design_price' -> 'shown')
          order by quote.created_at, quote.id), '[]')
        from public.quote_requests as quote, hidden
        where lower(quote.email) = lower(btrim(person_email))),
      'contact_submissions', (
        select coalesce(jsonb_agg(to_jsonb(submission) - columns order by submission.created_at, submission.id), '[]')
        from public.contact_submissions as submission, hidden
        where lower(submission.email) = lower(btrim(person_email))),
      'marketing_consents', (
        select coalesce(jsonb_agg(to_jsonb(consent) order by consent.created_at, consent.id), '[]')
        from public.marketing_consents as consent
        where consent.email = lower(btrim(person_email))),
      'quotes', (
        select coalesce(jsonb_agg(to_jsonb(quote) - array['search_text'] || jsonb_build_object(
          'versions', (
            select coalesce(jsonb_agg(sent.document::jsonb order by sent.version), '[]')
            from public.quote_versions as sent where sent.quote_id = quote.id),
          'messages', (
            select coalesce(jsonb_agg(to_jsonb(message) - 'quote_id' order by message.created_at), '[]')
            from public.quote_messages as message where message.quote_id = quote.id),
          'payments', (
            select coalesce(jsonb_agg(to_jsonb(payment) - 'quote_id' order by payment.paid_on), '[]')
            from public.quote_payments as payment where payment.quote_id = quote.id),
          'events', (
            select coalesce(jsonb_agg(event.entry::jsonb || jsonb_build_object('personal', (
              select coalesce(jsonb_object_agg(detail.field, detail.value), '{}')
              from public.quote_event_details as detail where detail.event_id = event.id)) order by event.sequence), '[]')
            from public.quote_events as event where event.quote_id = quote.id))
          order by quote.created_at, quote.id), '[]')
        from public.quotes as quote
        where lower(quote.customer_email) = lower(btrim(person_email))))
  $$;
comment on function public.get_personal_data(text) is
  'Quote requests, contact messages, consents and quotes of one e-mail address in any case, for export and erasure.';
revoke execute on function public.get_personal_data(text) from public, anon;
grant execute on function public.get_personal_data(text) to authenticated, service_role;
