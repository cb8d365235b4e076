-- A flood of counts of one kind, such as unknown tokens from many networks, removes no counts of another kind: whoever
-- tries passwords cannot reset the count of tries.

create function private.get_limit_kind(key text) returns text
  language sql immutable
  set search_path = ''
  as $$
    select substring(key from '^(?:auth:)?[^:]*')
  $$;
comment on function private.get_limit_kind(text) is 'What a key of rate_limits counts, without for whom: quote-links, auth:signInPerAccount.';
revoke execute on function private.get_limit_kind(text) from public, anon, authenticated;

create or replace function private.trim_rate_limits(kept_key text, max_rows integer) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    delete from private.rate_limits where key in (
      select stored.key from private.rate_limits as stored
      where stored.key <> kept_key and private.get_limit_kind(stored.key) = private.get_limit_kind(kept_key)
      order by stored.window_started_at
      limit greatest((
        select count(*) from private.rate_limits as counted
        where private.get_limit_kind(counted.key) = private.get_limit_kind(kept_key)) - max_rows, 0)
      for update skip locked)
  $$;
comment on function private.trim_rate_limits(text, integer) is 'Deletes the oldest counts of the kind of a key beyond a number of rows.';
