-- The one bucket of pictures. Its files are public to read by address; nobody but staff can list it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 15728640,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);

-- Definer rights, because the callers whose uploads are counted can't see the bucket's rows.
create function private.inspiration_upload_allowed() returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    select count(*) < 300 from storage.objects
    where bucket_id = 'images' and name like 'inspiration/%' and created_at > now() - interval '1 hour'
  $$;
comment on function private.inspiration_upload_allowed() is
  'False once visitors have sent 300 pictures within the hour, so that nobody fills the disk.';
grant execute on function private.inspiration_upload_allowed() to anon, authenticated, service_role;

create policy "visitors add inspiration pictures" on storage.objects
  for insert to anon, authenticated
  with check (
    bucket_id = 'images'
    and name ~ '^inspiration/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$'
    and private.inspiration_upload_allowed());

create policy "staff see pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'images' and (select private.is_staff()));
create policy "staff add pictures" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails)/[^/]{1,200}$');
create policy "staff replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'images' and (select private.is_staff()))
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails)/[^/]{1,200}$');
create policy "staff remove pictures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'images' and (select private.is_staff()));

create policy "staff see the bucket" on storage.buckets
  for select to authenticated
  using ((select private.is_staff()));
