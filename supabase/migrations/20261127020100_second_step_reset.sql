-- On hosted Supabase the function reset-colleague turns two-step sign-in off for a colleague who has lost the phone. It
-- has checked password and code; our backend has POST /factors/reset of its own.

create function public.reset_second_step(actor uuid, colleague_email text) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    colleague auth.users;
    verified integer;
  begin
    select account.* into colleague from public.staff join auth.users as account on account.id = staff.user_id
      where lower(account.email) = lower(btrim(colleague_email)) and account.id <> actor;
    if colleague.id is null or not exists (select from public.staff where user_id = actor) then
      return 'user_not_found';
    end if;
    perform set_config('ridgeline.actor', actor::text, true);
    with deleted as (delete from auth.mfa_factors where user_id = colleague.id returning status)
      select count(*) into verified from deleted where status = 'verified';
    if verified = 0 then return 'mfa_factor_not_found'; end if;
    delete from auth.sessions where user_id = colleague.id;
    -- A platform that permits no triggers on its tables.
    if not exists (
      select from pg_catalog.pg_trigger
      where tgrelid = 'auth.mfa_factors'::regclass and tgname = 'write_audit_entry_of_delete')
    then
      insert into public.audit_entries (actor_id, actor_email, table_name, record_id, record_name, action, columns, before)
      values (actor, (select email from auth.users where id = actor), 'auth.mfa_factors', colleague.id::text, colleague.email,
        'delete', '{status}', '{"status": "verified"}');
    end if;
    return 'reset';
  end
  $$;
comment on function public.reset_second_step(uuid, text) is
  'Removes the second factors of a colleague and ends their sessions, in the audit log as done by the actor: reset, user_not_found or mfa_factor_not_found.';
revoke execute on function public.reset_second_step(uuid, text) from public, anon, authenticated;
grant execute on function public.reset_second_step(uuid, text) to service_role;
