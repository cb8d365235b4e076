-- What customers do with a quote by the token of their link: they know the token and nothing else. The functions
-- lock the quote and return an object with a status, as those of staff. See docs/decisions/028-quotes.md.

create table private.quote_tokens (
  token_hash text primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  purpose text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint quote_tokens_token_hash_shape check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.quote_tokens is 'SHA-256 of the tokens of customers'' links. Several are valid for a quote.';
comment on column private.quote_tokens.purpose is 'The type of the e-mail that has the link, or copied.';
create index quote_tokens_quote_id_idx on private.quote_tokens (quote_id);
revoke all on private.quote_tokens from anon, authenticated, service_role;
alter table private.quote_tokens enable row level security;

-- Who calls, for the evidence log. The website signs what it knows about the visitor: "x-quote-client:
-- <milliseconds since 1970> <ip> <user agent in base64> <signature>".
create function private.get_quote_client() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    signed constant text[] := string_to_array(headers ->> 'x-quote-client', ' ');
  begin
    if cardinality(signed) = 4 and signed[1] ~ '^[0-9]{1,15}$' and signed[2] ~ '^[0-9a-f.:]{2,45}$'
      and char_length(signed[3]) <= 3000 and signed[3] ~ '^[A-Za-z0-9+/]*={0,2}$'
      and abs(signed[1]::numeric / 1000 - extract(epoch from now())) < 900
      and exists (
        select from private.form_secrets
        where signed[4] = private.hmac_sha256(concat_ws(E'\n', 'quote-client', signed[1], signed[2], signed[3]), secret))
    then
      return jsonb_build_object('source', 'website', 'ip', signed[2],
        'userAgent', left(convert_from(decode(signed[3], 'base64'), 'UTF8'), 500));
    end if;
    return jsonb_strip_nulls(jsonb_build_object('source', 'request',
      'ip', left(coalesce(headers ->> 'x-ridgeline-network', headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for'), 100),
      'userAgent', left(headers ->> 'user-agent', 500)));
  end
  $$;
comment on function private.get_quote_client() is
  'IP and user agent of the caller: source website if the website signed them, otherwise from the request''s headers.';
revoke execute on function private.get_quote_client() from public, anon, authenticated;

create function private.find_quote_link(token text) returns private.quote_tokens
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    found private.quote_tokens;
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
    if not public.take_rate_limit('quote-links:' || left(coalesce(private.get_quote_client() ->> 'ip', ''), 50), 300, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    return null;
  end
  $$;
comment on function private.find_quote_link(text) is
  'The link of a token that is valid; null otherwise. Limits requests of a link, and unknown tokens of a network.';
revoke execute on function private.find_quote_link(text) from public, anon, authenticated;

create function private.create_quote_token(quote uuid, purpose text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    -- 244 random bits of two UUIDs, of which 160 are used.
    token constant text := left(
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 40);
  begin
    insert into private.quote_tokens (token_hash, quote_id, purpose) values (private.hash_text(token), quote, purpose);
    return token;
  end
  $$;
comment on function private.create_quote_token(uuid, text) is 'A new token of 160 random bits. Only its SHA-256 is stored.';
revoke execute on function private.create_quote_token(uuid, text) from public, anon, authenticated;

create function private.get_previous_version(quote public.quotes) returns integer
  language sql immutable
  set search_path = ''
  as $$
    select case when quote.state = 'accepted' then nullif(quote.agreed_version - 1, 0)
      else coalesce(quote.agreed_version, nullif(quote.version - 1, 0)) end
  $$;
comment on function private.get_previous_version(public.quotes) is
  'The version with which the shown one is compared: what is agreed, or the one before. Null for the first.';

create function private.show_quote(quote public.quotes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'status', 'found', 'number', quote.number, 'state', quote.state, 'version', sent.version,
      'document', sent.document::jsonb, 'documentSha256', sent.document_sha256,
      'validUntil', quote.valid_until, 'sentAt', sent.created_at,
      'customer', jsonb_build_object('name', quote.customer_name, 'address', coalesce(quote.customer_address, ''),
        'hasEmail', quote.customer_email is not null),
      'selection', coalesce(quote.selection, private.propose_quote_selection(sent.content)),
      'previousContent', (
        select earlier.content from public.quote_versions as earlier
        where earlier.quote_id = quote.id and earlier.version = private.get_previous_version(quote)),
      'previousVersion', private.get_previous_version(quote),
      'previousSelection', coalesce((
        select selection from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version),
        sent.selection),
      'agreedVersion', quote.agreed_version,
      'lapsed', case when quote.lapsed_as is not null then
        jsonb_build_object('version', quote.version, 'as', quote.lapsed_as) end,
      'acceptance', (
        select jsonb_build_object('version', version, 'acceptedAt', accepted_at, 'channel', channel, 'selection', selection,
          'totals', totals, 'hash', event_hash)
        from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version),
      'agreedCents', quote.agreed_cents, 'balanceCents', private.get_balance(quote),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('paidOn', paid_on, 'cents', amount_cents, 'method', method)
          order by paid_on, created_at), '[]')
        from public.quote_payments where quote_id = quote.id),
      'stages', (
        select coalesce(jsonb_agg(jsonb_build_object('stage', stage, 'reachedOn', reached_on, 'note', note, 'images', images)
          order by reached_on, updated_at), '[]')
        from public.quote_stages where quote_id = quote.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object('author', author, 'type', type, 'body', body, 'at', created_at)
          order by created_at, id), '[]')
        from public.quote_messages where quote_id = quote.id and body is not null),
      'remindersStopped', quote.reminders_stopped_at is not null,
      'head', (select head from private.quote_chains where quote_id = quote.id))
    from public.quote_versions as sent
    where sent.quote_id = quote.id and sent.version = private.get_shown_version(quote)
  $$;
comment on function private.show_quote(public.quotes) is 'What a customer sees of a sent quote.';
revoke execute on function private.show_quote(public.quotes) from public, anon, authenticated;

-- Anyone with the link causes events; a hundred an hour are more than any customer needs.
create function private.lock_quote_by_token(token text) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    link private.quote_tokens := private.find_quote_link(token);
  begin
    if link.quote_id is null then return null; end if;
    if not public.take_rate_limit('quote-writes:' || link.quote_id, 100, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    return private.lock_quote(link.quote_id);
  end
  $$;
comment on function private.lock_quote_by_token(text) is 'Locks the quote of a link; null for an unknown token.';
revoke execute on function private.lock_quote_by_token(text) from public, anon, authenticated;

create function private.get_customer_facts(quote public.quotes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select (private.get_quote_client() - 'source') || jsonb_strip_nulls(jsonb_build_object('email', quote.customer_email))
  $$;
comment on function private.get_customer_facts(public.quotes) is 'Personal values of an event: IP, user agent, the e-mail address of the link.';
revoke execute on function private.get_customer_facts(public.quotes) from public, anon, authenticated;

create function private.get_link_facts(token text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('link', left(private.hash_text(token), 16), 'source', private.get_quote_client() -> 'source')
  $$;
comment on function private.get_link_facts(text) is 'Which link was used, by the first 16 digits of its hash, and who knows the IP.';
revoke execute on function private.get_link_facts(text) from public, anon, authenticated;

create function public.open_quote(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
  begin
    if link.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    quote := private.lock_quote(link.quote_id);
    if not exists (
      select from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'opened'
        and event.entry::jsonb #>> '{data,link}' = left(link.token_hash, 16)
        and event.entry::jsonb #>> '{data,version}' = private.get_shown_version(quote)::text
        and event.occurred_at > clock_timestamp() - interval '1 day')
    then
      perform private.append_quote_event(quote.id, 'opened', 'customer',
        private.get_link_facts(token) || jsonb_build_object('version', private.get_shown_version(quote)), private.get_customer_facts(quote));
    end if;
    return private.show_quote(quote);
  end
  $$;
comment on function public.open_quote(text) is
  'The quote of a link. Logs opened, once a day, link and version; a mail scanner may be the one who opens it.';
revoke execute on function public.open_quote(text) from public;
grant execute on function public.open_quote(text) to anon, authenticated, service_role;

create function public.view_quote(token text, shown_version integer) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    return '{"status": "viewed"}'::jsonb;
  end
  $$;
comment on function public.view_quote(text, integer) is 'Stores that a person has seen this version. Called by the page once it is visible.';
revoke execute on function public.view_quote(text, integer) from public;
grant execute on function public.view_quote(text, integer) to anon, authenticated, service_role;

create function private.mark_quote_viewed(token text, quote public.quotes, shown_version integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if shown_version is distinct from private.get_shown_version(quote) or exists (
      select from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'viewed'
        and event.entry::jsonb #>> '{data,version}' = shown_version::text)
    then
      return;
    end if;
    perform private.append_quote_event(quote.id, 'viewed', 'customer',
      private.get_link_facts(token) || jsonb_build_object('version', shown_version), private.get_customer_facts(quote));
    if quote.state = 'sent' then
      update public.quotes set state = 'viewed' where id = quote.id;
    end if;
  end
  $$;
comment on function private.mark_quote_viewed(text, public.quotes, integer) is
  'Logs viewed once for each version and changes sent to viewed.';
revoke execute on function private.mark_quote_viewed(text, public.quotes, integer) from public, anon, authenticated;

create function private.explain_closed_quote(quote public.quotes, requested_version integer) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when quote.state in ('declined', 'expired', 'withdrawn') then jsonb_build_object('status', quote.state)
      when requested_version = quote.version and quote.lapsed_as is not null then
        jsonb_build_object('status', quote.lapsed_as, 'version', quote.version, 'agreedVersion', quote.agreed_version)
      when quote.state = 'accepted' then (
        select jsonb_build_object('status', 'already_accepted', 'version', version, 'acceptedAt', accepted_at,
          'channel', channel, 'total', totals -> 'total')
        from public.quote_acceptances where quote_id = quote.id and version = quote.accepted_version)
      when requested_version is distinct from quote.version then jsonb_build_object('status', 'changed', 'version', quote.version)
      end
  $$;
comment on function private.explain_closed_quote(public.quotes, integer) is
  'Why this version can''t be answered; null if it can.';
revoke execute on function private.explain_closed_quote(public.quotes, integer) from public, anon, authenticated;

create function public.choose_quote_options(token text, shown_version integer, selection jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    sent public.quote_versions;
    closed jsonb;
    totals jsonb;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then return closed; end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if not private.is_possible_selection(sent.content, choose_quote_options.selection) then return '{"status": "invalid"}'::jsonb; end if;
    totals := private.calculate_quote_totals(sent.content, choose_quote_options.selection);
    if quote.selection is distinct from choose_quote_options.selection then
      update public.quotes as changed
        set selection = choose_quote_options.selection, offered_cents = (totals ->> 'total')::bigint
        where changed.id = quote.id;
      perform private.append_quote_event(quote.id, 'options', 'customer', private.get_link_facts(token) || jsonb_build_object(
        'version', quote.version, 'selection', choose_quote_options.selection,
        'total', totals -> 'total'));
    end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    return jsonb_build_object('status', 'chosen', 'totals', totals);
  end
  $$;
comment on function public.choose_quote_options(text, integer, jsonb) is
  'Stores which options and alternative the customer has selected, and returns the totals.';
revoke execute on function public.choose_quote_options(text, integer, jsonb) from public;
grant execute on function public.choose_quote_options(text, integer, jsonb) to anon, authenticated, service_role;

create function public.review_quote(token text, shown_version integer, selection jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    sent public.quote_versions;
    closed jsonb;
    agreement text;
    shown_already boolean;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then return closed; end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if not private.is_possible_selection(sent.content, review_quote.selection) then return '{"status": "invalid"}'::jsonb; end if;
    agreement := private.compose_agreement(quote, sent, review_quote.selection);
    select event.type = 'review_shown' and event.entry::jsonb #>> '{data,agreementSha256}' = private.hash_text(agreement)
        and event.entry::jsonb #>> '{data,link}' = left(private.hash_text(token), 16)
      into shown_already
      from public.quote_events as event where event.quote_id = quote.id order by sequence desc limit 1;
    if not coalesce(shown_already, false) then
      update public.quotes as changed
        set selection = review_quote.selection, offered_cents = (agreement::jsonb #>> '{totals,total}')::bigint
        where changed.id = quote.id;
      perform private.mark_quote_viewed(token, quote, shown_version);
      perform private.append_quote_event(quote.id, 'review_shown', 'customer', private.get_link_facts(token) || jsonb_build_object(
          'version', quote.version, 'agreementSha256', private.hash_text(agreement), 'selection', review_quote.selection),
        private.get_customer_facts(quote));
    end if;
    return jsonb_build_object('status', 'review', 'agreement', agreement::jsonb,
      'agreementSha256', private.hash_text(agreement));
  end
  $$;
comment on function public.review_quote(text, integer, jsonb) is
  'Exactly what is agreed if this selection is accepted, with its SHA-256, and stores that it was shown.';
revoke execute on function public.review_quote(text, integer, jsonb) from public;
grant execute on function public.review_quote(text, integer, jsonb) to anon, authenticated, service_role;

create function public.accept_quote(token text, shown_version integer, selection jsonb, agreement_sha256 text,
  customer_name text, consent text, attempt uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    sent public.quote_versions;
    earlier public.quote_acceptances;
    closed jsonb;
    review_event public.quote_events;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    select * into earlier from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.attempt = accept_quote.attempt and stored.channel = 'online';
    if earlier.id is not null then
      return jsonb_build_object('status', 'accepted', 'version', earlier.version, 'total', earlier.totals -> 'total',
        'hash', earlier.event_hash);
    end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then
      perform private.append_quote_event(quote.id, 'answer_refused', 'customer', private.get_link_facts(token) || jsonb_build_object(
          'answer', 'accept', 'version', shown_version, 'reason', closed -> 'status'), private.get_customer_facts(quote));
      return closed;
    end if;
    select * into sent from public.quote_versions as stored where stored.quote_id = quote.id and stored.version = quote.version;
    if attempt is null or not private.is_possible_selection(sent.content, accept_quote.selection)
      or coalesce(char_length(btrim(customer_name)) not between 2 and 120, true)
      or consent is distinct from sent.document::jsonb ->> 'consent'
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select * into review_event from public.quote_events as event
      where event.quote_id = quote.id and event.type = 'review_shown'
        and event.entry::jsonb #>> '{data,agreementSha256}' = accept_quote.agreement_sha256
      order by sequence desc limit 1;
    if review_event.id is null
      or private.hash_text(private.compose_agreement(quote, sent, accept_quote.selection)) is distinct from accept_quote.agreement_sha256
    then
      return '{"status": "review_needed"}'::jsonb;
    end if;
    return private.accept_version(quote, sent, accept_quote.selection, 'online', attempt,
      private.get_link_facts(token) || jsonb_build_object(
        'openedAt', (select min(occurred_at) from public.quote_events as event
          where event.quote_id = quote.id and event.type = 'opened'),
        'reviewHash', review_event.hash),
      private.get_customer_facts(quote) || jsonb_build_object('name', btrim(customer_name),
        'mailResponse', (
          select detail.value from public.quote_event_details as detail
            join public.quote_events as event on event.id = detail.event_id
          where event.quote_id = quote.id and event.type = 'mailed' and detail.field = 'response'
            and event.entry::jsonb #>> '{data,version}' = sent.version::text
          order by event.sequence limit 1)));
  end
  $$;
comment on function public.accept_quote(text, integer, jsonb, text, text, text, uuid) is
  'Accepts the version and selection whose review was shown. The same attempt gets the same answer; whoever is late gets what happened.';
revoke execute on function public.accept_quote(text, integer, jsonb, text, text, text, uuid) from public;
grant execute on function public.accept_quote(text, integer, jsonb, text, text, text, uuid)
  to anon, authenticated, service_role;

create function public.decline_quote(token text, shown_version integer, reason text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    closed jsonb;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    closed := private.explain_closed_quote(quote, shown_version);
    if closed is not null then
      if closed ->> 'status' <> 'declined' then
        perform private.append_quote_event(quote.id, 'answer_refused', 'customer', private.get_link_facts(token) || jsonb_build_object(
            'answer', 'decline', 'version', shown_version, 'reason', closed -> 'status'), private.get_customer_facts(quote));
      end if;
      return closed;
    end if;
    if char_length(reason) > 2000 then return '{"status": "invalid"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, shown_version);
    update public.quotes as changed set decline_reason = nullif(btrim(decline_quote.reason), '')
      where changed.id = quote.id returning * into quote;
    quote := private.end_quote_version(quote, 'declined');
    perform private.append_quote_event(quote.id, 'declined', 'customer',
      private.get_link_facts(token) || jsonb_build_object('version', quote.version),
      private.get_customer_facts(quote) || jsonb_strip_nulls(jsonb_build_object('reason', quote.decline_reason)));
    perform private.queue_quote_mail(quote, 'owner', 'declined');
    return '{"status": "declined"}'::jsonb;
  end
  $$;
comment on function public.decline_quote(text, integer, text) is 'Declines the current version. Repeated, it reports the same.';
revoke execute on function public.decline_quote(text, integer, text) from public;
grant execute on function public.decline_quote(text, integer, text) to anon, authenticated, service_role;

create function public.send_quote_message(token text, message_id uuid, type text, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
    earlier public.quote_messages;
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if message_id is null or coalesce(type, '') not in ('question', 'change')
      or coalesce(char_length(btrim(body)) not between 1 and 5000, true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select * into earlier from public.quote_messages as stored where stored.id = message_id and stored.quote_id = quote.id;
    if found then
      return jsonb_build_object('status', case
        when earlier.type = send_quote_message.type and earlier.body = btrim(send_quote_message.body) then 'sent'
        else 'already_sent' end);
    end if;
    if type = 'change' and quote.state not in ('sent', 'viewed', 'change_requested', 'expired') then
      return jsonb_build_object('status', quote.state);
    end if;
    insert into public.quote_messages (id, quote_id, version, author, type, body)
      values (message_id, quote.id, private.get_shown_version(quote), 'customer', send_quote_message.type, btrim(body))
      on conflict do nothing;
    if not found then return '{"status": "invalid"}'::jsonb; end if;
    perform private.mark_quote_viewed(token, quote, private.get_shown_version(quote));
    if type = 'change' and quote.state in ('sent', 'viewed') then
      update public.quotes as changed set state = 'change_requested' where changed.id = quote.id;
    end if;
    update public.quote_reminders as reminder set status = 'cancelled'
      where reminder.quote_id = quote.id and status = 'waiting';
    perform private.append_quote_event(quote.id, 'message', 'customer', private.get_link_facts(token) || jsonb_build_object(
        'version', private.get_shown_version(quote), 'type', type, 'message', message_id),
      private.get_customer_facts(quote) || jsonb_build_object('body', btrim(body)));
    perform private.queue_quote_mail(quote, 'owner', case type when 'change' then 'change' else 'question' end, message_id);
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.send_quote_message(text, uuid, text, text) is
  'Stores a question or a requested change and notifies the owner. A repeated request is one message; already_sent if it has another text.';
revoke execute on function public.send_quote_message(text, uuid, text, text) from public;
grant execute on function public.send_quote_message(text, uuid, text, text) to anon, authenticated, service_role;

create function public.stop_quote_reminders(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote_by_token(token);
  begin
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.reminders_stopped_at is null then
      update public.quotes as changed set reminders_stopped_at = now() where changed.id = quote.id;
      perform private.append_quote_event(quote.id, 'reminders_stopped', 'customer', private.get_link_facts(token));
    end if;
    return '{"status": "stopped"}'::jsonb;
  end
  $$;
comment on function public.stop_quote_reminders(text) is 'Ends the reminders of a quote: the unsubscribe link of their e-mails.';
revoke execute on function public.stop_quote_reminders(text) from public;
grant execute on function public.stop_quote_reminders(text) to anon, authenticated, service_role;
