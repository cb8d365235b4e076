-- Trimming the counts of one kind reads an index instead of the whole table, and nothing while there are few. The embedded
-- database has one connection, which a scan of 100,000 counts held for a second.

create index rate_limits_kind_idx on private.rate_limits (private.get_limit_kind(key), window_started_at);

create or replace function private.trim_rate_limits(kept_key text, max_rows integer) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    kind constant text := private.get_limit_kind(kept_key);
    last_deleted timestamptz;
  begin
    -- The kept count is one of max_rows.
    select stored.window_started_at into last_deleted from private.rate_limits as stored
      where private.get_limit_kind(stored.key) = kind and stored.key <> kept_key
      order by stored.window_started_at desc offset max_rows - 1 limit 1;
    if not found then return; end if;
    delete from private.rate_limits where rate_limits.key in (
      select stored.key from private.rate_limits as stored
      where private.get_limit_kind(stored.key) = kind and stored.key <> kept_key and stored.window_started_at <= last_deleted
      order by stored.window_started_at
      for update skip locked);
  end
  $$;
comment on function private.trim_rate_limits(text, integer) is
  'Deletes the oldest counts of the kind of a key beyond a number of rows, with those that began at the same moment.';
