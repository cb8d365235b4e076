-- Who has changed what in the back office, before and after. Written by triggers, so that no way to
-- a table leads past it, and by nobody else. See docs/decisions/014-accounts.md.

create table public.audit_entries (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  table_name text not null,
  record_id text,
  record_name text,
  action text not null,
  before jsonb,
  after jsonb,
  changes jsonb not null default '{}',
  constraint audit_entries_action_known check (action in (
    'insert', 'restore', 'update', 'delete', 'replace',
    'sign_in', 'password', 'email', 'staff_added', 'staff_removed', 'mfa_enabled', 'mfa_disabled'))
);
comment on table public.audit_entries is
  'What staff have done. Written by triggers, read by staff, removed after 400 days.';
comment on column public.audit_entries.actor_id is
  'The account that did it; null for the command on the server. No foreign key: an entry outlives its account.';
comment on column public.audit_entries.actor_email is 'The account''s address at that moment.';
comment on column public.audit_entries.table_name is
  'A table of the public schema, storage.objects for pictures, auth.users for accounts.';
comment on column public.audit_entries.record_name is
  'What people call the record. Never the name of somebody who has written to the business.';
comment on column public.audit_entries.before is 'The changed columns as they were, whole; null for what is new.';
comment on column public.audit_entries.after is 'The changed columns as they became, whole; null for what is gone.';
comment on column public.audit_entries.changes is
  'Object of the changed columns with [before, after], long values cut, for lists; null for a value that is not kept.';

create index audit_entries_occurred_at_idx on public.audit_entries (occurred_at desc, id desc);
create index audit_entries_record_idx on public.audit_entries (table_name, record_id);
create index audit_entries_table_idx on public.audit_entries (table_name, occurred_at desc, id desc);
create index audit_entries_actor_idx on public.audit_entries (actor_id, occurred_at desc, id desc);

revoke all on public.audit_entries from public, anon, authenticated, service_role;
grant select on public.audit_entries to authenticated, service_role;
alter table public.audit_entries enable row level security;
create policy "staff read what staff have done" on public.audit_entries
  for select to authenticated using ((select private.is_staff()));

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
comment on function private.truncate_value(jsonb) is 'The value, cut where it is too long for a line.';

create function private.audit_changes(before jsonb, after jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(key,
      jsonb_build_array(private.truncate_value(before -> key), private.truncate_value(after -> key))), '{}')
    from (select jsonb_object_keys(coalesce(before, after)) as key) as keys
  $$;
comment on function private.audit_changes(jsonb, jsonb) is 'Each key with its value before and after, long ones cut.';

-- Arguments of the trigger: the column with the record's name ('' for none); the columns that may be
-- kept ('' for all of them); and those of them that are kept only as long as the record is there,
-- because somebody may be named in them. Of what visitors send, nothing else enters the trail, so
-- that erasing a person or a row erases them here as well.
create function private.write_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  <<noting>>
  declare
    one_sitting constant interval := '10 minutes';
    kept text[] := string_to_array(nullif(tg_argv[1], ''), ',');
    fleeting text[] := coalesce(string_to_array(nullif(tg_argv[2], ''), ','), '{}');
    actor uuid := auth.uid();
    before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    key text := coalesce(after ->> 'id', before ->> 'id', after ->> 'path', before ->> 'path');
    subject text := left(coalesce(after, before) ->> nullif(tg_argv[0], ''), 200);
    derived text[];
    unsaid text[];
    latest public.audit_entries;
  begin
    if tg_op = 'DELETE' and cardinality(fleeting) > 0 then
      update public.audit_entries as entry set
        before = entry.before - fleeting,
        after = entry.after - fleeting,
        changes = entry.changes || (
          select coalesce(jsonb_object_agg(name, null), '{}') from unnest(fleeting) as name
          where entry.changes ? name)
      where entry.table_name = tg_table_name and entry.record_id = key;
    end if;
    if actor is null or not exists (select from public.staff where user_id = actor) then
      return null;
    end if;

    select array_agg(attname::text) || array['id', 'path', 'updated_at'] into derived
      from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '';
    derived := coalesce(derived, array['id', 'path', 'updated_at']);
    before := before - derived;
    after := after - derived;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(name, before -> name), jsonb_object_agg(name, after -> name)
        into before, after
        from jsonb_object_keys(after) as name
        where before -> name is distinct from after -> name;
      if after is null then
        return null;
      end if;
    end if;
    if kept is not null then
      select array_agg(name) into unsaid from jsonb_object_keys(coalesce(after, before)) as name
        where name <> all (kept);
      before := before - coalesce(unsaid, '{}');
      after := after - coalesce(unsaid, '{}');
    end if;
    if tg_op = 'DELETE' then
      before := before - fleeting;
    end if;

    -- What is saved as one types is one entry.
    if tg_op = 'UPDATE' and unsaid is null
      and not exists (select from jsonb_object_keys(after) as name where name <> all (fleeting))
    then
      select * into latest from public.audit_entries
        where table_name = tg_table_name and record_id = key order by id desc limit 1;
      if latest.actor_id = actor and latest.action = 'update'
        and latest.occurred_at > clock_timestamp() - one_sitting
        and (select array_agg(name order by name) from jsonb_object_keys(latest.after) as name)
          = (select array_agg(name order by name) from jsonb_object_keys(after) as name)
      then
        update public.audit_entries as entry set
          occurred_at = clock_timestamp(), after = noting.after,
          changes = private.audit_changes(entry.before, noting.after)
          where id = latest.id;
        return null;
      end if;
    end if;

    insert into public.audit_entries
      (actor_id, actor_email, table_name, record_id, record_name, action, before, after, changes)
    values (
      actor, (select email from auth.users where id = actor), tg_table_name, key, subject,
      case
        when tg_op = 'INSERT' and exists (
          select from public.audit_entries as entry
          where entry.table_name = tg_table_name and entry.record_id = key and entry.action = 'delete')
        then 'restore'
        else lower(tg_op) end,
      before, after,
      private.audit_changes(before, after) || case
        when tg_op = 'UPDATE' then (
          select coalesce(jsonb_object_agg(name, null), '{}') from unnest(unsaid) as name)
        else '{}' end);
    return null;
  end
  $$;
comment on function private.write_audit_entry() is
  'Notes what a member of staff has done to a row; forgets what it kept of a row only as long as it was there.';

create trigger write_audit_entry after insert or update or delete on public.business_settings
  for each row execute function private.write_audit_entry('business_name');
create trigger write_audit_entry after insert or update or delete on public.home_content
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.video_carousel
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.reviews
  for each row execute function private.write_audit_entry('customer_name');
create trigger write_audit_entry after insert or update or delete on public.past_projects
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.shed_listings
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.site_pages
  for each row execute function private.write_audit_entry('title');
create trigger write_audit_entry after insert or update or delete on public.image_alt_texts
  for each row execute function private.write_audit_entry('alt');
create trigger write_audit_entry after insert or update or delete on public.quote_requests
  for each row execute function private.write_audit_entry('', 'status,is_spam,project_type,created_at,notes', 'notes');
create trigger write_audit_entry after insert or update or delete on public.contact_submissions
  for each row execute function private.write_audit_entry('', 'status,is_spam,created_at');
create trigger write_audit_entry after insert or update or delete on public.marketing_consents
  for each row execute function private.write_audit_entry('', 'source,created_at,withdrawn_at');

-- Pictures: those that visitors sent have names that visitors chose, which are left out.
create function private.write_image_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor uuid := auth.uid();
    path text := case when old.name not like 'inspiration/%' then old.name end;
  begin
    if old.bucket_id = 'images' and exists (select from public.staff where user_id = actor) then
      insert into public.audit_entries (actor_id, actor_email, table_name, record_id, record_name, action)
      values (actor, (select email from auth.users where id = actor), 'storage.objects', path,
        left(path, 200), case tg_op when 'DELETE' then 'delete' else 'replace' end);
    end if;
    return null;
  end
  $$;
comment on function private.write_image_audit_entry() is 'Notes which picture a member of staff has removed or replaced.';

-- Accounts. The command on the server says that it is the one, in a setting of its transaction.
create function private.write_account_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    person uuid := coalesce(is_now, was) ->> case tg_table_name when 'users' then 'id' else 'user_id' end;
    address text := (select email from auth.users where id = person);
    actor uuid := case
      when tg_table_name = 'users' and coalesce(current_setting('ridgeline.actor', true), '') <> 'command'
      then person end;
    done text[];
    step text;
  begin
    if tg_table_name = 'staff' then
      done := array[case tg_op when 'INSERT' then 'staff_added' else 'staff_removed' end];
    elsif exists (select from public.staff where user_id = person) then
      done := array_remove(array[
        case when is_now -> 'last_sign_in_at' is distinct from was -> 'last_sign_in_at' then 'sign_in' end,
        case when is_now -> 'encrypted_password' is distinct from was -> 'encrypted_password' then 'password' end,
        case when is_now -> 'email' is distinct from was -> 'email' then 'email' end], null);
    end if;
    foreach step in array coalesce(done, '{}') loop
      insert into public.audit_entries
        (actor_id, actor_email, table_name, record_id, record_name, action, before, after, changes)
      values (actor, case when actor is not null then address end, 'auth.users', person, address, step,
        case step when 'email' then jsonb_build_object('email', was -> 'email') end,
        case step when 'email' then jsonb_build_object('email', is_now -> 'email') end,
        case step when 'email'
          then jsonb_build_object('email', jsonb_build_array(was -> 'email', is_now -> 'email')) else '{}' end);
    end loop;
    return null;
  end
  $$;
comment on function private.write_account_audit_entry() is
  'Notes that staff have signed in, have a new password or address, or were added or removed.';

create trigger write_account_audit_entry after insert or delete on public.staff
  for each row execute function private.write_account_audit_entry();

-- The platform owns these two; where it lends no triggers, the trail goes without what they tell.
do $$
begin
  create trigger write_audit_entry after delete or update of version, name on storage.objects
    for each row execute function private.write_image_audit_entry();
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'No trail of removed pictures: %', sqlerrm;
end
$$;
do $$
begin
  create trigger write_account_audit_entry after update of last_sign_in_at, encrypted_password, email on auth.users
    for each row execute function private.write_account_audit_entry();
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'No trail of sign-ins: %', sqlerrm;
end
$$;

create function public.list_audit_actors() returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', actor_id, 'email', actor_email) order by actor_email), '[]')
    from (
      select distinct on (actor_id) actor_id, actor_email from public.audit_entries
      where actor_id is not null order by actor_id, occurred_at desc, id desc) as people
  $$;
comment on function public.list_audit_actors() is
  'The accounts that the trail names, each with its latest address. Staff find them, anybody else nobody.';
revoke execute on function public.list_audit_actors() from public, anon;
grant execute on function public.list_audit_actors() to authenticated, service_role;

-- By the slower of the database's and the caller's clock, and only where something was noted within
-- 60 days: a clock that jumps ahead must not cost the trail.
create function public.prune_audit_entries(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    kept_for constant interval := '400 days';
    removed integer;
  begin
    delete from public.audit_entries
      where occurred_at < least(now(), caller_clock) - kept_for
        and exists (
          select from public.audit_entries as recent
          where recent.occurred_at between now() - interval '60 days' and now());
    get diagnostics removed = row_count;
    return removed;
  end
  $$;
comment on function public.prune_audit_entries(timestamptz) is
  'Removes what the trail has kept for 400 days, by the slower of two clocks, and tells how many entries that were.';
revoke execute on function public.prune_audit_entries(timestamptz) from public, anon, authenticated;
grant execute on function public.prune_audit_entries(timestamptz) to service_role;

create function private.write_mfa_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    factor jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
    was_verified boolean := old.status = 'verified';
    is_verified boolean := tg_op = 'UPDATE' and to_jsonb(new) ->> 'status' = 'verified';
    person uuid := factor ->> 'user_id';
    address text := (select email from auth.users where id = person);
    actor uuid := case
      when coalesce(current_setting('ridgeline.actor', true), '') <> 'command' then person end;
  begin
    if was_verified <> is_verified and exists (select from public.staff where user_id = person) then
      insert into public.audit_entries
        (actor_id, actor_email, table_name, record_id, record_name, action)
      values (actor, case when actor is not null then address end, 'auth.users', person, address,
        case when is_verified then 'mfa_enabled' else 'mfa_disabled' end);
    end if;
    return null;
  end
  $$;
comment on function private.write_mfa_audit_entry() is 'Notes that staff have turned a second factor on or off.';

do $$
begin
  create trigger write_mfa_audit_entry after update of status or delete on auth.mfa_factors
    for each row execute function private.write_mfa_audit_entry();
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'No trail of second factors: %', sqlerrm;
end
$$;
