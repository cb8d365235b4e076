-- What the holder of a quote's link can add has a total limit, a page shows a part of it, and one e-mail
-- tells the owner of the messages of ten minutes. Names that sign have letters that one can see.

create function private.is_signature(name text) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select coalesce(char_length(btrim(name)) <= 120 and char_length(regexp_replace(name,
      '[\u0001-@\[-`{-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]',
      '', 'g')) >= 2, false)
  $$;
comment on function private.is_signature(text) is
  'True for a name of at most 120 characters, of which two are neither invisible, white space, digits nor ASCII punctuation.';
revoke execute on function private.is_signature(text) from public, anon, authenticated;

create function private.count_customer_messages(quote_id uuid, since timestamptz) returns bigint
  language sql stable security definer
  set search_path = ''
  as $$
    select count(*) from public.quote_messages as message
    where message.quote_id = count_customer_messages.quote_id and author = 'customer' and created_at > since
  $$;
comment on function private.count_customer_messages(uuid, timestamptz) is 'How many messages a customer has sent about a quote since then.';
revoke execute on function private.count_customer_messages(uuid, timestamptz) from public, anon, authenticated;

create function private.show_quote_messages(quote_id uuid, before_message uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with earlier as (
      select message.*,
        row_number() over newest_first as position, sum(char_length(message.body)) over newest_first as characters
      from public.quote_messages as message
      where message.quote_id = show_quote_messages.quote_id and message.body is not null
        and (before_message is null or (message.created_at, message.id) < (
          select known.created_at, known.id from public.quote_messages as known
          where known.id = before_message and known.quote_id = show_quote_messages.quote_id))
      window newest_first as (order by message.created_at desc, message.id desc)),
    shown as (select * from earlier where position = 1 or (position <= 50 and characters <= 60000))
    select jsonb_build_object(
      'messages', coalesce(jsonb_agg(jsonb_build_object('author', author, 'type', type, 'body', body, 'at', created_at)
        order by created_at, id), '[]'),
      'earlierMessagesBefore', case when count(*) < (select count(*) from earlier) then (
        select id from shown order by created_at, id limit 1) end)
    from shown
  $$;
comment on function private.show_quote_messages(uuid, uuid) is
  'The newest messages before another one, by default of all: at most 50 and about 60,000 characters; with the message before which there are more.';
revoke execute on function private.show_quote_messages(uuid, uuid) from public, anon, authenticated;

drop function public.open_quote(text);
drop function private.show_quote(public.quotes);
create function private.show_quote(quote public.quotes, before_message uuid) returns jsonb
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
        select selection from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version),
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
revoke execute on function private.show_quote(public.quotes, uuid) from public, anon, authenticated;

create function public.open_quote(token text, before_message uuid default null) returns jsonb
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
        private.get_link_facts(token) || jsonb_build_object('version', private.get_shown_version(quote)), private.get_customer_facts(quote));
    end if;
    return private.show_quote(quote, before_message);
  end
  $$;
comment on function public.open_quote(text, uuid) is
  'The quote of a link. Logs opened, once a day, link and version; a mail scanner may be the one who opens it.';
revoke execute on function public.open_quote(text, uuid) from public;
grant execute on function public.open_quote(text, uuid) to anon, authenticated, service_role;

create function private.queue_message_mail(quote public.quotes, mail_type text, message_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    waiting uuid;
    last_sent_at timestamptz;
  begin
    select id into waiting from private.outbox as mail
      where mail.quote_id = quote.id and mail.status = 'waiting' and mail.quote_mail ->> 'to' = 'owner'
        and mail.quote_mail ->> 'type' in ('question', 'change') and private.seconds_elapsed(mail.leased_at, mail.lease_seconds)
      order by mail.queued_at limit 1 for update;
    if waiting is not null then
      update private.outbox as mail set quote_mail = mail.quote_mail || '{"type": "change"}'
        where mail.id = waiting and mail_type = 'change';
      return;
    end if;
    select max(mail.sent_at) into last_sent_at from private.outbox as mail
      where mail.quote_id = quote.id and mail.quote_mail ->> 'to' = 'owner' and mail.quote_mail ->> 'type' in ('question', 'change');
    perform private.queue_quote_mail(quote, 'owner', mail_type, message_id);
    update private.outbox as mail
      set backoff_seconds = greatest(mail.backoff_seconds, 600 - extract(epoch from now() - last_sent_at)::integer)
      where mail.quote_id = quote.id and mail.quote_mail ->> 'subject' = message_id::text
        and last_sent_at between now() - interval '10 minutes' and now();
  end
  $$;
comment on function private.queue_message_mail(public.quotes, text, uuid) is
  'Queues the e-mail to the owner about a message. One that waits takes it along; the next is sent ten minutes after the last.';
revoke execute on function private.queue_message_mail(public.quotes, text, uuid) from public, anon, authenticated;

create or replace function public.send_quote_message(token text, message_id uuid, type text, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    earlier public.quote_messages;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if message_id is null or coalesce(type, '') not in ('question', 'change')
      or coalesce(char_length(btrim(body)) not between 1 and 5000, true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select * into earlier from public.quote_messages as stored where stored.id = message_id and stored.quote_id = quote.id;
    if found then
      return jsonb_build_object('status', case
        when earlier.type = send_quote_message.type and earlier.body = btrim(send_quote_message.body) then 'sent'
        else 'already_sent' end);
    end if;
    if type = 'change' and quote.state not in ('sent', 'viewed', 'change_requested', 'expired') then
      return jsonb_build_object('status', quote.state);
    end if;
    if private.count_customer_messages(quote.id, '-infinity') >= 200 then
      return '{"status": "too_many_messages"}'::jsonb;
    end if;
    if private.count_customer_messages(quote.id, now() - interval '1 hour') >= 10 then
      return '{"status": "too_many_messages_this_hour"}'::jsonb;
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
    perform private.append_quote_event(quote.id, 'message', 'customer', private.get_link_facts(token) || jsonb_build_object(
        'version', private.get_shown_version(quote), 'type', type, 'message', message_id),
      private.get_customer_facts(quote) || jsonb_build_object('body', btrim(body)));
    perform private.queue_message_mail(quote, type, message_id);
    return '{"status": "sent"}'::jsonb;
  end
  $$;

create or replace function public.accept_quote(token text, shown_version integer, selection jsonb, agreement_sha256 text,
  customer_name text, consent text, attempt uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
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
      perform private.append_quote_event(quote.id, 'answer_refused', 'customer', private.get_link_facts(token) || jsonb_build_object(
          'answer', 'accept', 'version', shown_version, 'reason', closed -> 'status'), private.get_customer_facts(quote));
      return closed;
    end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if attempt is null or not private.is_possible_selection(sent.content, accept_quote.selection)
      or not private.is_signature(customer_name)
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
      private.get_link_facts(token) || jsonb_build_object(
        'openedAt', (select min(occurred_at) from public.quote_events as event
          where event.quote_id = quote.id and event.type = 'opened'),
        'reviewHash', review_event.hash),
      private.get_customer_facts(quote) || jsonb_build_object('name', btrim(customer_name),
        'mailResponse', (
          select detail.value from public.quote_event_details as detail
            join public.quote_events as event on event.id = detail.event_id
          where event.quote_id = quote.id and event.type = 'mailed' and detail.field = 'response'
            and event.entry::jsonb #>> '{data,version}' = sent.version::text
          order by event.sequence limit 1)));
  end
  $$;

create or replace function public.record_quote_acceptance(quote_id uuid, accepted_version integer, selection jsonb, customer_name text,
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
      or not private.is_signature(customer_name)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    return private.accept_version(quote, sent, selection, 'phone', attempt, '{}',
      jsonb_build_object('name', btrim(customer_name), 'note', left(btrim(note), 500)));
  end
  $$;

create or replace function public.prepare_quote_mail(mail_id uuid, lease_id uuid) returns jsonb
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
        when 'answer' then (select body from public.quote_messages where id = (mail.quote_mail ->> 'subject')::uuid)
        else (
          select string_agg(message.body, E'\n\n' order by message.created_at, message.id)
          from public.quote_messages as message
            join public.quote_messages as first_message on first_message.id = (mail.quote_mail ->> 'subject')::uuid
          where message.quote_id = quote.id and message.author = 'customer' and message.created_at >= first_message.created_at) end,
      'document', private.find_mail_document(quote.id, (mail.quote_mail ->> 'version')::integer, mail_type),
      'hash', coalesce(acceptance.event_hash, (select head from private.quote_chains where quote_id = quote.id)));
  end
  $$;
