-- E-mails of quotes, which are in the outbox of all e-mails and have no text before they are sent, and what is
-- due by the clock.

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
revoke execute on function private.queue_quote_mail(public.quotes, text, text, uuid, integer)
  from public, anon, authenticated;

create function public.prepare_quote_mail(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    mail private.outbox;
    quote public.quotes;
    sent public.quote_versions;
    acceptance public.quote_acceptances;
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
      where stored.quote_id = quote.id and stored.version::text = mail.quote_mail ->> 'version';
    if mail_type = 'accepted' then
      select * into acceptance from public.quote_acceptances as stored where stored.version_id = sent.id;
    end if;
    return jsonb_build_object(
      'to', recipient, 'type', mail_type, 'quote_id', quote.id, 'number', quote.number, 'version', sent.version,
      'email', case recipient when 'customer' then quote.customer_email end,
      'token', case recipient when 'customer' then private.create_quote_token(quote.id, mail_type) end,
      'reply_to', case recipient when 'owner' then quote.customer_email else sent.document::jsonb #>> '{seller,email}' end,
      'customer_name', quote.customer_name, 'quote_type', sent.content ->> 'type', 'title', sent.content ->> 'title',
      'seller', sent.document::jsonb -> 'seller', 'valid_until', quote.valid_until,
      'total', coalesce((acceptance.totals ->> 'total')::bigint,
        case when quote.state = 'accepted' and mail_type <> 'declined' then quote.agreed_cents end,
        (sent.totals ->> 'total')::bigint),
      'deposit', (coalesce(acceptance.totals, private.calculate_quote_totals(sent.content, quote.selection), sent.totals)
        ->> 'deposit')::bigint,
      'text', case mail_type
        when 'reminder' then (select body from public.quote_reminders where id = (mail.quote_mail ->> 'subject')::uuid)
        when 'declined' then quote.decline_reason
        else (select body from public.quote_messages where id = (mail.quote_mail ->> 'subject')::uuid) end,
      'document', private.find_mail_document(quote.id, (mail.quote_mail ->> 'version')::integer, mail_type),
      'hash', coalesce(acceptance.event_hash, (select head from private.quote_chains where quote_id = quote.id)));
  end
  $$;
comment on function public.prepare_quote_mail(uuid, uuid) is
  'The content of a leased e-mail of a quote, with a new token for the customer''s link. Null if it no longer applies; then it is deleted.';
revoke execute on function public.prepare_quote_mail(uuid, uuid) from public, anon, authenticated;
grant execute on function public.prepare_quote_mail(uuid, uuid) to service_role;

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
revoke execute on function public.complete_quote_mail(uuid, text, text) from public, anon, authenticated;
grant execute on function public.complete_quote_mail(uuid, text, text) to service_role;

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
grant execute on function public.retry_quote_mails(uuid) to authenticated;

create function private.get_reminder_end(quote public.quotes) returns timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(quote.accepted_at + interval '2 years', least(quote.first_sent_at, (
      select created_at from public.quote_requests where id = quote.quote_request_id)) + interval '6 months')
  $$;
comment on function private.get_reminder_end(public.quotes) is
  'Until when the anti-spam law permits reminders: six months after the inquiry or, without one, the first version; two years after a purchase.';
revoke execute on function private.get_reminder_end(public.quotes) from public, anon, authenticated;

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
    for due_id in select reminder_due.quote_id from public.quote_reminders as reminder_due
        join public.quotes as reminded on reminded.id = reminder_due.quote_id and reminded.state <> 'expired'
      where status = 'waiting' and due_at <= clock group by reminder_due.quote_id order by reminder_due.quote_id limit 100
    loop
      quote := private.lock_quote(due_id);
      select * into reminder from public.quote_reminders
        where quote_id = due_id and status = 'waiting' and due_at <= clock order by due_at, position limit 1;
      continue when reminder.id is null or quote.state = 'expired';
      if quote.state not in ('sent', 'viewed') or quote.version <> reminder.version or quote.customer_email is null
        or quote.reminders_stopped_at is not null or private.get_reminder_end(quote) < clock
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
  'Queues reminders that are due: on weekdays from 9:00 to 17:00 in Toronto, one a day and quote, until private.get_reminder_end.';
revoke execute on function private.queue_due_reminders(timestamptz) from public, anon, authenticated;

create function public.process_due_quotes() returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    due_id uuid;
    expired integer := 0;
  begin
    for due_id in select id from public.quotes
      where state in ('sent', 'viewed', 'change_requested') and valid_until < private.get_today() order by id limit 100
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
revoke execute on function public.process_due_quotes() from public, anon, authenticated;
grant execute on function public.process_due_quotes() to service_role;
