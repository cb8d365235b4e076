-- Whoever waits for a lock holds none that comes after it: a quote before those with later ids, then its review, its
-- documents, its emails. Functions that change emails of several records skip or wait for them in the order of their ids.

create or replace function private.erase_quote(quote_id uuid, reason text) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote(erase_quote.quote_id);
  begin
    if quote.id is null or quote.erased_at is not null then return 'erased'; end if;
    if quote.version = 0 then
      perform private.queue_image_removals(quote);
      delete from public.quotes where id = quote.id;
      return 'deleted';
    end if;
    if private.get_bookkeeping_end(quote) >= private.get_today() then return 'retained'; end if;
    -- claim_quote_document locks a document before its emails and the removal of its file.
    perform from public.quote_documents as document where document.quote_id = quote.id order by id for update;
    perform private.queue_image_removals(quote);
    update public.quotes as changed
      set customer_name = '', customer_email = null, customer_phone = null, customer_address = null, decline_reason = null,
        content = private.erase_quote_texts(quote.content), quote_request_id = null, erased_at = now(),
        state = case when quote.state not in ('sent', 'viewed', 'change_requested') then quote.state
          when quote.accepted_version is null then 'withdrawn' else 'accepted' end
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

create or replace function public.erase_old_quotes(removed_before timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    old record;
    quote public.quotes;
    erased integer := 0;
  begin
    for old in
      select id, bool_or(is_old) as is_old from (
        (select stored.id, true as is_old from public.quotes as stored
          where stored.erased_at is null and greatest(stored.updated_at, stored.sent_at, stored.accepted_at) < removed_before
            and coalesce(private.get_bookkeeping_end(stored) < private.get_today(), true)
          order by stored.created_at limit 500)
        union all
        (select reviewed.id, false from public.reviews as review join public.quotes as reviewed on reviewed.review_id = review.id
          where not review.is_approved and review.updated_at < removed_before
          order by reviewed.id limit 500)
      ) as found
      group by id order by id
    loop
      quote := private.lock_quote(old.id);
      if exists (
        select from public.reviews as review
        where review.id = quote.review_id and not review.is_approved and review.updated_at < removed_before)
      then
        perform private.erase_review(quote);
      end if;
      if old.is_old then
        perform private.erase_quote(old.id, 'retention');
        erased := erased + 1;
      end if;
    end loop;
    return erased;
  end
  $$;

create or replace function private.release_mails(document quote_documents) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    update private.outbox as mail set backoff_seconds = 0
      from (
        select id from private.outbox
        where quote_id = document.quote_id and status = 'waiting' and attempts = 0
          and quote_mail ->> 'version' = document.version::text
          and private.get_mail_document_type(quote_mail ->> 'type') = document.type
        order by id for update) as waiting
      where mail.id = waiting.id
  $$;

create or replace function public.retry_quote_mails(quote_id uuid) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    perform from public.quotes as quote where quote.id = retry_quote_mails.quote_id for update;
    update private.outbox as mail
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      from (
        select id from private.outbox as unsent
        where unsent.status <> 'sent' and unsent.quote_id = retry_quote_mails.quote_id
        order by id for update) as unsent
      where mail.id = unsent.id;
    return found;
  end
  $$;

create or replace function public.retry_failed_mails(mail_id uuid default null) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    retried integer;
  begin
    perform private.require_staff();
    update private.outbox as mail
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      where case when mail_id is not null then mail.id = mail_id and mail.status <> 'sent' else mail.id in (
          select failed.id from private.outbox as failed where failed.status = 'failed' for update skip locked) end
        and not private.is_late_confirmation(mail);
    get diagnostics retried = row_count;
    return retried;
  end
  $$;

create or replace function public.mark_mail_sent(mail_id uuid) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with reported as (
      select id from private.outbox as mail
      where id = mail_id or digest_id = mail_id and status = 'waiting' and private.is_spam_mail(mail)
      order by id for update),
    updated as (
      update private.outbox as mail
      set status = 'sent', sent_at = coalesce(sent_at, now()), reason = null, detail = null,
        lease = null, leased_at = null, lease_seconds = null
      from reported where mail.id = reported.id
      returning mail.id)
    select exists (select from updated)
  $$;

create or replace function public.claim_due_mails(max_mails integer, lifetime_seconds integer) returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    update private.outbox as mail set status = 'failed'
      from (
        select id from private.outbox as late
        where status = 'waiting' and private.is_late_confirmation(late) and not private.has_clock_jumped()
          and private.seconds_elapsed(leased_at, lease_seconds)
        for update skip locked) as late
      where mail.id = late.id;
    with due as (
      select mail.id from private.outbox as mail
      where status = 'waiting'
        and private.seconds_elapsed(queued_at, backoff_seconds)
        and private.seconds_elapsed(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
        and not private.is_late_confirmation(mail)
      order by private.is_confirmation(mail), queued_at
      limit max_mails
      for update skip locked),
    claimed as (
      update private.outbox as mail
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = lifetime_seconds, attempted_at = now(),
        attempts = attempts + case when private.waits_for_setting(mail) then 0 else 1 end
      from due where mail.id = due.id
      returning private.serialize_mail_claim(mail, false) as claim)
    select coalesce(jsonb_agg(claim), '[]') from claimed
  $$;
