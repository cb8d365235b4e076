-- Customers are told by e-mail of a new version and what is different, and, if staff choose so, of payments and stages
-- of their order. A deposit is one payment and one stage, recorded together.

create function private.queue_order_mail(quote public.quotes, mail_type text, subject uuid, mail_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if mail_id is null or quote.customer_email is null then return false; end if;
    if exists (
      select from private.outbox as mail
      where mail.quote_id = quote.id and (mail.id = mail_id
        or (mail.status = 'waiting' and private.seconds_elapsed(mail.leased_at, mail.lease_seconds)
          and mail.quote_mail ->> 'type' = mail_type and mail.quote_mail ->> 'subject' = queue_order_mail.subject::text)))
    then
      return true;
    end if;
    if not public.take_rate_limit('quote-orders:' || quote.id, 20, 86400) then return false; end if;
    insert into private.outbox (id, quote_id, quote_mail, backoff_seconds)
      values (mail_id, quote.id, jsonb_build_object('to', 'customer', 'type', mail_type, 'version', quote.agreed_version,
        'subject', queue_order_mail.subject), 0);
    return true;
  end
  $$;
comment on function private.queue_order_mail(public.quotes, text, uuid, uuid) is
  'Queues the e-mail with this id about a payment or stage, at most twenty a day for each quote; one about the same that waits takes it along. False if the customer gets none.';
revoke execute on function private.queue_order_mail(public.quotes, text, uuid, uuid) from public, anon, authenticated;

drop function public.record_quote_payment(uuid, uuid, date, bigint, text, text);
create function public.record_quote_payment(payment_id uuid, quote_id uuid, paid_on date, amount_cents bigint, method text,
  note text, is_deposit boolean default false, mail_id uuid default null) returns jsonb
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
      if is_deposit and record_quote_payment.amount_cents > 0 then
        insert into public.quote_stages (quote_id, stage, reached_on) values (quote.id, 'deposit_received', paid_on)
          on conflict on constraint quote_stages_stage_key do nothing;
        if found then
          perform private.append_quote_event(quote.id, 'stage', 'staff',
            jsonb_build_object('stage', 'deposit_received', 'reachedOn', paid_on, 'images', 0));
        end if;
      end if;
    elsif not exists (
      select from public.quote_payments as stored where stored.id = payment_id and stored.quote_id = quote.id
        and (stored.paid_on, stored.amount_cents, stored.method, stored.note) = (record_quote_payment.paid_on,
          record_quote_payment.amount_cents, record_quote_payment.method, coalesce(btrim(record_quote_payment.note), '')))
    then
      return '{"status": "already_recorded"}'::jsonb;
    end if;
    return jsonb_build_object('status', 'recorded', 'balance', private.get_balance(quote),
      'mailed', private.queue_order_mail(quote, 'payment', payment_id, mail_id));
  end
  $$;
comment on function public.record_quote_payment(uuid, uuid, date, bigint, text, text, boolean, uuid) is
  'Records a payment of an accepted quote, with is_deposit also the stage deposit_received, and tells the customer by the e-mail mail_id; none without an id. A negative amount corrects or refunds what was paid. A repeated request is one payment; already_recorded if it has other values.';
revoke execute on function public.record_quote_payment(uuid, uuid, date, bigint, text, text, boolean, uuid) from public, anon;
grant execute on function public.record_quote_payment(uuid, uuid, date, bigint, text, text, boolean, uuid) to authenticated;

drop function public.record_quote_stage(uuid, text, date, text, text[]);
create function public.record_quote_stage(quote_id uuid, stage text, reached_on date, note text, images text[],
  mail_id uuid default null) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    stage_id uuid;
    is_changed boolean;
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
      is_changed := found;
    else
      insert into public.quote_stages (quote_id, stage, reached_on, note, images)
        values (quote.id, record_quote_stage.stage, record_quote_stage.reached_on, coalesce(btrim(record_quote_stage.note), ''),
          coalesce(record_quote_stage.images, '{}'))
        on conflict on constraint quote_stages_stage_key do update
          set reached_on = excluded.reached_on, note = excluded.note, images = excluded.images, updated_at = now()
          where (quote_stages.reached_on, quote_stages.note, quote_stages.images)
            is distinct from (excluded.reached_on, excluded.note, excluded.images);
      is_changed := found;
      select id into stage_id from public.quote_stages as stored
        where stored.quote_id = quote.id and stored.stage = record_quote_stage.stage;
    end if;
    if is_changed then
      perform private.append_quote_event(quote.id, 'stage', 'staff', jsonb_build_object('stage', stage, 'reachedOn', reached_on,
        'images', coalesce(cardinality(images), 0)));
    end if;
    return jsonb_build_object('status', 'recorded',
      'mailed', stage_id is not null and private.queue_order_mail(quote, 'stage', stage_id, mail_id));
  end
  $$;
comment on function public.record_quote_stage(uuid, text, date, text, text[], uuid) is
  'Stores when an accepted order reached a stage, with note and images, and tells the customer by the e-mail mail_id; none without an id. Without a day the stage is removed.';
revoke execute on function public.record_quote_stage(uuid, text, date, text, text[], uuid) from public, anon;
grant execute on function public.record_quote_stage(uuid, text, date, text, text[], uuid) to authenticated;

create or replace function public.prepare_quote_mail(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    mail private.outbox;
    quote public.quotes;
    sent public.quote_versions;
    acceptance public.quote_acceptances;
    payment public.quote_payments;
    stage public.quote_stages;
    previous integer;
    recipient text;
    mail_type text;
  begin
    select * into mail from private.outbox where id = mail_id and lease = lease_id and quote_id is not null;
    if mail.id is null then return null; end if;
    quote := private.lock_quote(mail.quote_id);
    recipient := mail.quote_mail ->> 'to';
    mail_type := mail.quote_mail ->> 'type';
    if mail_type = 'payment' then
      select * into payment from public.quote_payments where id = (mail.quote_mail ->> 'subject')::uuid;
    elsif mail_type = 'stage' then
      select * into stage from public.quote_stages where id = (mail.quote_mail ->> 'subject')::uuid;
    end if;
    if (recipient = 'customer' and (quote.customer_email is null or quote.erased_at is not null))
      or (mail_type in ('sent', 'reminder') and (quote.version::text is distinct from mail.quote_mail ->> 'version'
        or quote.state not in ('sent', 'viewed', 'change_requested')))
      or (mail_type = 'reminder' and (quote.reminders_stopped_at is not null or quote.state = 'change_requested'))
      or (mail_type in ('payment', 'stage') and num_nonnulls(payment.id, stage.id) = 0)
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
    if mail_type in ('sent', 'adjusted') then
      previous := private.get_previous_version(quote);
      if previous >= sent.version then previous := null; end if;
    end if;
    return jsonb_build_object(
      'to', recipient, 'type', mail_type, 'quote_id', quote.id, 'number', quote.number, 'version', sent.version,
      'email', case recipient when 'customer' then quote.customer_email end,
      'token', case recipient when 'customer' then private.create_quote_token(quote.id, mail_type) end,
      'reply_to', case recipient when 'owner' then quote.customer_email else sent.document::jsonb #>> '{seller,email}' end,
      'customer_name', quote.customer_name, 'quote_type', sent.content ->> 'type', 'title', sent.content ->> 'title',
      'seller', sent.document::jsonb -> 'seller', 'valid_until', quote.valid_until,
      'total', coalesce(case when mail_type in ('payment', 'stage') then quote.agreed_cents end, (acceptance.totals ->> 'total')::bigint,
        case when quote.state = 'accepted' and mail_type <> 'declined' then quote.agreed_cents end,
        (sent.totals ->> 'total')::bigint),
      'deposit', (coalesce(acceptance.totals,
        case when quote.state = 'accepted' then private.calculate_quote_totals(sent.content, quote.selection) end, sent.totals)
        ->> 'deposit')::bigint,
      'text', case mail_type
        when 'reminder' then (select body from public.quote_reminders where id = (mail.quote_mail ->> 'subject')::uuid)
        when 'declined' then quote.decline_reason
        when 'payment' then null
        when 'stage' then stage.note
        when 'answer' then (select body from public.quote_messages where id = (mail.quote_mail ->> 'subject')::uuid)
        else (
          select string_agg(message.body, E'\n\n' order by message.created_at, message.id)
          from public.quote_messages as message
            join public.quote_messages as first_message on first_message.id = (mail.quote_mail ->> 'subject')::uuid
          where message.quote_id = quote.id and message.author = 'customer' and message.created_at >= first_message.created_at) end,
      'payment', case mail_type when 'payment' then
        jsonb_build_object('paid_on', payment.paid_on, 'cents', payment.amount_cents, 'method', payment.method) end,
      'stage', case mail_type when 'stage' then
        jsonb_build_object('stage', stage.stage, 'reached_on', stage.reached_on, 'images', cardinality(stage.images)) end,
      'balance', case when mail_type in ('payment', 'stage') then private.get_balance(quote) end,
      'change', (
        select jsonb_build_object('version', earlier.version, 'isAgreed', quote.agreed_version is not null,
          'before', earlier.content, 'after', sent.content, 'selection', sent.selection, 'previousSelection', coalesce((
            select selection from public.quote_acceptances as agreed
            where agreed.quote_id = quote.id and agreed.version = quote.accepted_version and agreed.version < sent.version),
            sent.selection))
        from public.quote_versions as earlier where earlier.quote_id = quote.id and earlier.version = previous),
      'document', private.find_mail_document(quote.id, (mail.quote_mail ->> 'version')::integer, mail_type),
      'hash', coalesce(acceptance.event_hash, (select head from private.quote_chains where quote_id = quote.id)));
  end
  $$;
