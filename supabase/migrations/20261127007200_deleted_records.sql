-- What staff delete is kept for 30 days, so that it can be put back. Erasing a person deletes it at once.

create table public.deleted_records (
  id uuid primary key default gen_random_uuid(),
  table_name text not null,
  record_id uuid not null,
  record_name text not null default '',
  emails text[] not null default '{}',
  record jsonb not null,
  quote_ids uuid[] not null default '{}',
  record_created_at timestamptz,
  actor_id uuid,
  actor_email text,
  deleted_at timestamptz not null default clock_timestamp(),
  constraint deleted_records_record_key unique (table_name, record_id),
  constraint deleted_records_table_known check (table_name in (
    'quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects', 'shed_listings', 'reviews',
    'blog_posts', 'video_carousel'))
);
comment on table public.deleted_records is
  'Rows that staff have deleted, for 30 days. Written by triggers; put_back_record inserts them again. Only staff read it.';
comment on column public.deleted_records.record_name is 'What staff know it by at that time: a title, or the name of a customer.';
comment on column public.deleted_records.emails is 'The e-mail addresses in the row, in lower case, by which a person''s rows are found and erased.';
comment on column public.deleted_records.record is 'The whole row, without its generated columns.';
comment on column public.deleted_records.quote_ids is 'The quotes of a deleted request.';
comment on column public.deleted_records.record_created_at is 'By which retention deletes enquiries.';
create index deleted_records_deleted_at_idx on public.deleted_records (deleted_at desc, id);
create index deleted_records_table_idx on public.deleted_records (table_name, deleted_at desc, id);
create index deleted_records_emails_idx on public.deleted_records using gin (emails);

revoke all on public.deleted_records from anon, authenticated, service_role;
grant select on public.deleted_records to authenticated, service_role;
grant delete on public.deleted_records to service_role;
alter table public.deleted_records enable row level security;
create policy "staff read deleted records" on public.deleted_records
  for select to authenticated using ((select private.is_staff()));

create function private.list_stored_columns(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(attname::text order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
  $$;
comment on function private.list_stored_columns(regclass) is 'The columns of a table without generated ones.';
revoke execute on function private.list_stored_columns(regclass) from public, anon, authenticated;

create function private.find_quotes_of_request(request uuid) returns uuid[]
  language sql stable
  set search_path = ''
  as $$ select coalesce(array_agg(id), '{}') from public.quotes where quote_request_id = request $$;
comment on function private.find_quotes_of_request(uuid) is 'The quotes of a quote request.';
revoke execute on function private.find_quotes_of_request(uuid) from public, anon, authenticated;

-- Before the delete: afterwards the quotes of a request no longer reference it.
create function private.keep_deleted_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    stored constant text[] := private.list_stored_columns(tg_relid);
    kept constant jsonb := (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (stored));
  begin
    insert into public.deleted_records (table_name, record_id, record_name, emails, record, quote_ids, record_created_at,
      actor_id, actor_email)
    values (tg_table_name, old.id,
      left(coalesce(kept ->> 'title', kept ->> 'name', kept ->> 'customer_name', kept #>> '{content,title}', ''), 200),
      array_remove(array[lower(btrim(kept ->> 'email')), lower(btrim(kept ->> 'customer_email'))], null), kept,
      case tg_table_name when 'quote_requests' then private.find_quotes_of_request(old.id) else '{}' end,
      (kept ->> 'created_at')::timestamptz, auth.uid(), (select email from auth.users where id = auth.uid()))
    on conflict on constraint deleted_records_record_key do update set record_name = excluded.record_name,
      emails = excluded.emails, record = excluded.record, quote_ids = excluded.quote_ids, actor_id = excluded.actor_id,
      actor_email = excluded.actor_email, deleted_at = excluded.deleted_at;
    return old;
  end
  $$;
comment on function private.keep_deleted_record() is 'Keeps a row that staff delete through the API. What functions erase is not kept.';
revoke execute on function private.keep_deleted_record() from public, anon, authenticated;

create trigger keep_deleted_record before delete on public.quote_requests
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.contact_submissions
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.quotes
  for each row when (current_user = 'authenticated' and old.version = 0) execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.quote_templates
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.past_projects
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.shed_listings
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.reviews
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.blog_posts
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger keep_deleted_record before delete on public.video_carousel
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();

-- A row that is back, by Undo as well, is no longer deleted.
create function private.forget_deleted_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from public.deleted_records where table_name = tg_table_name and record_id = new.id;
    return null;
  end
  $$;
comment on function private.forget_deleted_record() is 'Removes what was kept of a row that is inserted again.';
revoke execute on function private.forget_deleted_record() from public, anon, authenticated;
create trigger forget_deleted_record after insert on public.quote_requests
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.contact_submissions
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.quotes
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.quote_templates
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.past_projects
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.shed_listings
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.reviews
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.blog_posts
  for each row execute function private.forget_deleted_record();
create trigger forget_deleted_record after insert on public.video_carousel
  for each row execute function private.forget_deleted_record();

create function public.put_back_record(deleted_id uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    kept public.deleted_records;
    columns text;
  begin
    perform private.require_staff();
    select * into kept from public.deleted_records where id = deleted_id for update;
    if kept.id is null then return 'not_found'; end if;
    -- A draft whose request was deleted, too, comes back without it.
    if kept.table_name = 'quotes' and not exists (
      select from public.quote_requests where id = (kept.record ->> 'quote_request_id')::uuid)
    then
      kept.record := kept.record || '{"quote_request_id": null}';
    end if;
    select string_agg(quote_ident(name), ', ') into columns
      from unnest(private.list_stored_columns(format('public.%I', kept.table_name)::regclass)) as name
      where kept.record ? name;
    begin
      execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
        kept.table_name, columns, columns, kept.table_name) using kept.record;
    exception when unique_violation then
      return 'conflict';
    end;
    -- It has arrived before: it is not mailed, counted or priced again.
    if kept.table_name = 'quote_requests' then
      delete from private.outbox where quote_request_id = kept.record_id;
      update public.quote_requests set design_price = kept.record -> 'design_price'
        where id = kept.record_id and design_price is distinct from nullif(kept.record -> 'design_price', 'null');
      update public.quotes set quote_request_id = kept.record_id
        where id = any (kept.quote_ids) and quote_request_id is null;
    elsif kept.table_name = 'contact_submissions' then
      delete from private.outbox where contact_submission_id = kept.record_id;
    end if;
    return 'put_back';
  end
  $$;
comment on function public.put_back_record(uuid) is
  'Inserts a deleted row again: put_back, not_found, or conflict if another row has taken its place, such as the address of a post.';
revoke execute on function public.put_back_record(uuid) from public, anon;
grant execute on function public.put_back_record(uuid) to authenticated;

create function public.forget_deleted_records(deleted_ids uuid[]) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    deleted integer;
  begin
    perform private.require_staff();
    delete from public.deleted_records where id = any (deleted_ids);
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.forget_deleted_records(uuid[]) is 'Deletes kept rows for good, when a person is erased, and returns their number.';
revoke execute on function public.forget_deleted_records(uuid[]) from public, anon;
grant execute on function public.forget_deleted_records(uuid[]) to authenticated;

-- By the slower of the database's and the caller's clock.
create function public.prune_deleted_records(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    deleted integer;
  begin
    delete from public.deleted_records where deleted_at < least(now(), caller_clock) - interval '30 days';
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.prune_deleted_records(timestamptz) is 'Deletes what was deleted more than 30 days ago for good, and returns the number.';
revoke execute on function public.prune_deleted_records(timestamptz) from public, anon, authenticated;
grant execute on function public.prune_deleted_records(timestamptz) to service_role;
