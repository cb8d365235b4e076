-- Staff accounts, and the helpers that policies, constraints and triggers of every table use.

create schema private;
comment on schema private is 'Helpers of policies and triggers. Not exposed through the API.';
grant usage on schema private to anon, authenticated, service_role;

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.staff is 'Accounts that may use the back office. Maintained by npm run staff.';

-- security definer: callers may not read auth.sessions and auth.mfa_factors.
create function private.is_staff() returns boolean
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
    -- Some implementations of Supabase's protocol have no auth.mfa_factors.
    if claims ->> 'aal' is distinct from 'aal2' and to_regclass('auth.mfa_factors') is not null then
      return not exists (
        select from auth.mfa_factors as factor
        where factor.user_id = caller and factor.status = 'verified');
    end if;
    return true;
  end
  $$;
comment on function private.is_staff() is
  'True if the caller has a row in staff, an unexpired session, and aal2 if the account has a verified factor. Evaluated in every statement, so that deleting the session or the row takes effect at once.';
grant execute on function private.is_staff() to anon, authenticated, service_role;

revoke all on public.staff from anon, authenticated;
grant select on public.staff to authenticated;
alter table public.staff enable row level security;
create policy "an account sees its own row" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_staff()));

create function private.require_staff() returns void
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    if not private.is_staff() then
      raise insufficient_privilege using message = 'Only staff may do this';
    end if;
  end
  $$;
comment on function private.require_staff() is 'Raises 42501 unless the caller is staff.';

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.updated_at = now();
    return new;
  end
  $$;
comment on function private.touch_updated_at() is 'Sets updated_at and ignores the value in the statement.';

create function private.notify_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    perform pg_notify('ridgeline_changes', tg_table_name);
    return null;
  end
  $$;
comment on function private.notify_change() is
  'Notifies every process of the changed table, which invalidates the cached pages that read it.';

create function private.all_match(items text[], pattern text) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select coalesce(bool_and(item is not null and item ~ pattern), true) from unnest(items) as item $$;
comment on function private.all_match(text[], text) is
  'True if every item matches the regular expression. True for an empty array.';
grant execute on function private.all_match(text[], text) to anon, authenticated, service_role;

create function private.normalize_text(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')) $$;
comment on function private.normalize_text(text) is
  'The text in lower case and without diacritics, for searching and sorting.';
grant execute on function private.normalize_text(text) to anon, authenticated, service_role;

-- Compares the distance in either direction. A clock that jumps forward shortens a delay, one that
-- jumps back at most doubles it, and a time in the far future (from a wrong clock) blocks nothing.
create function private.seconds_elapsed(since timestamptz, seconds integer) returns boolean
  language sql stable
  set search_path = ''
  as $$ select since is null or abs(extract(epoch from now() - since)) >= seconds $$;
comment on function private.seconds_elapsed(timestamptz, integer) is
  'True if the time is null or at least that many seconds away from now.';
grant execute on function private.seconds_elapsed(timestamptz, integer) to authenticated;

create function private.get_today() returns date
  language sql stable
  set search_path = ''
  as $$ select (clock_timestamp() at time zone 'America/Toronto')::date $$;
comment on function private.get_today() is 'The day in Toronto.';

create function private.hash_text(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select encode(sha256(convert_to(value, 'UTF8')), 'hex') $$;
comment on function private.hash_text(text) is 'SHA-256 of the UTF-8 text in hexadecimal.';
