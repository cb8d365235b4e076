-- The Email screen: mail server, sender, who gets which notice, and which emails were sent or wait.

create table private.mail_settings (
  id boolean primary key default true,
  host text,
  port integer,
  security text,
  user_name text not null default '',
  password text,
  sender_name text not null default '',
  sender_email text,
  enquiry_recipients text[] not null default '{}',
  quote_recipients text[] not null default '{}',
  operation_recipients text[] not null default '{}',
  constraint mail_settings_only_row check (id),
  constraint mail_settings_server_whole check (num_nulls(host, port, security) in (0, 3)),
  constraint mail_settings_host_length check (char_length(host) between 1 and 253),
  constraint mail_settings_port_range check (port between 1 and 65535),
  constraint mail_settings_security_known check (security in ('tls', 'starttls', 'none')),
  constraint mail_settings_user_name_length check (char_length(user_name) <= 254),
  constraint mail_settings_password_length check (char_length(password) <= 2000),
  constraint mail_settings_sender_name_length check (char_length(sender_name) <= 100),
  constraint mail_settings_sender_email_format check (private.is_email(sender_email)),
  constraint mail_settings_recipients_max check (greatest(cardinality(enquiry_recipients), cardinality(quote_recipients),
    cardinality(operation_recipients)) <= 5)
);
comment on table private.mail_settings is
  'The mail server, sender and recipients that staff entered. Only the auth service of our backend reads and writes it; settings of the environment win.';
comment on column private.mail_settings.security is 'tls from the first byte, starttls, or none inside the network.';
comment on column private.mail_settings.password is 'Encrypted with a key outside of the database.';
comment on column private.mail_settings.enquiry_recipients is
  'Who gets emails about enquiries; the published address if empty, as for the other two.';
revoke all on private.mail_settings from public, anon, authenticated, service_role;
alter table private.mail_settings enable row level security;
create trigger write_audit_entry after insert or update or delete on private.mail_settings
  for each row execute function private.write_audit_entry('{"redacted": ["password"]}');

create index outbox_created_at_idx on private.outbox (created_at desc, id desc);

create function public.list_mails(shown text, before_time timestamptz default null, before_id uuid default null)
  returns table (id uuid, kind text, event text, recipient text, about text, record_id uuid, status text, reason text,
    detail text, can_retry boolean, created_at timestamptz, attempted_at timestamptz, next_attempt_at timestamptz,
    sent_at timestamptz)
  language sql stable security invoker
  set search_path = ''
  as $$
    select mail.id,
      case
        when mail.notice is not null then mail.notice
        when mail.quote_id is not null then 'quote_mail'
        when mail.confirmed_request_id is not null then 'quote_confirmation'
        when mail.confirmed_submission_id is not null then 'contact_confirmation'
        when mail.added_request_id is not null then 'quote_addition'
        when mail.quote_request_id is null then 'contact'
        else 'quote' end,
      mail.quote_mail ->> 'type',
      case
        when private.is_confirmation(mail) then coalesce(request.email, submission.email)
        when mail.quote_mail ->> 'to' = 'customer' then quote.customer_email end,
      coalesce(request.customer_name, submission.name, quote.customer_name),
      coalesce(request.id, submission.id, quote.id),
      mail.status, mail.reason, mail.detail,
      mail.status <> 'sent' and not (private.is_confirmation(mail) and mail.created_at < now() - interval '1 day'),
      mail.created_at, mail.attempted_at,
      case when mail.status = 'waiting' then mail.queued_at + make_interval(secs => mail.backoff_seconds) end,
      mail.sent_at
    from (
      select * from private.outbox as queued
      where (list_mails.shown = 'all' or (queued.status = 'sent') = (list_mails.shown = 'sent'))
        and (list_mails.before_time is null
          or (queued.created_at, queued.id) < (list_mails.before_time, list_mails.before_id))
        and not private.is_spam_mail(queued)
      order by queued.created_at desc, queued.id desc
      limit 50
    ) as mail
      left join public.quote_requests as request
        on request.id in (mail.quote_request_id, mail.confirmed_request_id, mail.added_request_id)
      left join public.contact_submissions as submission
        on submission.id in (mail.contact_submission_id, mail.confirmed_submission_id)
      left join public.quotes as quote on quote.id = mail.quote_id
    order by mail.created_at desc, mail.id desc
  $$;
comment on function public.list_mails(text, timestamptz, uuid) is
  'The newest 50 emails of the outbox before a given one: all, sent or unsent. recipient is null for the owner''s. Those that wait because their enquiry is marked as spam are left out.';
revoke execute on function public.list_mails(text, timestamptz, uuid) from public, anon;
grant execute on function public.list_mails(text, timestamptz, uuid) to authenticated;

create function public.retry_failed_mails(mail_id uuid default null) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    retried integer;
  begin
    perform private.require_staff();
    update private.outbox as mail
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      where case when mail_id is null then mail.status = 'failed' else mail.id = mail_id and mail.status <> 'sent' end
        and not private.is_late_confirmation(mail);
    get diagnostics retried = row_count;
    return retried;
  end
  $$;
comment on function public.retry_failed_mails(uuid) is
  'Makes one unsent email due now, or with null every failed one, and returns their number. Confirmations of more than a day ago stay unsent.';
revoke execute on function public.retry_failed_mails(uuid) from public, anon;
grant execute on function public.retry_failed_mails(uuid) to authenticated;
