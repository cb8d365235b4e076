-- Uploads of visitors with `upsert: true`, and under the names that phones give.

-- Supabase Storage accepts these characters in a name, all of them ASCII (src/storage/limits.ts, isValidKey).
create function private.is_inspiration_path(path text) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select path ~ '^inspiration/[0-9]{10,16}-[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,255}$' $$;
comment on function private.is_inspiration_path(text) is
  'Whether a text is inspiration/{timestamp}-{file name}, in the characters that the storage accepts.';
grant execute on function private.is_inspiration_path(text) to anon, authenticated, service_role;

drop policy "visitors add inspiration images" on storage.objects;
create policy "visitors add inspiration images" on storage.objects
  for insert to anon, authenticated
  with check (
    bucket_id = 'images'
    and private.is_inspiration_path(name)
    and private.is_inspiration_upload_allowed()
    and private.check_visitor_storage((metadata ->> 'size')::bigint));

-- `insert ... on conflict do update` needs the right to read the row that it inserts. Its created_at is the time of
-- this transaction; rows of other transactions stay invisible. Without a policy for update, a conflict is refused.
create policy "visitors see the image that they add" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'images' and created_at = now() and private.is_inspiration_path(name));

drop policy "staff add images" on storage.objects;
create policy "staff add images" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails|orders)/[^/]+$' and char_length(name) <= 300);
drop policy "staff replace images" on storage.objects;
create policy "staff replace images" on storage.objects
  for update to authenticated
  using (bucket_id = 'images' and (select private.is_staff()))
  with check (
    bucket_id = 'images' and (select private.is_staff())
    and name ~ '^(inspiration|projects|sheds|blog|hero|thumbnails|orders)/[^/]+$' and char_length(name) <= 300);

alter table public.quote_requests drop constraint quote_requests_inspiration_images_paths;
alter table public.quote_requests add constraint quote_requests_inspiration_images_paths check (
  cardinality(inspiration_images) <= 20
  and private.all_match(inspiration_images, '^inspiration/[0-9]+-[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,255}$'));
