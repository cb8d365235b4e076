-- A limit on the total size of visitors' images, and an e-mail to the owner before it is reached.

create table private.visitor_storage (
  id boolean primary key default true,
  max_bytes bigint not null default 2097152000,
  warned_at timestamptz,
  swept_at timestamptz,
  constraint visitor_storage_one_row check (id),
  constraint visitor_storage_max_bytes_min check (max_bytes >= 0)
);
comment on table private.visitor_storage is
  'At most one row. Without it the defaults apply. Each server writes VISITOR_STORAGE_LIMIT_MB to it at its start.';
comment on column private.visitor_storage.max_bytes is 'Bytes that the objects under inspiration/ may take in total.';
comment on column private.visitor_storage.warned_at is 'When the owner was last warned by e-mail.';
comment on column private.visitor_storage.swept_at is 'When a server last began to delete unreferenced uploads.';
revoke all on private.visitor_storage from anon, authenticated;
alter table private.visitor_storage enable row level security;

create function private.visitor_storage_limit() returns bigint
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce((select max_bytes from private.visitor_storage), 2097152000) $$;

create function private.visitor_storage_used() returns bigint
  language sql volatile security definer
  set search_path = ''
  as $$
    select coalesce(sum((metadata ->> 'size')::bigint), 0)::bigint from storage.objects
    where bucket_id = 'images' and name like 'inspiration/%'
  $$;
revoke execute on function private.visitor_storage_limit(), private.visitor_storage_used() from public;

-- It raises instead of returning false, so that the storage service can report the cause. The lock is
-- held until the insert commits: concurrent uploads can't pass the check together.
create function private.check_visitor_storage(new_bytes bigint) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if private.is_staff() then return true; end if;
    perform pg_advisory_xact_lock(hashtextextended('visitor_storage', 0));
    if private.visitor_storage_used() + greatest(coalesce(new_bytes, 0), 1) > private.visitor_storage_limit() then
      raise sqlstate 'PT507' using message = 'The storage for visitors'' images is full';
    end if;
    return true;
  end
  $$;
comment on function private.check_visitor_storage(bigint) is
  'True for staff and while a visitor''s image of this size fits. Raises PT507 otherwise.';
revoke execute on function private.check_visitor_storage(bigint) from public;
grant execute on function private.check_visitor_storage(bigint) to anon, authenticated, service_role;

alter policy "visitors add inspiration pictures" on storage.objects
  with check (
    bucket_id = 'images'
    and name ~ '^inspiration/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$'
    and private.inspiration_upload_allowed()
    and private.check_visitor_storage((metadata ->> 'size')::bigint));

-- The outbox also takes e-mails that are not about an enquiry.
alter table private.outbox
  add column notice text,
  add constraint outbox_notice_known check (notice in ('visitor_storage')),
  drop constraint outbox_one_enquiry,
  add constraint outbox_one_subject check (num_nonnulls(quote_request_id, contact_submission_id, notice) = 1);
comment on column private.outbox.notice is 'What the owner is notified of, for an e-mail that is not about an enquiry.';

create or replace function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select mail.notice is null and coalesce(
      (select is_spam from public.quote_requests where id = mail.quote_request_id),
      (select is_spam from public.contact_submissions where id = mail.contact_submission_id),
      true)
  $$;

create or replace function private.claim_as_json(mail private.outbox, is_early boolean) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object('id', mail.id, 'lease', mail.lease, 'tries', mail.tries, 'is_early', is_early,
      'email_type', case
        when mail.notice is not null then mail.notice
        when mail.quote_request_id is null then 'contact'
        else 'quote' end,
      'enquiry', coalesce(mail.quote_request_id, mail.contact_submission_id))
  $$;

create function public.queue_storage_warning() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if exists (
      select from private.visitor_storage
      where warned_at is not null and not private.lies_apart(warned_at, 86400))
    then
      return false;
    end if;
    if private.visitor_storage_used() < private.visitor_storage_limit() * 0.9 then return false; end if;
    insert into private.visitor_storage as stored (warned_at) values (now())
      on conflict (id) do update set warned_at = now()
      where stored.warned_at is null or private.lies_apart(stored.warned_at, 86400);
    if not found then return false; end if;
    delete from private.outbox
      where notice is not null and private.lies_apart(created_at, 30 * 86400);
    insert into private.outbox (notice, pause_seconds) values ('visitor_storage', 0);
    return true;
  end
  $$;
comment on function public.queue_storage_warning() is
  'Queues an e-mail to the owner if visitors'' images take 90 % of their limit or more, at most once a day. True if it did.';
revoke execute on function public.queue_storage_warning() from public, anon, authenticated;
grant execute on function public.queue_storage_warning() to service_role;
