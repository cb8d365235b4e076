-- Who may use the back office. Being signed in is not enough: a row here is.

create schema private;
comment on schema private is 'Helpers of policies and triggers. Not exposed through the API.';
grant usage on schema private to anon, authenticated, service_role;
alter default privileges in schema private revoke execute on functions from public;

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.staff is 'Accounts that may use the back office, kept by the staff command.';

revoke all on public.staff from anon, authenticated;
grant select on public.staff to authenticated;
alter table public.staff enable row level security;

create function private.is_staff() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select exists (select from public.staff where user_id = (select auth.uid())) $$;
comment on function private.is_staff() is 'True where the caller is signed in and has a row in staff.';
grant execute on function private.is_staff() to anon, authenticated, service_role;

create policy "an account sees its own row" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()));

create function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.updated_at = now();
    return new;
  end
  $$;
comment on function private.touch_updated_at() is 'Keeps updated_at; a value that the client sends is ignored.';

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
  'Tells every listening process which table changed, so that it drops what it shows of it.';

create function private.all_match(items text[], pattern text) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select coalesce(bool_and(item is not null and item ~ pattern), true) from unnest(items) as item $$;
comment on function private.all_match(text[], text) is
  'True where every item of the list matches the regular expression; true for an empty list.';
grant execute on function private.all_match(text[], text) to anon, authenticated, service_role;

-- Rate limits, shared by every process. Unlogged: what they count is not worth a write to disk.
create unlogged table private.rate_limits (
  key text primary key,
  window_started_at timestamptz not null default now(),
  hits integer not null default 1
);
create index rate_limits_window_started_at_idx on private.rate_limits (window_started_at);
alter table private.rate_limits enable row level security;

create function public.take_rate_limit(key text, max_hits integer, window_seconds integer)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    allowed boolean;
  begin
    delete from private.rate_limits where rate_limits.key in (
      select old.key from private.rate_limits as old
      where old.window_started_at < now() - interval '1 day' and old.key <> take_rate_limit.key
      limit 100 for update skip locked);
    insert into private.rate_limits as counted (key) values (take_rate_limit.key)
      on conflict on constraint rate_limits_pkey do update set
        hits = case
          when counted.window_started_at <= now() - make_interval(secs => window_seconds) then 1
          else counted.hits + 1 end,
        window_started_at = case
          when counted.window_started_at <= now() - make_interval(secs => window_seconds) then now()
          else counted.window_started_at end
      returning hits <= max_hits into allowed;
    return allowed;
  end
  $$;
comment on function public.take_rate_limit(text, integer, integer) is
  'Counts one hit for the key and tells whether it is still within max_hits for the window.';
revoke execute on function public.take_rate_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_rate_limit(text, integer, integer) to service_role;
