-- Crash recovery empties unlogged tables, which gave whoever can crash the database new attempts at
-- passwords and codes. A refused hit is read only: a flood past the limit costs no write to disk.

alter table private.rate_limits set logged;
comment on table private.rate_limits is
  'Rate limits, shared by every process. Logged, so that the counts survive a crash.';

create or replace function public.take_rate_limit(key text, max_hits integer, window_seconds integer)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    allowed boolean;
    ended constant timestamptz := now() - make_interval(secs => window_seconds);
    soon constant timestamptz := now() + interval '1 minute';
  begin
    -- A call by GET is read-only, and fails for every key alike.
    if current_setting('transaction_read_only') = 'off' and exists (
      select from private.rate_limits as counted
      where counted.key = take_rate_limit.key and counted.hits > max_hits
        and counted.window_started_at > ended and counted.window_started_at <= soon)
    then
      return false;
    end if;
    delete from private.rate_limits where rate_limits.key in (
      select old.key from private.rate_limits as old
      where (old.window_started_at < now() - interval '1 day' or old.window_started_at > soon)
        and old.key <> take_rate_limit.key
      limit 100 for update skip locked);
    insert into private.rate_limits as counted (key) values (take_rate_limit.key)
      on conflict on constraint rate_limits_pkey do update set
        hits = case
          when counted.window_started_at <= ended or counted.window_started_at > soon then 1
          else counted.hits + 1 end,
        window_started_at = case
          when counted.window_started_at <= ended or counted.window_started_at > soon then now()
          else counted.window_started_at end
      returning hits <= max_hits into allowed;
    return allowed;
  end
  $$;
