-- E-mails, queued in the transaction that stores the enquiry or changes the quote, so that no mail server,
-- restart or crash in between loses them. See docs/decisions/010-outbox.md.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  contact_submission_id uuid references public.contact_submissions (id) on delete cascade,
  notice text,
  quote_id uuid references public.quotes (id) on delete cascade,
  quote_mail jsonb,
  status text not null default 'waiting',
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  backoff_seconds integer not null default 30,
  lease uuid,
  leased_at timestamptz,
  lease_seconds integer,
  attempted_at timestamptz,
  reason text,
  detail text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_quote_request_id_key unique (quote_request_id),
  constraint outbox_contact_submission_id_key unique (contact_submission_id),
  constraint outbox_one_subject check (num_nonnulls(quote_request_id, contact_submission_id, notice, quote_id) = 1),
  constraint outbox_quote_whole check ((quote_id is null) = (quote_mail is null)),
  constraint outbox_notice_known check (notice in ('visitor_storage')),
  constraint outbox_status_known check (status in ('waiting', 'sent', 'failed')),
  constraint outbox_attempts_min check (attempts >= 0),
  constraint outbox_backoff_seconds_range check (backoff_seconds between 0 and 86400),
  constraint outbox_lease_whole check (num_nulls(lease, leased_at, lease_seconds) in (0, 3)),
  constraint outbox_reason_known check (reason in (
    'no_recipient', 'no_mail_server', 'unreachable', 'timeout', 'authentication', 'deferred', 'rejected', 'unexpected')),
  constraint outbox_detail_length check (char_length(detail) <= 500)
);
comment on table private.outbox is
  'One e-mail to the owner for each enquiry, and those of quotes; deleted with the enquiry or quote. It stores no text: the e-mail is composed when it is sent.';
comment on column private.outbox.notice is 'What the owner is notified of, for an e-mail that is not about an enquiry.';
comment on column private.outbox.quote_mail is 'Object with to (customer or owner), type, version and subject, the id of a message or reminder.';
comment on column private.outbox.attempts is 'Attempts that were due. The website''s own first attempt is not counted, nor those after one without a recipient or mail server.';
comment on column private.outbox.queued_at is 'Start of backoff_seconds. The first 30 seconds are the website''s own attempt.';
comment on column private.outbox.lease is 'Held by one sender for lease_seconds from leased_at.';
comment on column private.outbox.reason is 'Why the last attempt failed.';
comment on column private.outbox.detail is 'The mail server''s answer, for staff.';
-- Partial, so that its size does not grow with the number of sent mails.
create index outbox_waiting_idx on private.outbox (queued_at) where status = 'waiting';
create index outbox_quote_id_idx on private.outbox (quote_id) where quote_id is not null;

revoke all on private.outbox from anon, authenticated;
grant select on private.outbox to authenticated;
alter table private.outbox enable row level security;
create policy "staff read the outbox" on private.outbox
  for select to authenticated using ((select private.is_staff()));

-- Not for inserts by the service key; send-email queues those on request.
create function private.queue_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if current_setting('role', true) in ('anon', 'authenticated') then
      if tg_table_name = 'quote_requests' then
        insert into private.outbox (quote_request_id) values (new.id);
      else
        insert into private.outbox (contact_submission_id) values (new.id);
      end if;
    end if;
    return null;
  end
  $$;
comment on function private.queue_mail() is 'Queues the e-mail to the owner about an enquiry that is not spam.';
create trigger queue_mail after insert on public.quote_requests
  for each row when (not new.is_spam) execute function private.queue_mail();
create trigger queue_mail after insert on public.contact_submissions
  for each row when (not new.is_spam) execute function private.queue_mail();

create function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select mail.notice is null and mail.quote_id is null and coalesce(
      (select is_spam from public.quote_requests where id = mail.quote_request_id),
      (select is_spam from public.contact_submissions where id = mail.contact_submission_id),
      true)
  $$;
comment on function private.is_spam_mail(private.outbox) is
  'True if the enquiry is marked as spam. Its e-mail waits until staff remove the mark.';
grant execute on function private.is_spam_mail(private.outbox) to authenticated;

create function private.waits_for_setting(mail private.outbox) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select coalesce(mail.reason in ('no_recipient', 'no_mail_server'), false) $$;
comment on function private.waits_for_setting(private.outbox) is
  'True if the last attempt failed for lack of a setting. Attempts are not counted then: the e-mail waits as long as it takes.';

create function private.serialize_mail_claim(mail private.outbox, is_early boolean) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object('id', mail.id, 'lease', mail.lease, 'attempts', mail.attempts, 'is_early', is_early,
      'email_type', case
        when mail.notice is not null then mail.notice
        when mail.quote_id is not null then 'quote_mail'
        when mail.quote_request_id is null then 'contact'
        else 'quote' end,
      'enquiry_id', coalesce(mail.quote_request_id, mail.contact_submission_id))
  $$;
comment on function private.serialize_mail_claim(private.outbox, boolean) is 'What a sender gets of a claimed e-mail.';

create function public.claim_due_mails(max_mails integer, lifetime_seconds integer) returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    with due as (
      select mail.id from private.outbox as mail
      where status = 'waiting'
        and private.seconds_elapsed(queued_at, backoff_seconds)
        and private.seconds_elapsed(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
      order by queued_at
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
comment on function public.claim_due_mails(integer, integer) is
  'Leases e-mails that are due to the caller. After lifetime_seconds another sender can claim them.';
revoke execute on function public.claim_due_mails(integer, integer) from public, anon, authenticated;
grant execute on function public.claim_due_mails(integer, integer) to service_role;

create function public.claim_mails_for(enquiry_ids uuid[], lifetime_seconds integer) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    claimed private.outbox;
    is_early boolean;
  begin
    insert into private.outbox (quote_request_id)
      select id from public.quote_requests where id = any (enquiry_ids) and not is_spam
      on conflict do nothing;
    insert into private.outbox (contact_submission_id)
      select id from public.contact_submissions where id = any (enquiry_ids) and not is_spam
      on conflict do nothing;
    select * into claimed from private.outbox as mail
      where coalesce(quote_request_id, contact_submission_id) = any (enquiry_ids)
        and (quote_request_id = any (enquiry_ids) or contact_submission_id = any (enquiry_ids))
        and status <> 'sent'
        and private.seconds_elapsed(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
      order by created_at desc, id
      limit 1
      for update skip locked;
    if claimed.id is null then return null; end if;
    is_early = claimed.status = 'failed'
      or not private.seconds_elapsed(claimed.queued_at, claimed.backoff_seconds);
    update private.outbox as mail
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = lifetime_seconds, attempted_at = now(),
        attempts = attempts + case when is_early or private.waits_for_setting(mail) then 0 else 1 end
      where id = claimed.id
      returning * into claimed;
    return private.serialize_mail_claim(claimed, is_early);
  end
  $$;
comment on function public.claim_mails_for(uuid[], integer) is
  'Leases the e-mail of the newest of these enquiries, due or not; an early attempt is not counted. Null if all are sent or leased.';
revoke execute on function public.claim_mails_for(uuid[], integer) from public, anon, authenticated;
grant execute on function public.claim_mails_for(uuid[], integer) to service_role;

create function public.mark_mail_sent(mail_id uuid) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with updated as (
      update private.outbox
      set status = 'sent', sent_at = coalesce(sent_at, now()), reason = null, detail = null,
        lease = null, leased_at = null, lease_seconds = null
      where id = mail_id
      returning id)
    select exists (select from updated)
  $$;
comment on function public.mark_mail_sent(uuid) is
  'Marks an e-mail as sent, whoever holds its lease; false if it was deleted with its enquiry.';
revoke execute on function public.mark_mail_sent(uuid) from public, anon, authenticated;
grant execute on function public.mark_mail_sent(uuid) to service_role;

create function public.mark_mail_failed(mail_id uuid, lease_id uuid, error_reason text, error_detail text,
  retry_after_seconds integer, is_final boolean) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with updated as (
      update private.outbox
      set status = case when is_final then 'failed' else status end,
        reason = error_reason, detail = left(error_detail, 500),
        queued_at = case when retry_after_seconds is null then queued_at else now() end,
        backoff_seconds = coalesce(retry_after_seconds, backoff_seconds),
        lease = null, leased_at = null, lease_seconds = null
      where id = mail_id and lease = lease_id and status <> 'sent'
      returning id)
    select exists (select from updated)
  $$;
comment on function public.mark_mail_failed(uuid, uuid, text, text, integer, boolean) is
  'Stores why an attempt failed and when to retry; null leaves the delay unchanged. False if another sender holds the lease.';
revoke execute on function public.mark_mail_failed(uuid, uuid, text, text, integer, boolean)
  from public, anon, authenticated;
grant execute on function public.mark_mail_failed(uuid, uuid, text, text, integer, boolean) to service_role;

create function public.list_unsent_mails(enquiry_ids uuid[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'enquiry_id', coalesce(quote_request_id, contact_submission_id), 'status', status,
      'reason', reason, 'detail', detail, 'attempted_at', attempted_at,
      'next_attempt_at', case when status = 'waiting' then queued_at + make_interval(secs => backoff_seconds) end)), '[]')
    from private.outbox as mail
    where (quote_request_id = any (enquiry_ids) or contact_submission_id = any (enquiry_ids))
      and status <> 'sent'
      and (reason is not null or private.seconds_elapsed(created_at, 300))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.list_unsent_mails(uuid[]) is
  'Which of these enquiries have an unsent e-mail, and why. Those of the last five minutes only after a failed attempt.';
revoke execute on function public.list_unsent_mails(uuid[]) from public, anon;
grant execute on function public.list_unsent_mails(uuid[]) to authenticated;

create function public.count_unsent_mails() returns integer
  language sql stable security invoker
  set search_path = ''
  as $$
    select count(*)::integer
    from private.outbox as mail
    where status <> 'sent' and quote_id is null
      and (reason is not null or private.seconds_elapsed(created_at, 300))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.count_unsent_mails() is
  'Number of unsent e-mails by the rules of list_unsent_mails, without those of quotes; 0 if the caller is not staff.';
revoke execute on function public.count_unsent_mails() from public, anon;
grant execute on function public.count_unsent_mails() to authenticated;

create function public.retry_mail(enquiry_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.is_staff() then
      raise sqlstate '42501' using message = 'Only staff may have a mail sent again';
    end if;
    update private.outbox
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      where status <> 'sent'
        and (quote_request_id = enquiry_id or contact_submission_id = enquiry_id);
    return found;
  end
  $$;
comment on function public.retry_mail(uuid) is
  'Makes an unsent e-mail due now and resets its attempts; false if it is sent or does not exist.';
revoke execute on function public.retry_mail(uuid) from public, anon;
grant execute on function public.retry_mail(uuid) to authenticated;
