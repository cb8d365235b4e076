-- Who is staff, asked at each statement: a row in staff, a session that has not ended, and a second
-- factor shown where the account has one. A token alone, however long it is good for, is not enough.

create or replace function private.is_staff() returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    person uuid := auth.uid();
    claims jsonb := auth.jwt();
  begin
    if person is null or not exists (select from public.staff where user_id = person) then
      return false;
    end if;
    if not exists (
      select from auth.sessions as session
      where session.id = nullif(claims ->> 'session_id', '')::uuid and session.user_id = person
        and (session.not_after is null or session.not_after > now()))
    then
      return false;
    end if;
    -- Not everything that speaks the platform's protocol has second factors.
    if claims ->> 'aal' is distinct from 'aal2' and to_regclass('auth.mfa_factors') is not null then
      return not exists (
        select from auth.mfa_factors as factor
        where factor.user_id = person and factor.status = 'verified');
    end if;
    return true;
  end
  $$;
comment on function private.is_staff() is
  'True where the caller has a row in staff, a session that goes on, and has shown the second factor that the account may have.';

alter policy "an account sees its own row" on public.staff
  using (user_id = (select auth.uid()) and (select private.is_staff()));

create function private.keep_factor_entry() returns trigger
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
        case when is_verified then 'factor_added' else 'factor_removed' end);
    end if;
    return null;
  end
  $$;
comment on function private.keep_factor_entry() is 'Notes that staff have turned a second factor on or off.';

do $$
begin
  create trigger keep_factor_entry after update of status or delete on auth.mfa_factors
    for each row execute function private.keep_factor_entry();
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'No trail of second factors: %', sqlerrm;
end
$$;
