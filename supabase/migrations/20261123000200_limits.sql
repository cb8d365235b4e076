-- Rate limits, and the time limits of statements.

-- Logged: crash recovery empties unlogged tables, and anyone who can crash the database would get
-- new attempts at passwords and codes.
create table private.rate_limits (
  key text primary key,
  window_started_at timestamptz not null default now(),
  hits integer not null default 1
);
comment on table private.rate_limits is
  'Rate limits, shared by every process. Logged, so that the counts survive a crash.';
create index rate_limits_window_started_at_idx on private.rate_limits (window_started_at);
alter table private.rate_limits enable row level security;

-- A window that starts in the future is void, so that setting the clock back locks nobody out. The
-- minute of tolerance covers transactions that began before the one that started the window.
create function public.take_rate_limit(key text, max_hits integer, window_seconds integer)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    allowed boolean;
    expired_at constant timestamptz := now() - make_interval(secs => window_seconds);
    max_start constant timestamptz := now() + interval '1 minute';
  begin
    -- A hit above the limit only reads: a flood causes no writes.
    if exists (
      select from private.rate_limits as stored
      where stored.key = take_rate_limit.key and stored.hits > max_hits
        and stored.window_started_at > expired_at and stored.window_started_at <= max_start)
    then
      return false;
    end if;
    delete from private.rate_limits where rate_limits.key in (
      select stored.key from private.rate_limits as stored
      where (stored.window_started_at < now() - interval '1 day' or stored.window_started_at > max_start)
        and stored.key <> take_rate_limit.key
      limit 100 for update skip locked);
    insert into private.rate_limits as stored (key) values (take_rate_limit.key)
      on conflict on constraint rate_limits_pkey do update set
        hits = case
          when stored.window_started_at <= expired_at or stored.window_started_at > max_start then 1
          else stored.hits + 1 end,
        window_started_at = case
          when stored.window_started_at <= expired_at or stored.window_started_at > max_start then now()
          else stored.window_started_at end
      returning hits <= max_hits into allowed;
    return allowed;
  end
  $$;
comment on function public.take_rate_limit(text, integer, integer) is
  'Counts one hit for the key. Returns whether the window has had at most max_hits.';
revoke execute on function public.take_rate_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_rate_limit(text, integer, integer) to service_role;

-- Hosted: PostgREST applies a role's settings to its requests. Elsewhere the roles never log in, and
-- backend/database/create-database.ts sets the limits.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role anon set statement_timeout = '2s';
    alter role authenticated set statement_timeout = '10s';
    notify pgrst, 'reload config';
  end if;
end
$$;
