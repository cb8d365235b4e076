-- One function decides whether two-step sign-in is on for an account.

create or replace function private.is_staff() returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    caller uuid := auth.uid();
    claims jsonb := auth.jwt();
  begin
    if caller is null or not exists (select from public.staff where user_id = caller) then
      return false;
    end if;
    if not exists (
      select from auth.sessions as session
      where session.id = nullif(claims ->> 'session_id', '')::uuid and session.user_id = caller
        and (session.not_after is null or session.not_after > now()))
    then
      return false;
    end if;
    return claims ->> 'aal' is not distinct from 'aal2' or not private.has_second_step(caller);
  end
  $$;
