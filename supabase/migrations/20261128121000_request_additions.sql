-- The confirmation of a quote request has a link to add details and photos for 14 days. Its token is one of those of quotes'
-- links: it opens no quote, and theirs add nothing to a request. See docs/decisions/031-quote-links.md.

alter table private.quote_tokens
  alter column quote_id drop not null,
  add column quote_request_id uuid references public.quote_requests (id) on delete cascade,
  add constraint quote_tokens_one_subject check (num_nonnulls(quote_id, quote_request_id) = 1);
create index quote_tokens_quote_request_id_idx on private.quote_tokens (quote_request_id) where quote_request_id is not null;
comment on table private.quote_tokens is
  'SHA-256 of the tokens of customers'' links, to a quote or to a request that they may add to. Several are valid for each.';
comment on column private.quote_tokens.purpose is 'The type of the e-mail that has the link, or copied.';
comment on column private.quote_tokens.quote_request_id is 'The request to which the link adds. It ends with the request.';

drop function private.create_quote_token(uuid, text);
create function private.create_quote_token(quote uuid, purpose text, request uuid default null) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    -- 244 random bits of two UUIDs, of which 160 are used.
    token constant text := left(
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 40);
  begin
    insert into private.quote_tokens (token_hash, quote_id, purpose, quote_request_id)
      values (private.hash_text(token), quote, purpose, request);
    return token;
  end
  $$;
comment on function private.create_quote_token(uuid, text, uuid) is
  'A new token of 160 random bits for a quote or a request. Only its SHA-256 is stored.';
revoke execute on function private.create_quote_token(uuid, text, uuid) from public, anon, authenticated;

-- Nested arrays passed the former constraint, and no reader expects them.
update public.quote_requests set inspiration_images = array(select unnest(inspiration_images))
  where array_ndims(inspiration_images) > 1;
alter table public.quote_requests
  add column additions jsonb not null default '[]',
  add column unread_at timestamptz,
  add constraint quote_requests_additions_length check (
    jsonb_typeof(additions) = 'array' and jsonb_array_length(additions) <= 5),
  drop constraint quote_requests_inspiration_images_paths,
  add constraint quote_requests_inspiration_images_paths check (
    coalesce(array_ndims(inspiration_images), 1) = 1
    and cardinality(inspiration_images) <= case when additions = '[]' then 20 else 30 end
    and private.all_match(inspiration_images, '^inspiration/[0-9]+-[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,255}$'));
comment on column public.quote_requests.additions is
  'What the customer added at the link of the confirmation, oldest first: objects with id, at, text and images. Set by add_to_quote_request alone.';
comment on column public.quote_requests.unread_at is
  'When the customer last added something; null once staff have opened the request.';
comment on column public.quote_requests.inspiration_images is
  'Keys in the images bucket, below inspiration/: at most 20 of the form, and 10 that were added later.';

grant insert (additions, unread_at), update (additions, unread_at) on public.quote_requests to authenticated;
drop trigger guard_update on public.quote_requests;
create trigger guard_update before update on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'customer_name', 'email', 'phone', 'location',
    'contact_preference', 'project_type', 'material_type', 'color', 'size', 'shed_style', 'description', 'budget_range',
    'timeline', 'custom_message', 'inspiration_images', 'design', 'delivery_km', 'price_basis', 'design_price', 'additions',
    'unread_at', 'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order', 'budget_order', 'size_order');
drop trigger guard_insert on public.quote_requests;
create trigger guard_insert before insert on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('reference', 'design_price', 'additions', 'unread_at', 'status', 'notes',
    'is_spam', 'spam_reasons', 'created_at', 'updated_at');

-- What is not given adds nothing, so that rows from before are computed as they were.
create or replace function private.compute_columns(stored public.quote_requests) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.reference || ' ' || stored.customer_name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || stored.project_type || ' '
        || coalesce(stored.material_type, '') || ' ' || coalesce(stored.color, '') || ' ' || coalesce(stored.size, '') || ' '
        || coalesce(stored.shed_style, '') || ' ' || coalesce(stored.budget_range, '') || ' '
        || coalesce(stored.timeline, '') || ' ' || stored.description || ' ' || coalesce(stored.custom_message, '') || ' '
        || coalesce(stored.notes, '') || coalesce(' ' || stored.location, '')
        || coalesce(' ' || stored.contact_preference, '')
        || coalesce((select string_agg(' ' || (addition ->> 'text'), '') from jsonb_array_elements(stored.additions) as addition), '')),
        60000),
      'name_order', left(private.normalize_text(btrim(stored.customer_name)), 100),
      'budget_order', case when stored.budget_range ~* '^\s*under' then 0
        else left(replace(substring(stored.budget_range from '[0-9][0-9,]*'), ',', ''), 9)::integer end,
      'size_order', substring(stored.size from '^\s*([0-9]{1,4})\s*[xX×]')::integer
        * substring(stored.size from '[xX×]\s*([0-9]{1,4})')::integer)
  $$;

create function private.get_last_addition_day(request public.quote_requests) returns date
  language sql stable
  set search_path = ''
  as $$ select (request.created_at at time zone 'America/Toronto')::date + 14 $$;
comment on function private.get_last_addition_day(public.quote_requests) is
  'The last day, in Toronto, on which the customer can add to a request.';
revoke execute on function private.get_last_addition_day(public.quote_requests) from public, anon, authenticated;

create function private.count_added_images(request public.quote_requests) returns integer
  language sql immutable
  set search_path = ''
  as $$
    select coalesce(sum(jsonb_array_length(addition -> 'images')), 0)::integer
    from jsonb_array_elements(request.additions) as addition
  $$;
comment on function private.count_added_images(public.quote_requests) is 'How many photos the customer has added to a request.';
revoke execute on function private.count_added_images(public.quote_requests) from public, anon, authenticated;

create function private.find_request_by_token(token text) returns public.quote_requests
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    request public.quote_requests;
  begin
    select * into request from public.quote_requests where id = link.quote_request_id and not is_spam;
    return request;
  end
  $$;
comment on function private.find_request_by_token(text) is
  'The request of a link; null for an unknown token and for suspected spam. Limits requests as find_quote_link.';
revoke execute on function private.find_request_by_token(text) from public, anon, authenticated;

-- E-mails with the link are forwarded: no name, address, text or photo.
create function public.open_quote_request(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    request constant public.quote_requests := private.find_request_by_token(token);
  begin
    if request.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if private.get_today() > private.get_last_addition_day(request) then
      return jsonb_build_object('status', 'expired', 'reference', request.reference);
    end if;
    return jsonb_build_object(
      'status', 'open', 'reference', request.reference, 'sentAt', request.created_at,
      'lastDay', private.get_last_addition_day(request),
      'request', jsonb_build_object('projectType', request.project_type, 'size', request.size, 'style', request.shed_style,
        'material', request.material_type, 'color', request.color,
        'images', cardinality(request.inspiration_images) - private.count_added_images(request)),
      'additions', (
        select coalesce(jsonb_agg(jsonb_build_object('at', addition -> 'at', 'hasText', addition ->> 'text' <> '',
          'images', jsonb_array_length(addition -> 'images')) order by position), '[]')
        from jsonb_array_elements(request.additions) with ordinality as added (addition, position)),
      'additionsLeft', 5 - jsonb_array_length(request.additions),
      'imagesLeft', 10 - private.count_added_images(request));
  end
  $$;
comment on function public.open_quote_request(text) is
  'What the holder of a link may see of the request, and how much can be added: open, expired or not_found.';
revoke execute on function public.open_quote_request(text) from public;
grant execute on function public.open_quote_request(text) to anon, authenticated, service_role;
alter function public.open_quote_request(text) set lock_timeout = '500ms';

create function private.queue_addition_mail(request uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    last_sent_at timestamptz;
  begin
    if exists (
      select from private.outbox as mail
      where mail.added_request_id = request and mail.status = 'waiting'
        and private.seconds_elapsed(mail.leased_at, mail.lease_seconds))
    then
      return;
    end if;
    -- One that is being sent has only leased_at.
    select max(coalesce(mail.sent_at, mail.leased_at)) into last_sent_at from private.outbox as mail
      where mail.added_request_id = request;
    insert into private.outbox (added_request_id, backoff_seconds) values (request, case
      when last_sent_at between now() - interval '10 minutes' and now()
        then 600 - extract(epoch from now() - last_sent_at)::integer
      else 0 end);
  end
  $$;
comment on function private.queue_addition_mail(uuid) is
  'Queues the e-mail to the owner about an addition. One that waits takes it along; the next is sent ten minutes after the last.';
revoke execute on function private.queue_addition_mail(uuid) from public, anon, authenticated;

create function public.add_to_quote_request(token text, addition_id uuid, details text, images text[]) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    max_additions constant integer := 5;
    max_images constant integer := 10;
    max_of_network_per_hour constant integer := 20;
    body constant text := btrim(coalesce(details, ''), E' \t\r\n');
    -- A form without scripts uploads its images again when it is repeated, under new timestamps.
    names constant text := regexp_replace(to_jsonb(images)::text, '"inspiration/[0-9]+-', '"', 'g');
    network constant text := private.to_network(private.get_quote_client() ->> 'ip', 48);
    request public.quote_requests := private.find_request_by_token(token);
    earlier jsonb;
  begin
    if request.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if private.get_today() > private.get_last_addition_day(request) then return '{"status": "expired"}'::jsonb; end if;
    if addition_id is null or images is null or char_length(body) > 2000 or cardinality(images) > max_images
      or (body = '' and cardinality(images) = 0) or array_ndims(images) > 1
      or exists (select from unnest(images) as path where private.is_inspiration_path(path) is not true)
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    select * into request from public.quote_requests where id = request.id and not is_spam for no key update;
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
  'Adds details and photos to the request of a link: five times at most, 2,000 characters each, ten photos in all, 20 times an hour for a network. A repeated addition is stored once; already_added if it has another content.';
revoke execute on function public.add_to_quote_request(text, uuid, text, text[]) from public;
grant execute on function public.add_to_quote_request(text, uuid, text, text[]) to anon, authenticated, service_role;
alter function public.add_to_quote_request(text, uuid, text, text[]) set lock_timeout = '500ms';

create function public.mark_request_read(request_id uuid, seen_at timestamptz) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    update public.quote_requests as request set unread_at = null
      where request.id = request_id and request.unread_at <= seen_at;
  end
  $$;
comment on function public.mark_request_read(uuid, timestamptz) is
  'Staff have opened a request whose unread_at was seen_at. What the customer has added since stays unread.';
revoke execute on function public.mark_request_read(uuid, timestamptz) from public, anon;
grant execute on function public.mark_request_read(uuid, timestamptz) to authenticated;

alter table private.outbox
  add column added_request_id uuid references public.quote_requests (id) on delete cascade,
  drop constraint outbox_one_subject,
  add constraint outbox_one_subject check (num_nonnulls(quote_request_id, contact_submission_id, notice, quote_id,
    confirmed_request_id, confirmed_submission_id, added_request_id) = 1);
create index outbox_added_request_id_idx on private.outbox (added_request_id) where added_request_id is not null;
comment on column private.outbox.added_request_id is
  'The request of which an e-mail tells the owner what the customer has added since created_at.';

create or replace function private.is_spam_mail(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select mail.notice is null and mail.quote_id is null and mail.suspicion is distinct from 'single' and coalesce(
      (select is_spam from public.quote_requests
        where id in (mail.quote_request_id, mail.confirmed_request_id, mail.added_request_id)),
      (select is_spam from public.contact_submissions where id in (mail.contact_submission_id, mail.confirmed_submission_id)),
      true)
  $$;

create or replace function private.serialize_mail_claim(mail private.outbox, is_early boolean) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object('id', mail.id, 'lease', mail.lease, 'attempts', mail.attempts, 'is_early', is_early,
      'created_at', mail.created_at,
      'email_type', case
        when mail.notice is not null then mail.notice
        when mail.quote_id is not null then 'quote_mail'
        when mail.confirmed_request_id is not null then 'quote_confirmation'
        when mail.confirmed_submission_id is not null then 'contact_confirmation'
        when mail.added_request_id is not null then 'quote_addition'
        when mail.quote_request_id is null then 'contact'
        else 'quote' end,
      'enquiry_id', coalesce(mail.quote_request_id, mail.contact_submission_id, mail.confirmed_request_id,
        mail.confirmed_submission_id, mail.added_request_id))
  $$;

create or replace function public.list_unsent_mails(enquiry_ids uuid[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'enquiry_id', coalesce(quote_request_id, contact_submission_id, added_request_id), 'status', status,
      'reason', reason, 'detail', detail, 'attempted_at', attempted_at,
      'next_attempt_at', case when status = 'waiting' then queued_at + make_interval(secs => backoff_seconds) end)
      order by created_at), '[]')
    from private.outbox as mail
    where (quote_request_id = any (enquiry_ids) or contact_submission_id = any (enquiry_ids)
        or added_request_id = any (enquiry_ids))
      and status <> 'sent'
      and (reason is not null
        or private.seconds_elapsed(created_at, 300 + case when added_request_id is null then 0 else backoff_seconds end))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.list_unsent_mails(uuid[]) is
  'Which of these enquiries have an unsent e-mail, and why. Those of the last five minutes, and those that wait because one was sent before, only after a failed attempt.';

create or replace function public.count_unsent_mails() returns integer
  language sql stable security invoker
  set search_path = ''
  as $$
    select count(*)::integer
    from private.outbox as mail
    where status <> 'sent' and quote_id is null and not private.is_confirmation(mail)
      and (reason is not null
        or private.seconds_elapsed(created_at, 300 + case when added_request_id is null then 0 else backoff_seconds end))
      and not private.is_spam_mail(mail)
  $$;

create or replace function public.retry_mail(enquiry_id uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.is_staff() then
      raise sqlstate '42501' using message = 'Only staff may have a mail sent again';
    end if;
    update private.outbox
      set status = 'waiting', attempts = 0, queued_at = now(), backoff_seconds = 0
      where status <> 'sent'
        and (quote_request_id = enquiry_id or contact_submission_id = enquiry_id or added_request_id = enquiry_id);
    return found;
  end
  $$;

create function public.create_request_link(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    request public.quote_requests;
  begin
    select confirmed.* into request
      from private.outbox as mail join public.quote_requests as confirmed on confirmed.id = mail.confirmed_request_id
      where mail.id = mail_id and mail.lease = lease_id;
    if request.id is null then return null; end if;
    return jsonb_build_object('token', private.create_quote_token(null, 'confirmation', request.id),
      'lastDay', private.get_last_addition_day(request));
  end
  $$;
comment on function public.create_request_link(uuid, uuid) is
  'A new token with which the sender of a request can add to it, for the confirmation that holds this lease; null without one.';
revoke execute on function public.create_request_link(uuid, uuid) from public, anon, authenticated;
grant execute on function public.create_request_link(uuid, uuid) to service_role;
