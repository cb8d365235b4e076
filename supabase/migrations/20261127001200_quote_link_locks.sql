-- Whoever has a quote's link, or guesses one, keeps no connection busy: opening a quote locks it only to log or
-- expire, a lock is awaited for half a second, and unknown tokens count by network.

create or replace function private.find_quote_link(token text) returns private.quote_tokens
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    found private.quote_tokens;
    network constant text := private.to_network(private.get_quote_client() ->> 'ip', 64);
  begin
    if token ~ '^[0-9a-f]{40}$' then
      select * into found from private.quote_tokens
        where token_hash = private.hash_text(token) and revoked_at is null;
    end if;
    if found.token_hash is not null then
      if not public.take_rate_limit('quote-link:' || found.token_hash, 600, 3600) then
        raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
      end if;
      return found;
    end if;
    -- Known tokens pass whatever their network tries.
    if not public.take_rate_limit('quote-links:' || coalesce(network, ''), 300, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    return null;
  end
  $$;
comment on function private.find_quote_link(text) is
  'The link of a token that is valid; null otherwise. Limits requests of a link, and unknown tokens of a network: an IPv4 address or an IPv6 /64.';

create function private.has_opened_quote(quote public.quotes, link private.quote_tokens) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'opened'
        and event.entry::jsonb #>> '{data,link}' = left(link.token_hash, 16)
        and event.entry::jsonb #>> '{data,version}' = private.get_shown_version(quote)::text
        and event.occurred_at > clock_timestamp() - interval '1 day')
  $$;
comment on function private.has_opened_quote(public.quotes, private.quote_tokens) is
  'True if the log has opened for this link and version within a day.';
revoke execute on function private.has_opened_quote(public.quotes, private.quote_tokens) from public, anon, authenticated;

create or replace function public.open_quote(token text, before_message uuid default null) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
    shown jsonb;
  begin
    if link.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    select * into quote from public.quotes where id = link.quote_id;
    if not private.has_opened_quote(quote, link)
      or (quote.state in ('sent', 'viewed', 'change_requested') and quote.valid_until < private.get_today())
      or private.get_expired_day(quote) >= private.get_today()
    then
      quote := private.lock_quote(link.quote_id);
      if not private.has_opened_quote(quote, link) then
        perform private.append_quote_event(quote.id, 'opened', 'customer',
          private.get_link_facts(token) || jsonb_build_object('version', private.get_shown_version(quote)), private.get_customer_facts(quote));
      end if;
    end if;
    select private.show_quote(current, before_message) into shown from public.quotes as current where current.id = link.quote_id;
    return shown;
  end
  $$;
comment on function public.open_quote(text, uuid) is
  'The quote of a link. Logs opened, once a day, link and version; a mail scanner may be the one who opens it. Locks the quote only to log or expire.';

alter function public.open_quote(text, uuid) set lock_timeout = '500ms';
alter function public.view_quote(text, integer) set lock_timeout = '500ms';
alter function public.choose_quote_options(text, integer, jsonb) set lock_timeout = '500ms';
alter function public.review_quote(text, integer, jsonb) set lock_timeout = '500ms';
alter function public.accept_quote(text, integer, jsonb, text, text, text, uuid) set lock_timeout = '500ms';
alter function public.decline_quote(text, integer, text) set lock_timeout = '500ms';
alter function public.send_quote_message(text, uuid, text, text) set lock_timeout = '500ms';
alter function public.stop_quote_reminders(text) set lock_timeout = '500ms';
alter function public.find_quote_document(text, text) set lock_timeout = '500ms';
