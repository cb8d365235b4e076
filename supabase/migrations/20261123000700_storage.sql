-- The bucket of images. Anyone may read an object by its key; only staff may list them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 15728640,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/heic', 'image/heif']);

create policy "staff see the bucket" on storage.buckets
  for select to authenticated
  using ((select private.is_staff()));

create policy "staff see images" on storage.objects
  for select to authenticated
  using (bucket_id = 'images' and (select private.is_staff()));
create policy "staff add images" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails|orders)/[^/]{1,200}$');
create policy "staff replace images" on storage.objects
  for update to authenticated
  using (bucket_id = 'images' and (select private.is_staff()))
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails|orders)/[^/]{1,200}$');
create policy "staff delete images" on storage.objects
  for delete to authenticated
  using (bucket_id = 'images' and (select private.is_staff()));

-- Limits of visitors' uploads. security definer: visitors can't read the rows that are counted.

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

create function private.get_visitor_storage_limit() returns bigint
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce((select max_bytes from private.visitor_storage), 2097152000) $$;

create function private.get_visitor_storage_used() returns bigint
  language sql volatile security definer
  set search_path = ''
  as $$
    select coalesce(sum((metadata ->> 'size')::bigint), 0)::bigint from storage.objects
    where bucket_id = 'images' and name like 'inspiration/%'
  $$;
revoke execute on function private.get_visitor_storage_limit(), private.get_visitor_storage_used() from public;

-- Raises instead of returning false, so that the storage service can report the cause. The lock is
-- held until the insert commits: concurrent uploads can't pass the check together.
create function private.check_visitor_storage(new_bytes bigint) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if private.is_staff() then return true; end if;
    perform pg_advisory_xact_lock(hashtextextended('visitor_storage', 0));
    if private.get_visitor_storage_used() + greatest(coalesce(new_bytes, 0), 1) > private.get_visitor_storage_limit() then
      raise sqlstate 'PT507' using message = 'The storage for visitors'' images is full';
    end if;
    return true;
  end
  $$;
comment on function private.check_visitor_storage(bigint) is
  'True for staff, and for a visitor''s image of this size if it fits. Raises PT507 otherwise.';
revoke execute on function private.check_visitor_storage(bigint) from public;
grant execute on function private.check_visitor_storage(bigint) to anon, authenticated, service_role;

create function private.is_inspiration_upload_allowed() returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    select count(*) < 300 from storage.objects
    where bucket_id = 'images' and name like 'inspiration/%' and created_at > now() - interval '1 hour'
  $$;
comment on function private.is_inspiration_upload_allowed() is
  'False once visitors have uploaded 300 images within the hour.';
grant execute on function private.is_inspiration_upload_allowed() to anon, authenticated, service_role;

create policy "visitors add inspiration images" on storage.objects
  for insert to anon, authenticated
  with check (
    bucket_id = 'images'
    and name ~ '^inspiration/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$'
    and private.is_inspiration_upload_allowed()
    and private.check_visitor_storage((metadata ->> 'size')::bigint));

create function public.queue_storage_warning() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if exists (
      select from private.visitor_storage
      where warned_at is not null and not private.seconds_elapsed(warned_at, 86400))
    then
      return false;
    end if;
    if private.get_visitor_storage_used() < private.get_visitor_storage_limit() * 0.9 then return false; end if;
    insert into private.visitor_storage as stored (warned_at) values (now())
      on conflict (id) do update set warned_at = now()
      where stored.warned_at is null or private.seconds_elapsed(stored.warned_at, 86400);
    if not found then return false; end if;
    delete from private.outbox
      where notice is not null and private.seconds_elapsed(created_at, 30 * 86400);
    insert into private.outbox (notice, backoff_seconds) values ('visitor_storage', 0);
    return true;
  end
  $$;
comment on function public.queue_storage_warning() is
  'Queues an e-mail to the owner if visitors'' images take 90 % of their limit or more, at most once a day. True if it did.';
revoke execute on function public.queue_storage_warning() from public, anon, authenticated;
grant execute on function public.queue_storage_warning() to service_role;
