-- A stage that was recorded without its payment does not stand for the payment.

create or replace function public.record_quote_payment(payment_id uuid, quote_id uuid, paid_on date, amount_cents bigint, method text,
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
    if is_deposit and amount_cents > 0
      and exists (select from public.quote_stages as reached where reached.quote_id = quote.id and reached.stage = 'deposit_received')
      and exists (select from public.quote_payments as stored where stored.quote_id = quote.id and stored.amount_cents > 0)
      and not exists (select from public.quote_payments as stored where stored.id = payment_id)
    then
      return '{"status": "already_recorded"}'::jsonb;
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
  'Records a payment of an accepted quote, with is_deposit also the stage deposit_received, and tells the customer by the email mail_id; none without an id. A negative amount corrects or refunds what was paid. A repeated request is one payment; already_recorded if it has other values, or for another deposit after the stage and a payment.';
