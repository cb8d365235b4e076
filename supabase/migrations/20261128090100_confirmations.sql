-- Whoever sends an enquiry gets a confirmation with its reference and a copy of what was sent, unless it may be spam. So
-- that nobody can mail strangers with it, an address gets one an hour. See docs/decisions/010-outbox.md.

alter table private.outbox
  add column confirmed_request_id uuid references public.quote_requests (id) on delete cascade
    constraint outbox_confirmed_request_id_key unique,
  add column confirmed_submission_id uuid references public.contact_submissions (id) on delete cascade
    constraint outbox_confirmed_submission_id_key unique,
  drop constraint outbox_one_subject,
  add constraint outbox_one_subject check (num_nonnulls(quote_request_id, contact_submission_id, notice, quote_id,
    confirmed_request_id, confirmed_submission_id) = 1);
comment on table private.outbox is
  'One e-mail to the owner and at most one to the sender for each enquiry, and those of quotes; deleted with the enquiry or quote. It stores no text: the e-mail is composed when it is sent.';
comment on column private.outbox.confirmed_request_id is 'The request that an e-mail to its sender confirms.';
comment on column private.outbox.confirmed_submission_id is 'The message that an e-mail to its sender confirms.';

create function private.is_confirmation(mail private.outbox) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select num_nonnulls(mail.confirmed_request_id, mail.confirmed_submission_id) > 0 $$;
comment on function private.is_confirmation(private.outbox) is 'True if the e-mail goes to the sender of an enquiry.';
grant execute on function private.is_confirmation(private.outbox) to authenticated;

create function private.queue_confirmation() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff()
      or not public.take_rate_limit('confirmations:' || private.hash_text(lower(btrim(new.email))), 1, 3600)
    then
      return null;
    end if;
    if tg_table_name = 'quote_requests' then
      insert into private.outbox (confirmed_request_id) values (new.id);
    else
      insert into private.outbox (confirmed_submission_id) values (new.id);
    end if;
    return null;
  end
  $$;
comment on function private.queue_confirmation() is
  'Queues the confirmation of an enquiry that a visitor sent, one an hour for each address. Staff''s rows have none.';
revoke execute on function private.queue_confirmation() from public, anon, authenticated;
create trigger queue_confirmation after insert on public.quote_requests
  for each row when (not new.is_spam) execute function private.queue_confirmation();
create trigger queue_confirmation after insert on public.contact_submissions
  for each row when (not new.is_spam) execute function private.queue_confirmation();

create or replace function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select mail.notice is null and mail.quote_id is null and mail.suspicion is distinct from 'single' and coalesce(
      (select is_spam from public.quote_requests where id in (mail.quote_request_id, mail.confirmed_request_id)),
      (select is_spam from public.contact_submissions where id in (mail.contact_submission_id, mail.confirmed_submission_id)),
      true)
  $$;
comment on function private.is_spam_mail(private.outbox) is
  'True if the enquiry is marked as spam and the owner has no e-mail of its own about it. It waits for the digest, or until staff remove the mark.';

create or replace function private.serialize_mail_claim(mail private.outbox, is_early boolean) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object('id', mail.id, 'lease', mail.lease, 'attempts', mail.attempts, 'is_early', is_early,
      'email_type', case
        when mail.notice is not null then mail.notice
        when mail.quote_id is not null then 'quote_mail'
        when mail.confirmed_request_id is not null then 'quote_confirmation'
        when mail.confirmed_submission_id is not null then 'contact_confirmation'
        when mail.quote_request_id is null then 'contact'
        else 'quote' end,
      'enquiry_id', coalesce(mail.quote_request_id, mail.contact_submission_id, mail.confirmed_request_id,
        mail.confirmed_submission_id))
  $$;

create or replace function public.claim_due_mails(max_mails integer, lifetime_seconds integer) returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    update private.outbox as mail set status = 'failed'
      where status = 'waiting' and private.is_confirmation(mail) and private.seconds_elapsed(created_at, 86400)
        and private.seconds_elapsed(leased_at, lease_seconds);
    with due as (
      select mail.id from private.outbox as mail
      where status = 'waiting'
        and private.seconds_elapsed(queued_at, backoff_seconds)
        and private.seconds_elapsed(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
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
comment on function public.claim_due_mails(integer, integer) is
  'Leases e-mails that are due to the caller, those to the owner and of quotes first. After lifetime_seconds another sender can claim them. Confirmations that were not sent within a day are given up.';

create or replace function public.count_unsent_mails() returns integer
  language sql stable security invoker
  set search_path = ''
  as $$
    select count(*)::integer
    from private.outbox as mail
    where status <> 'sent' and quote_id is null and not private.is_confirmation(mail)
      and (reason is not null or private.seconds_elapsed(created_at, 300))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.count_unsent_mails() is
  'Number of unsent e-mails to the owner by the rules of list_unsent_mails, without those of quotes; 0 if the caller is not staff.';

create function public.list_failed_confirmations(enquiry_ids uuid[]) returns uuid[]
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(array_agg(coalesce(confirmed_request_id, confirmed_submission_id)), '{}')
    from private.outbox
    where status = 'failed' and (confirmed_request_id = any (enquiry_ids) or confirmed_submission_id = any (enquiry_ids))
  $$;
comment on function public.list_failed_confirmations(uuid[]) is
  'Those of these enquiries whose confirmation could not be delivered to the sender.';
revoke execute on function public.list_failed_confirmations(uuid[]) from public, anon;
grant execute on function public.list_failed_confirmations(uuid[]) to authenticated;
