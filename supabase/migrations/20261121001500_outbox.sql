-- The owner's mail about an enquiry is queued in the transaction that stores the enquiry, so that no
-- mail server, restart or crash in between loses it. See docs/decisions/010-outbox.md.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid references public.quote_requests (id) on delete cascade,
  contact_submission_id uuid references public.contact_submissions (id) on delete cascade,
  state text not null default 'waiting',
  tries integer not null default 0,
  waits_since timestamptz not null default now(),
  pause_seconds integer not null default 30,
  lease uuid,
  leased_at timestamptz,
  lease_seconds integer,
  tried_at timestamptz,
  reason text,
  detail text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_quote_request_id_key unique (quote_request_id),
  constraint outbox_contact_submission_id_key unique (contact_submission_id),
  constraint outbox_one_enquiry check (num_nonnulls(quote_request_id, contact_submission_id) = 1),
  constraint outbox_state_known check (state in ('waiting', 'sent', 'failed')),
  constraint outbox_tries_min check (tries >= 0),
  constraint outbox_pause_seconds_range check (pause_seconds between 0 and 86400),
  constraint outbox_lease_whole check (num_nulls(lease, leased_at, lease_seconds) in (0, 3)),
  constraint outbox_reason_known check (reason in (
    'no_address', 'unreachable', 'timeout', 'sign_in', 'put_off', 'refused', 'unexpected')),
  constraint outbox_detail_length check (char_length(detail) <= 500)
);
comment on table private.outbox is
  'One mail to the owner for each enquiry. It holds no words of the enquiry: the mail is written when it is sent, and goes with its enquiry.';
comment on column private.outbox.tries is 'Tries that were due; the website''s own first one is not counted.';
comment on column private.outbox.waits_since is 'The pause before the next try began then. The first half minute is the website''s own try.';
comment on column private.outbox.lease is 'Whoever is sending it holds it under this name for lease_seconds from leased_at.';
comment on column private.outbox.detail is 'What the mail server said, for staff.';

-- Short, however many mails there have been: what is sent is not in it.
create index outbox_waiting_idx on private.outbox (waits_since) where state = 'waiting';

revoke all on private.outbox from anon, authenticated;
grant select on private.outbox to authenticated;
alter table private.outbox enable row level security;
create policy "staff read what became of mails" on private.outbox
  for select to authenticated using ((select private.is_staff()));

-- What staff, the service key or an import add is no visitor's enquiry: nobody has to be told of it.
-- send-email queues it where somebody asks for the mail all the same.
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
comment on function private.queue_mail() is 'Queues the owner''s mail about an enquiry that is not marked as spam.';
create trigger queue_mail after insert on public.quote_requests
  for each row when (not new.is_spam) execute function private.queue_mail();
create trigger queue_mail after insert on public.contact_submissions
  for each row when (not new.is_spam) execute function private.queue_mail();

-- Times are compared by how far they lie apart, in either direction. So a clock that jumps forward
-- makes a pause shorter, one that jumps back makes it at most twice as long, and a time from a
-- far future, left by a clock that was wrong for a while, stops nothing.
create function private.lies_apart(since timestamptz, seconds integer) returns boolean
  language sql stable
  set search_path = ''
  as $$ select since is null or abs(extract(epoch from now() - since)) >= seconds $$;
comment on function private.lies_apart(timestamptz, integer) is
  'True where the moment is that many seconds or more away from now, or is none.';

create function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select coalesce(
      (select is_spam from public.quote_requests where id = mail.quote_request_id),
      (select is_spam from public.contact_submissions where id = mail.contact_submission_id),
      true)
  $$;
comment on function private.is_spam_mail(private.outbox) is
  'True where the enquiry is marked as spam now: its mail waits until somebody takes the mark away.';
grant execute on function private.is_spam_mail(private.outbox) to authenticated;

create function private.claim_as_json(mail private.outbox, is_early boolean) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object('id', mail.id, 'lease', mail.lease, 'tries', mail.tries, 'is_early', is_early,
      'email_type', case when mail.quote_request_id is null then 'contact' else 'quote' end,
      'enquiry', coalesce(mail.quote_request_id, mail.contact_submission_id))
  $$;
comment on function private.claim_as_json(private.outbox, boolean) is 'What a sender is told of the mail that it holds.';

create function public.claim_due_mails(max_mails integer, hold_seconds integer) returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    with due as (
      select mail.id from private.outbox as mail
      where state = 'waiting'
        and private.lies_apart(waits_since, pause_seconds)
        and private.lies_apart(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
      order by waits_since
      limit max_mails
      for update skip locked),
    claimed as (
      update private.outbox as mail
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = hold_seconds, tried_at = now(),
        tries = tries + 1
      from due where mail.id = due.id
      returning private.claim_as_json(mail, false) as claim)
    select coalesce(jsonb_agg(claim), '[]') from claimed
  $$;
comment on function public.claim_due_mails(integer, integer) is
  'Takes mails that are due, for one sender alone and for so many seconds. A sender that died leaves them to the next.';
revoke execute on function public.claim_due_mails(integer, integer) from public, anon, authenticated;
grant execute on function public.claim_due_mails(integer, integer) to service_role;

create function public.claim_mail_of(enquiries uuid[], hold_seconds integer) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    found private.outbox;
    is_early boolean;
  begin
    insert into private.outbox (quote_request_id)
      select id from public.quote_requests where id = any (enquiries) and not is_spam
      on conflict do nothing;
    insert into private.outbox (contact_submission_id)
      select id from public.contact_submissions where id = any (enquiries) and not is_spam
      on conflict do nothing;
    select * into found from private.outbox as mail
      where coalesce(quote_request_id, contact_submission_id) = any (enquiries)
        and (quote_request_id = any (enquiries) or contact_submission_id = any (enquiries))
        and state <> 'sent'
        and private.lies_apart(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
      order by created_at desc, id
      limit 1
      for update skip locked;
    if found.id is null then return null; end if;
    is_early = found.state = 'failed' or not private.lies_apart(found.waits_since, found.pause_seconds);
    update private.outbox as mail
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = hold_seconds, tried_at = now(),
        tries = tries + case when is_early then 0 else 1 end
      where id = found.id
      returning * into found;
    return private.claim_as_json(found, is_early);
  end
  $$;
comment on function public.claim_mail_of(uuid[], integer) is
  'Takes the mail of one of these enquiries though it may not be due, which counts as no try; null where all are sent or being sent.';
revoke execute on function public.claim_mail_of(uuid[], integer) from public, anon, authenticated;
grant execute on function public.claim_mail_of(uuid[], integer) to service_role;

create function public.note_mail_sent(mail uuid) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with noted as (
      update private.outbox
      set state = 'sent', sent_at = coalesce(sent_at, now()), reason = null, detail = null,
        lease = null, leased_at = null, lease_seconds = null
      where id = note_mail_sent.mail
      returning id)
    select exists (select from noted)
  $$;
comment on function public.note_mail_sent(uuid) is
  'Notes that the mail server has a mail, whoever holds it now; false where it has gone with its enquiry.';
revoke execute on function public.note_mail_sent(uuid) from public, anon, authenticated;
grant execute on function public.note_mail_sent(uuid) to service_role;

create function public.note_mail_not_sent(mail uuid, held_as uuid, why text, said text,
  next_pause integer, gives_up boolean) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with noted as (
      update private.outbox
      set state = case when gives_up then 'failed' else state end,
        reason = why, detail = left(said, 500),
        waits_since = case when next_pause is null then waits_since else now() end,
        pause_seconds = coalesce(next_pause, pause_seconds),
        lease = null, leased_at = null, lease_seconds = null
      where id = note_mail_not_sent.mail and lease = held_as and state <> 'sent'
      returning id)
    select exists (select from noted)
  $$;
comment on function public.note_mail_not_sent(uuid, uuid, text, text, integer, boolean) is
  'Notes why a mail did not go, and how many seconds it waits; null leaves its pause as it is. False where somebody else holds it.';
revoke execute on function public.note_mail_not_sent(uuid, uuid, text, text, integer, boolean)
  from public, anon, authenticated;
grant execute on function public.note_mail_not_sent(uuid, uuid, text, text, integer, boolean) to service_role;

create function public.unsent_mails_of(enquiries uuid[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'enquiry', coalesce(quote_request_id, contact_submission_id), 'state', state,
      'reason', reason, 'detail', detail, 'tried_at', tried_at,
      'next_try_at', case when state = 'waiting' then waits_since + make_interval(secs => pause_seconds) end)), '[]')
    from private.outbox as mail
    where (quote_request_id = any (enquiries) or contact_submission_id = any (enquiries))
      and state <> 'sent'
      and (reason is not null or private.lies_apart(created_at, 300))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.unsent_mails_of(uuid[]) is
  'Which of these enquiries the owner has had no mail about, and why; one of the last five minutes only where a try has failed.';
grant execute on function private.lies_apart(timestamptz, integer) to authenticated;
revoke execute on function public.unsent_mails_of(uuid[]) from public, anon;
grant execute on function public.unsent_mails_of(uuid[]) to authenticated;

create function public.send_mail_again(enquiry uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.is_staff() then
      raise sqlstate '42501' using message = 'Only staff may have a mail sent again';
    end if;
    update private.outbox
      set state = 'waiting', tries = 0, waits_since = now(), pause_seconds = 0
      where state <> 'sent'
        and (quote_request_id = send_mail_again.enquiry or contact_submission_id = send_mail_again.enquiry);
    return found;
  end
  $$;
comment on function public.send_mail_again(uuid) is
  'Makes the mail of an enquiry due now, with all its tries before it; false where it has gone or there is none.';
revoke execute on function public.send_mail_again(uuid) from public, anon;
grant execute on function public.send_mail_again(uuid) to authenticated;
