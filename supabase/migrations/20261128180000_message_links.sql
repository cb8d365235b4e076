-- The confirmation of a message has a link to add details and photos for 14 days, as that of a request has. A message has no
-- photos: the first addition creates a quote request from it, which takes this one and those that follow.

alter table private.quote_tokens
  add column contact_submission_id uuid references public.contact_submissions (id) on delete cascade,
  drop constraint quote_tokens_one_subject,
  add constraint quote_tokens_one_subject check (
    (quote_id is null) <> (num_nonnulls(quote_request_id, contact_submission_id) = 0));
create index quote_tokens_contact_submission_id_idx on private.quote_tokens (contact_submission_id)
  where contact_submission_id is not null;
comment on table private.quote_tokens is
  'SHA-256 of the tokens of customers'' links, to a quote or to a request or message that they may add to. Several are valid for each.';
comment on column private.quote_tokens.quote_request_id is
  'The request to which the link adds; for a message, the one that the first addition created. The link ends with the request.';
comment on column private.quote_tokens.contact_submission_id is
  'The message whose confirmation has the link. The link ends with the message.';

drop function private.create_quote_token(uuid, text, uuid);
create function private.create_quote_token(quote uuid, purpose text, request uuid default null, message uuid default null)
  returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    -- 244 random bits of two UUIDs, of which 160 are used.
    token constant text := left(
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 40);
  begin
    insert into private.quote_tokens (token_hash, quote_id, purpose, quote_request_id, contact_submission_id)
      values (private.hash_text(token), quote, purpose, request, message);
    return token;
  end
  $$;
comment on function private.create_quote_token(uuid, text, uuid, uuid) is
  'A new token of 160 random bits for a quote, a request or a message. Only its SHA-256 is stored.';
revoke execute on function private.create_quote_token(uuid, text, uuid, uuid) from public, anon, authenticated;

create function private.to_last_addition_day(sent_at timestamptz) returns date
  language sql stable
  set search_path = ''
  as $$ select (sent_at at time zone 'America/Toronto')::date + 14 $$;
comment on function private.to_last_addition_day(timestamptz) is
  'The last day, in Toronto, on which the sender can add to a request or message.';
revoke execute on function private.to_last_addition_day(timestamptz) from public, anon, authenticated;

create function private.find_sent_enquiry(link private.quote_tokens)
  returns table (reference text, sent_at timestamptz, last_day date)
  language sql stable security definer
  set search_path = ''
  as $$
    select sent.reference, sent.created_at, private.to_last_addition_day(sent.created_at)
    from (
      select message.reference, message.created_at from public.contact_submissions as message
        where message.id = link.contact_submission_id and not message.is_spam
      union all
      select request.reference, request.created_at from public.quote_requests as request
        where request.id = link.quote_request_id and link.contact_submission_id is null and not request.is_spam
    ) as sent
  $$;
comment on function private.find_sent_enquiry(private.quote_tokens) is
  'The message or request whose confirmation has the link; no row for an unknown link and for suspected spam.';
revoke execute on function private.find_sent_enquiry(private.quote_tokens) from public, anon, authenticated;

create or replace function public.open_quote_request(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '500ms'
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    sent record;
    request public.quote_requests;
    additions jsonb;
  begin
    select * into sent from private.find_sent_enquiry(link);
    if not found then return '{"status": "not_found"}'::jsonb; end if;
    if private.get_today() > sent.last_day then
      return jsonb_build_object('status', 'expired', 'reference', sent.reference);
    end if;
    select * into request from public.quote_requests where id = link.quote_request_id and not is_spam;
    if not found and link.quote_request_id is not null then return '{"status": "not_found"}'::jsonb; end if;
    additions := coalesce(request.additions, '[]');
    return jsonb_build_object(
      'status', 'open', 'reference', sent.reference, 'sentAt', sent.sent_at, 'lastDay', sent.last_day,
      'request', case when link.contact_submission_id is null then jsonb_build_object(
        'projectType', request.project_type, 'size', request.size, 'style', request.shed_style,
        'material', request.material_type, 'color', request.color,
        'images', cardinality(request.inspiration_images) - private.count_added_images(request)) end,
      'additions', (
        select coalesce(jsonb_agg(jsonb_build_object('at', addition -> 'at', 'hasText', addition ->> 'text' <> '',
          'images', jsonb_array_length(addition -> 'images')) order by position), '[]')
        from jsonb_array_elements(additions) with ordinality as added (addition, position)),
      'additionsLeft', 5 - jsonb_array_length(additions),
      'imagesLeft', 10 - case when request.id is null then 0 else private.count_added_images(request) end);
  end
  $$;
comment on function public.open_quote_request(text) is
  'What the holder of a link may see of the request or message, and how much can be added: open, expired or not_found. E-mails with the link are forwarded: no name, address, text or photo.';

create function private.create_request_of_link(link private.quote_tokens) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    message public.contact_submissions;
    request_id uuid;
  begin
    -- Of two additions at once, the second waits here.
    select * into message from public.contact_submissions
      where id = link.contact_submission_id and not is_spam for no key update;
    if not found then return null; end if;
    select quote_request_id into request_id from private.quote_tokens where token_hash = link.token_hash;
    if request_id is not null then return request_id; end if;
    -- Staff may have created one.
    select id into request_id from public.quote_requests
      where email = message.email and description = message.message and created_at >= message.created_at and not is_spam
      order by created_at limit 1;
    if request_id is null then
      insert into public.quote_requests (customer_name, email, phone, location, contact_preference, project_type,
          description, custom_message)
        values (message.name, message.email, message.phone, message.location, message.contact_preference, 'Other',
          message.message, concat_ws(E'\n', 'Message ' || message.reference, 'Subject: ' || nullif(btrim(message.subject), '')))
        returning id into request_id;
      -- The trigger stores nothing for a repeated form.
      if request_id is null then
        raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
      end if;
      -- Its message is no spam. The owner has the e-mail about the message and gets one about the addition.
      update public.quote_requests set is_spam = false, spam_reasons = '{}' where id = request_id and is_spam;
      delete from private.outbox where request_id in (quote_request_id, confirmed_request_id);
    end if;
    update private.quote_tokens set quote_request_id = request_id where contact_submission_id = message.id;
    return request_id;
  end
  $$;
comment on function private.create_request_of_link(private.quote_tokens) is
  'The request that takes what is added at the link of a message: created by the first addition, or by staff. Null if the message is deleted or spam.';
revoke execute on function private.create_request_of_link(private.quote_tokens) from public, anon, authenticated;

create or replace function public.add_to_quote_request(token text, addition_id uuid, details text, images text[]) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '500ms'
  as $$
  declare
    max_additions constant integer := 5;
    max_images constant integer := 10;
    max_of_network_per_hour constant integer := 20;
    body constant text := btrim(coalesce(details, ''), E' \t\r\n');
    -- A form without scripts uploads its images again when it is repeated, under new timestamps.
    names constant text := regexp_replace(to_jsonb(images)::text, '"inspiration/[0-9]+-', '"', 'g');
    network constant text := private.to_network(private.get_quote_client() ->> 'ip', 48);
    link constant private.quote_tokens := private.find_quote_link(token);
    sent record;
    request_id uuid;
    request public.quote_requests;
    earlier jsonb;
  begin
    select * into sent from private.find_sent_enquiry(link);
    if not found then return '{"status": "not_found"}'::jsonb; end if;
    if private.get_today() > sent.last_day then return '{"status": "expired"}'::jsonb; end if;
    if addition_id is null or images is null or char_length(body) > 2000 or cardinality(images) > max_images
      or (body = '' and cardinality(images) = 0) or array_ndims(images) > 1
      or exists (select from unnest(images) as path where private.is_inspiration_path(path) is not true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    request_id := coalesce(link.quote_request_id, private.create_request_of_link(link));
    select * into request from public.quote_requests where id = request_id and not is_spam for no key update;
    if not found then return '{"status": "not_found"}'::jsonb; end if;
    select addition into earlier from jsonb_array_elements(request.additions) as addition
      where addition ->> 'id' = addition_id::text;
    if found then
      return jsonb_build_object('status', case
        when earlier ->> 'text' = body
          and regexp_replace((earlier -> 'images')::text, '"inspiration/[0-9]+-', '"', 'g') = names then 'added'
        else 'already_added' end);
    end if;
    if jsonb_array_length(request.additions) >= max_additions then return '{"status": "too_many_additions"}'::jsonb; end if;
    if private.count_added_images(request) + cardinality(images) > max_images then
      return '{"status": "too_many_images"}'::jsonb;
    end if;
    if not public.take_rate_limit('request-additions:' || coalesce(network, ''), max_of_network_per_hour, 3600) then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    update public.quote_requests as changed
      set additions = changed.additions || jsonb_build_object(
          'id', addition_id, 'at', clock_timestamp(), 'text', body, 'images', to_jsonb(add_to_quote_request.images)),
        inspiration_images = changed.inspiration_images || add_to_quote_request.images,
        unread_at = clock_timestamp()
      where changed.id = request.id;
    perform private.queue_addition_mail(request.id);
    return '{"status": "added"}'::jsonb;
  end
  $$;
comment on function public.add_to_quote_request(text, uuid, text, text[]) is
  'Adds details and photos to the request or message of a link: five times at most, 2,000 characters each, ten photos in all, 20 times an hour for a network. A repeated addition is stored once; already_added if it has another content.';

create or replace function public.create_request_link(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    request_id uuid;
    message_id uuid;
    sent_at timestamptz;
  begin
    select request.id, message.id, coalesce(request.created_at, message.created_at) into request_id, message_id, sent_at
      from private.outbox as mail
        left join public.quote_requests as request on request.id = mail.confirmed_request_id
        left join public.contact_submissions as message on message.id = mail.confirmed_submission_id
      where mail.id = mail_id and mail.lease = lease_id;
    if sent_at is null then return null; end if;
    return jsonb_build_object('token', private.create_quote_token(null, 'confirmation', request_id, message_id),
      'lastDay', private.to_last_addition_day(sent_at));
  end
  $$;
comment on function public.create_request_link(uuid, uuid) is
  'A new token with which the sender of a request or message can add to it, for the confirmation that holds this lease; null without one.';

drop function private.find_request_by_token(text);
drop function private.get_last_addition_day(public.quote_requests);
