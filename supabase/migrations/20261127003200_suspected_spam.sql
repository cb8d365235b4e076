-- Whoever is promised an answer reaches the owner: enquiries that may be spam are mailed with a mark, beyond five in a
-- day in a digest. Those with a filled honeypot are not. See docs/decisions/008-spam.md.

alter table private.outbox drop constraint outbox_notice_known;
alter table private.outbox add constraint outbox_notice_known check (notice in ('visitor_storage', 'suspected_spam'));
alter table private.outbox add column suspicion text constraint outbox_suspicion_known check (suspicion in ('single', 'digest'));
alter table private.outbox add column digest_id uuid references private.outbox (id) on delete set null;
comment on column private.outbox.suspicion is
  'How the owner hears of an enquiry that may be spam: by an e-mail of its own or in a digest; null for others.';
comment on column private.outbox.digest_id is 'The digest that names this enquiry.';
create index outbox_suspicion_idx on private.outbox (created_at) where suspicion is not null;
create index outbox_digest_id_idx on private.outbox (digest_id) where digest_id is not null;

create or replace function private.queue_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    max_single_mails_per_day constant integer := 5;
    suspicion text;
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') then return null; end if;
    if new.is_spam then
      suspicion := case when (
        select count(*) from private.outbox as mail
        where mail.suspicion = 'single' and mail.created_at > now() - interval '1 day') < max_single_mails_per_day
        then 'single' else 'digest' end;
    end if;
    if tg_table_name = 'quote_requests' then
      insert into private.outbox (quote_request_id, suspicion) values (new.id, suspicion);
    else
      insert into private.outbox (contact_submission_id, suspicion) values (new.id, suspicion);
    end if;
    return null;
  end
  $$;
comment on function private.queue_mail() is
  'Queues the e-mail to the owner about an enquiry; about one that may be spam, five a day of their own and the others for a digest.';

drop trigger queue_mail on public.quote_requests;
create trigger queue_mail after insert on public.quote_requests
  for each row when (not 'hidden_field' = any (new.spam_reasons)) execute function private.queue_mail();
drop trigger queue_mail on public.contact_submissions;
create trigger queue_mail after insert on public.contact_submissions
  for each row when (not 'hidden_field' = any (new.spam_reasons)) execute function private.queue_mail();

create or replace function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select mail.notice is null and mail.quote_id is null and mail.suspicion is distinct from 'single' and coalesce(
      (select is_spam from public.quote_requests where id = mail.quote_request_id),
      (select is_spam from public.contact_submissions where id = mail.contact_submission_id),
      true)
  $$;
comment on function private.is_spam_mail(private.outbox) is
  'True if the enquiry is marked as spam and has no e-mail of its own. It waits for the digest, or until staff remove the mark.';

create function public.queue_spam_digest() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    waiting uuid[];
    digest uuid;
  begin
    if not exists (select from private.outbox where status = 'waiting' and suspicion = 'digest') then return false; end if;
    perform pg_advisory_xact_lock(hashtextextended('spam_digest', 0));
    if exists (
      select from private.outbox where notice = 'suspected_spam' and not private.seconds_elapsed(created_at, 86400))
    then
      return false;
    end if;
    select array_agg(id) into waiting from private.outbox as mail
      where status = 'waiting' and suspicion = 'digest' and private.is_spam_mail(mail)
        and not exists (select from private.outbox as earlier where earlier.id = mail.digest_id and earlier.status = 'waiting');
    if waiting is null then return false; end if;
    delete from private.outbox where notice is not null and private.seconds_elapsed(created_at, 30 * 86400);
    insert into private.outbox (notice, backoff_seconds) values ('suspected_spam', 0) returning id into digest;
    update private.outbox set digest_id = digest where id = any (waiting);
    return true;
  end
  $$;
comment on function public.queue_spam_digest() is
  'Queues an e-mail to the owner about enquiries that may be spam and have none of their own, at most once a day. True if it did.';
revoke execute on function public.queue_spam_digest() from public, anon, authenticated;
grant execute on function public.queue_spam_digest() to service_role;

create function public.read_spam_digest(digest uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with named as (
      select jsonb_build_object('type', 'quote', 'name', request.customer_name, 'email', request.email,
          'text', left(request.description, 300)) as enquiry, request.created_at, request.id
        from private.outbox as mail join public.quote_requests as request on request.id = mail.quote_request_id
        where mail.digest_id = digest and request.is_spam
      union all
      select jsonb_build_object('type', 'contact', 'name', message.name, 'email', message.email,
          'text', left(message.message, 300)), message.created_at, message.id
        from private.outbox as mail join public.contact_submissions as message on message.id = mail.contact_submission_id
        where mail.digest_id = digest and message.is_spam)
    select jsonb_build_object('total', (select count(*) from named), 'enquiries', coalesce(
      (select jsonb_agg(enquiry || jsonb_build_object('id', id) order by created_at desc, id)
        from (select * from named order by created_at desc, id limit 50) as newest), '[]'))
  $$;
comment on function public.read_spam_digest(uuid) is
  'The enquiries that a digest names and that are still marked as spam: their number, and the newest 50.';
revoke execute on function public.read_spam_digest(uuid) from public, anon, authenticated;
grant execute on function public.read_spam_digest(uuid) to service_role;

create or replace function public.mark_mail_sent(mail_id uuid) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    with updated as (
      update private.outbox as mail
      set status = 'sent', sent_at = coalesce(sent_at, now()), reason = null, detail = null,
        lease = null, leased_at = null, lease_seconds = null
      where id = mail_id or digest_id = mail_id and status = 'waiting' and private.is_spam_mail(mail)
      returning id)
    select exists (select from updated)
  $$;
comment on function public.mark_mail_sent(uuid) is
  'Marks an e-mail as sent, whoever holds its lease, and those that a digest stands for; false if it was deleted with its enquiry.';
