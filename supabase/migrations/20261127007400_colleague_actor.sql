-- A colleague who turns off somebody's two-step sign-in is its actor in the audit log.

create or replace function private.write_audit_entry() returns trigger
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

    -- The auth service has no claims: it acts for the account, unless the staff command or a colleague's id says otherwise.
    if tg_table_schema = 'auth' then
      actor := case coalesce(current_setting('ridgeline.actor', true), '') when '' then account when 'command' then null
        else current_setting('ridgeline.actor', true)::uuid end;
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
