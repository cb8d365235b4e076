-- Total limits of what visitors and holders of links can add: docs/backend.md has them in one table.

create function private.get_max_rows(table_name text) returns integer
  language sql immutable
  set search_path = ''
  as $$
    select case table_name when 'quote_requests' then 100000 when 'contact_submissions' then 100000
      when 'marketing_consents' then 100000 end
  $$;
comment on function private.get_max_rows(text) is 'How many rows a table may have before visitors can add no more. Staff can.';
revoke execute on function private.get_max_rows(text) from public, anon, authenticated;

create function private.limit_visitor_rows() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    max_rows constant integer := private.get_max_rows(tg_table_name);
    stored integer;
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff() then
      return null;
    end if;
    execute format('select count(*) from (select from %I.%I limit %s) as counted', tg_table_schema, tg_table_name, max_rows + 1)
      into stored;
    if stored > max_rows then
      raise sqlstate 'PT507' using message = 'No more messages can be stored at the moment',
        detail = format('%s holds %s rows', tg_table_name, max_rows);
    end if;
    return null;
  end
  $$;
comment on function private.limit_visitor_rows() is 'Rejects rows of visitors beyond private.get_max_rows with PT507.';
revoke execute on function private.limit_visitor_rows() from public, anon, authenticated;
create trigger limit_visitor_rows after insert on public.quote_requests
  for each statement execute function private.limit_visitor_rows();
create trigger limit_visitor_rows after insert on public.contact_submissions
  for each statement execute function private.limit_visitor_rows();
create trigger limit_visitor_rows after insert on public.marketing_consents
  for each statement execute function private.limit_visitor_rows();

-- The oldest windows are those that end first.
create function private.trim_rate_limits(kept_key text, max_rows integer) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    delete from private.rate_limits where key in (
      select stored.key from private.rate_limits as stored where stored.key <> kept_key
      order by stored.window_started_at
      limit greatest((select count(*) from private.rate_limits) - max_rows, 0) for update skip locked)
  $$;
comment on function private.trim_rate_limits(text, integer) is 'Deletes the oldest counts beyond a number of rows.';
revoke execute on function private.trim_rate_limits(text, integer) from public, anon, authenticated;

create or replace function public.take_rate_limit(key text, max_hits integer, window_seconds integer)
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
    if random() < 0.01 then perform private.trim_rate_limits(take_rate_limit.key, 100000); end if;
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

create function private.count_events_of_version(quote uuid, event_type text) returns bigint
  language sql stable security definer
  set search_path = ''
  as $$
    select count(*) from public.quote_events as event
    where event.quote_id = quote and event.type = event_type and event.sequence > coalesce((
      select max(sent.sequence) from public.quote_events as sent
      where sent.quote_id = quote and sent.type in ('sent', 'adjusted')), 0)
  $$;
comment on function private.count_events_of_version(uuid, text) is 'How many events of a type a quote has since its latest version was sent.';
revoke execute on function private.count_events_of_version(uuid, text) from public, anon, authenticated;

create or replace function private.append_quote_event(quote uuid, event_type text, actor text, data jsonb, personal jsonb default '{}')
  returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    chain private.quote_chains;
    happened_at constant timestamptz := clock_timestamp();
    event_id constant uuid := gen_random_uuid();
    details jsonb;
    entry text;
    hash text;
  begin
    insert into private.quote_chains (quote_id) values (quote) on conflict do nothing;
    select * into strict chain from private.quote_chains where quote_id = quote for update;
    if actor = 'customer' and event_type in ('opened', 'options', 'review_shown', 'answer_refused')
      and private.count_events_of_version(quote, event_type) >= 500
    then
      if event_type in ('opened', 'answer_refused') then return null; end if;
      raise sqlstate 'PT429' using message = 'This quote has been changed too often, please contact us';
    end if;
    select coalesce(jsonb_object_agg(key, jsonb_build_object('value', value, 'salt', salt)), '{}') into details
      from (
        select key, value, encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') as salt
        from jsonb_each_text(personal) where value is not null and value <> ''
      ) as salted;
    entry := jsonb_build_object(
      'format', 1, 'quote', quote, 'sequence', chain.events + 1, 'type', event_type, 'actor', actor,
      'account', case when actor = 'staff' then auth.uid() end,
      'at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'local', to_char(happened_at at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI:SS'),
      'data', jsonb_strip_nulls(data),
      'personal', (
        select coalesce(jsonb_object_agg(key, private.hash_text((value ->> 'salt') || ':' || (value ->> 'value'))), '{}')
        from jsonb_each(details)))::text;
    hash := private.hash_text(chain.head || E'\n' || entry);
    insert into public.quote_events (id, quote_id, sequence, type, occurred_at, entry, previous_hash, hash)
      values (event_id, quote, chain.events + 1, event_type, happened_at, entry, chain.head, hash);
    insert into public.quote_event_details (event_id, quote_id, field, value, salt)
      select event_id, quote, key, value ->> 'value', value ->> 'salt' from jsonb_each(details);
    update private.quote_chains set events = chain.events + 1, head = hash where quote_id = quote;
    return hash;
  end
  $$;
comment on function private.append_quote_event(uuid, text, text, jsonb, jsonb) is
  'Adds an event to the quote''s log and returns its hash. Personal values enter as salted hashes and are stored beside it. Of what customers repeat, 500 events of a type are logged for each version: further openings and refused answers are not, further selections and reviews are rejected with PT429.';
