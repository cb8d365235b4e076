-- The audit log: what staff do, stored by one trigger function that each table configures. No role of
-- the API may write it. The website composes the sentences. See docs/decisions/014-accounts.md.

create function private.truncate_value(value jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select case
      when jsonb_typeof(value) = 'string' and char_length(value #>> '{}') > 200
        then to_jsonb(left(value #>> '{}', 200) || '…')
      when jsonb_typeof(value) in ('array', 'object') and char_length(value::text) > 1000
        then to_jsonb('…'::text)
      else value
    end
  $$;
comment on function private.truncate_value(jsonb) is 'The value, truncated to what a list shows.';

create function private.summarize_changes(columns text[], before jsonb, after jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(name, case when before ? name or after ? name then
      jsonb_build_array(private.truncate_value(before -> name), private.truncate_value(after -> name)) end), '{}')
    from unnest(columns) as name
  $$;
comment on function private.summarize_changes(text[], jsonb, jsonb) is
  'Object of the columns with [before, after], truncated; null for a column whose values are not stored.';

create table public.audit_entries (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  table_name text not null,
  record_id text,
  record_name text,
  action text not null,
  columns text[] not null default '{}',
  before jsonb,
  after jsonb,
  changes jsonb not null generated always as (private.summarize_changes(columns, before, after)) stored,
  constraint audit_entries_action_known check (action in ('insert', 'restore', 'update', 'delete'))
);
comment on table public.audit_entries is 'What staff have done. Written by triggers, read by staff, deleted after 400 days.';
comment on column public.audit_entries.actor_id is
  'The account; null for the staff command on the server. No foreign key: an entry outlives its account.';
comment on column public.audit_entries.actor_email is 'The account''s e-mail address at that time.';
comment on column public.audit_entries.table_name is 'With its schema unless that is public.';
comment on column public.audit_entries.record_id is 'id or path of the row; the account''s id for tables of accounts.';
comment on column public.audit_entries.record_name is
  'The row''s title or the account''s e-mail address at that time. Never the name of a visitor.';
comment on column public.audit_entries.action is 'restore is the insert of a row that was deleted before.';
comment on column public.audit_entries.columns is 'The changed columns, also those whose values are not stored.';
comment on column public.audit_entries.before is 'Stored values of the columns in the old row; null for a new row.';
comment on column public.audit_entries.after is 'Stored values of the columns in the new row; null for a deleted row.';
comment on column public.audit_entries.changes is 'Summary of before and after for lists.';
create index audit_entries_occurred_at_idx on public.audit_entries (occurred_at desc, id desc);
create index audit_entries_record_idx on public.audit_entries (table_name, record_id);
create index audit_entries_table_idx on public.audit_entries (table_name, occurred_at desc, id desc);
create index audit_entries_actor_idx on public.audit_entries (actor_id, occurred_at desc, id desc);

revoke all on public.audit_entries from public, anon, authenticated, service_role;
grant select on public.audit_entries to authenticated, service_role;
alter table public.audit_entries enable row level security;
create policy "staff read what staff have done" on public.audit_entries
  for select to authenticated using ((select private.is_staff()));

-- The argument is an object:
--   name             the column that record_name is read from
--   stored           the columns whose values are stored; all if it is missing
--   redacted         columns that are named without their values
--   erased_on_delete columns whose values are erased from every entry once the row is deleted, because
--                    they may name somebody
-- Only what is stored survives the erasure of a person, so that stored must list no other data of visitors.
create function private.write_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  <<audit>>
  declare
    config jsonb := coalesce(tg_argv[0], '{}')::jsonb;
    stored text[] := case when config ? 'stored' then
      array(select jsonb_array_elements_text(config -> 'stored')) end;
    redacted text[] := array(select jsonb_array_elements_text(config -> 'redacted'));
    erased_on_delete text[] := array(select jsonb_array_elements_text(config -> 'erased_on_delete'));
    table_name text := case tg_table_schema when 'public' then '' else tg_table_schema || '.' end || tg_table_name;
    old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    any_row jsonb := coalesce(new_row, old_row);
    record_id text := coalesce(any_row ->> 'user_id', any_row ->> 'id', any_row ->> 'path');
    account uuid := case when table_name in ('staff', 'auth.users', 'auth.mfa_factors') then record_id end;
    actor uuid := auth.uid();
    columns text[];
    before jsonb;
    after jsonb;
    latest public.audit_entries;
  begin
    if tg_op = 'DELETE' and cardinality(erased_on_delete) > 0 then
      update public.audit_entries as entry
        set before = entry.before - erased_on_delete, after = entry.after - erased_on_delete
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id;
    end if;

    -- The auth service has no claims: it acts for the account, unless the staff command says otherwise.
    if tg_table_schema = 'auth' then
      actor := case when coalesce(current_setting('ridgeline.actor', true), '') <> 'command' then account end;
    end if;
    if table_name <> 'staff'
      and not exists (select from public.staff where user_id = coalesce(account, actor))
    then
      return null;
    end if;

    select coalesce(array_agg(key order by key), '{}') into columns
      from jsonb_object_keys(any_row) as key
      where (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key)
        and (stored is null or key = any (stored || redacted))
        and not (tg_op = 'DELETE' and key = any (erased_on_delete))
        and key not in ('id', 'path', 'updated_at')
        and key not in (
          select attname from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
    if tg_op = 'UPDATE' and columns = '{}' then
      return null;
    end if;
    select jsonb_object_agg(key, old_row -> key) filter (where tg_op <> 'INSERT'),
        jsonb_object_agg(key, new_row -> key) filter (where tg_op <> 'DELETE')
      into before, after
      from unnest(columns) as key where key <> all (redacted);

    -- Notes are saved while they are typed: ten minutes of typing are one entry.
    if tg_op = 'UPDATE' and columns <@ erased_on_delete then
      select * into latest from public.audit_entries as entry
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id
        order by id desc limit 1;
      if latest.actor_id = actor and latest.action = 'update' and latest.columns = columns
        and latest.occurred_at > clock_timestamp() - interval '10 minutes'
      then
        update public.audit_entries as entry set occurred_at = clock_timestamp(), after = audit.after
          where id = latest.id;
        return null;
      end if;
    end if;

    insert into public.audit_entries
      (actor_id, actor_email, table_name, record_id, record_name, action, columns, before, after)
    values (
      actor, (select email from auth.users where id = actor), table_name, record_id,
      case when account is null then left(any_row ->> (config ->> 'name'), 200)
      else (select email from auth.users where id = account) end,
      case when tg_op = 'INSERT' and exists (
        select from public.audit_entries as entry
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id
          and entry.action = 'delete')
      then 'restore' else lower(tg_op) end,
      columns, before, after);
    return null;
  end
  $$;
comment on function private.write_audit_entry() is
  'Stores what a member of staff has done to a row, and erases values that may only be stored while the row exists.';

create trigger write_account_audit_entry after insert or delete on public.staff
  for each row execute function private.write_audit_entry('{"stored": []}');

-- The platform owns these tables. If it permits no triggers, the audit log lacks what they report.
do $$
begin
  create trigger write_audit_entry after update of last_sign_in_at, encrypted_password, email on auth.users
    for each row execute function private.write_audit_entry(
      '{"stored": ["email"], "redacted": ["last_sign_in_at", "encrypted_password"]}');
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'The audit log has no sign-ins: %', sqlerrm;
end
$$;
do $$
begin
  create trigger write_audit_entry after update of status on auth.mfa_factors
    for each row execute function private.write_audit_entry('{"stored": ["status"]}');
  create trigger write_audit_entry_of_delete after delete on auth.mfa_factors
    for each row when (old.status = 'verified')
    execute function private.write_audit_entry('{"stored": ["status"]}');
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'The audit log has no second factors: %', sqlerrm;
end
$$;
-- Visitors choose the names of their images, which are left out.
do $$
begin
  create trigger write_audit_entry after delete or update of version, name on storage.objects
    for each row when (old.bucket_id = 'images' and old.name not like 'inspiration/%')
    execute function private.write_audit_entry('{"name": "name", "stored": ["name"], "redacted": ["version"]}');
  create trigger write_visitor_audit_entry after delete or update of version, name on storage.objects
    for each row when (old.bucket_id = 'images' and old.name like 'inspiration/%')
    execute function private.write_audit_entry('{"stored": [], "redacted": ["version"]}');
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'The audit log has no deleted images: %', sqlerrm;
end
$$;

create function public.list_audit_actors() returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', actor_id, 'email', actor_email) order by actor_email), '[]')
    from (
      select distinct on (actor_id) actor_id, actor_email from public.audit_entries
      where actor_id is not null order by actor_id, occurred_at desc, id desc) as actors
  $$;
comment on function public.list_audit_actors() is
  'The accounts in the audit log, each with its latest e-mail address; none if the caller is not staff.';
revoke execute on function public.list_audit_actors() from public, anon;
grant execute on function public.list_audit_actors() to authenticated, service_role;

-- By the slower of the database's and the caller's clock, and only if there is an entry of the last 60
-- days: a clock that jumps ahead must not delete the audit log.
create function public.prune_audit_entries(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    lifetime constant interval := interval '400 days';
    deleted integer;
  begin
    delete from public.audit_entries
      where occurred_at < least(now(), caller_clock) - lifetime
        and exists (
          select from public.audit_entries as recent
          where recent.occurred_at between now() - interval '60 days' and now());
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.prune_audit_entries(timestamptz) is
  'Deletes entries older than 400 days and returns their number.';
revoke execute on function public.prune_audit_entries(timestamptz) from public, anon, authenticated;
grant execute on function public.prune_audit_entries(timestamptz) to service_role;
