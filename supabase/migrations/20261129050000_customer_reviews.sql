-- Reviews have an image, and the customer of a finished order is asked for one: the e-mail has a link of the quote, at
-- which the customer writes the review for 60 days and changes it until staff approve it.

alter table public.reviews
  add column image text,
  add column sent_by_customer boolean not null default false,
  add constraint reviews_image_path check (
    image ~ '^thumbnails/[^\s/]{1,250}$' or private.is_inspiration_path(image));
comment on column public.reviews.image is
  'A key in the images bucket: thumbnails/... of staff, inspiration/... of the customer; null for none.';
comment on column public.reviews.sent_by_customer is
  'The customer of a finished order wrote it on this website, at the link of an e-mail.';
create index reviews_image_idx on public.reviews (image) where image is not null;
grant insert (image, sent_by_customer), update (image, sent_by_customer) on public.reviews to authenticated;

-- Public pages show approved reviews only, and what customers save must not drop the cached pages.
drop trigger notify_change on public.reviews;
create trigger notify_change after insert on public.reviews
  for each row when (new.is_approved) execute function private.notify_change();
create trigger notify_update after update on public.reviews
  for each row when (old.is_approved or new.is_approved) execute function private.notify_change();
create trigger notify_delete after delete on public.reviews
  for each row when (old.is_approved) execute function private.notify_change();

alter policy "everyone reads the alt texts of visible images" on public.image_alt_texts
  using (
    (select private.is_staff())
    or path in (select unnest(images) from public.past_projects)
    or path in (select unnest(images) from public.shed_listings)
    or path in (select featured_image from public.blog_posts where featured_image is not null)
    or path in (select image_url from public.home_content where image_url is not null)
    or path in (select thumbnail_url from public.video_carousel where thumbnail_url is not null)
    or path in (select image from public.list_approved_reviews() where image is not null)
    or path in (select private.list_shown_page_images())
    or path in (
      select jsonb_path_query(people, '$[*].photo') #>> '{}' from public.business_settings
      union all select jsonb_path_query(service_images, '$.*') #>> '{}' from public.business_settings));

alter table public.quotes
  add column review_asked_at timestamptz,
  add column review_id uuid;
comment on column public.quotes.review_asked_at is 'When the customer was last asked for a review; set by ask_for_review alone.';
comment on column public.quotes.review_id is
  'The review that the customer has written, deleted or not: it can be put back. Set by save_customer_review alone.';
create index quotes_review_id_idx on public.quotes (review_id) where review_id is not null;

create table private.review_saves (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  saves integer not null default 1
);
comment on table private.review_saves is 'How often the customer of a quote has saved a review. Written by save_customer_review.';
revoke all on private.review_saves from anon, authenticated, service_role;
alter table private.review_saves enable row level security;

drop trigger write_audit_entry on public.quotes;
create trigger write_audit_entry after insert or update or delete on public.quotes
  for each row execute function private.write_audit_entry(
    '{"name": "number", "stored": ["number", "state", "version", "quote_request_id", "valid_until", "lapsed_as", "erased_at", "review_asked_at"],
      "redacted": ["content", "customer_name", "customer_email", "customer_phone", "customer_address"]}');

create function private.to_last_review_day(asked_at timestamptz) returns date
  language sql stable
  set search_path = ''
  as $$ select (asked_at at time zone 'America/Toronto')::date + 60 $$;
comment on function private.to_last_review_day(timestamptz) is
  'The last day, in Toronto, on which a customer who was asked then can write a review.';
revoke execute on function private.to_last_review_day(timestamptz) from public, anon, authenticated;

create function public.ask_for_review(quote_id uuid, mail_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    is_waiting boolean;
  begin
    perform private.require_staff();
    quote := private.lock_quote(ask_for_review.quote_id);
    if quote.id is null or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
    if mail_id is null or quote.accepted_version is null or not exists (
      select from public.quote_stages as reached where reached.quote_id = quote.id and reached.stage = 'delivered')
    then
      return '{"status": "not_finished"}'::jsonb;
    end if;
    if quote.customer_email is null then return '{"status": "no_email"}'::jsonb; end if;
    if quote.review_id is not null then return '{"status": "reviewed"}'::jsonb; end if;
    if quote.reminders_stopped_at is not null then return '{"status": "stopped"}'::jsonb; end if;
    if private.get_reminder_end(quote) < now() then return '{"status": "too_late"}'::jsonb; end if;
    -- One that waits takes the request along.
    is_waiting := exists (
      select from private.outbox as mail
      where mail.quote_id = quote.id and mail.quote_mail ->> 'type' = 'review'
        and mail.status = 'waiting' and private.seconds_elapsed(mail.leased_at, mail.lease_seconds));
    if not is_waiting then
      -- A repeated call is one e-mail, and the link ends when that e-mail says.
      if exists (select from private.outbox as mail where mail.id = mail_id and mail.quote_id = quote.id) then
        return '{"status": "asked"}'::jsonb;
      end if;
      if not public.take_rate_limit('review-mails:' || quote.id, 5, 86400) then return '{"status": "too_many"}'::jsonb; end if;
      insert into private.outbox (id, quote_id, quote_mail, backoff_seconds)
        values (mail_id, quote.id, jsonb_build_object('to', 'customer', 'type', 'review', 'version', quote.agreed_version), 0);
    end if;
    update public.quotes set review_asked_at = now() where id = quote.id;
    return '{"status": "asked"}'::jsonb;
  end
  $$;
comment on function public.ask_for_review(uuid, uuid) is
  'Queues the e-mail mail_id that asks the customer of a delivered order for a review, at most five times a day and until the day on which the anti-spam law permits it.';
revoke execute on function public.ask_for_review(uuid, uuid) from public, anon;
grant execute on function public.ask_for_review(uuid, uuid) to authenticated;

create function private.get_review_state(quote public.quotes, review public.reviews) returns text
  language sql stable
  set search_path = ''
  as $$
    select case
      when quote.id is null or quote.erased_at is not null or quote.review_asked_at is null then 'not_found'
      when quote.review_id is not null and review.id is null then 'closed'
      when review.is_approved then 'published'
      when private.get_today() > private.to_last_review_day(quote.review_asked_at) then 'expired'
      else 'open' end
  $$;
comment on function private.get_review_state(public.quotes, public.reviews) is
  'What a customer can do at the link: open, expired, published once staff have approved the review, closed once they have deleted it, not_found.';
revoke execute on function private.get_review_state(public.quotes, public.reviews) from public, anon, authenticated;

create function public.open_customer_review(token text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '500ms'
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
    review public.reviews;
    state text;
  begin
    select * into quote from public.quotes where id = link.quote_id;
    select * into review from public.reviews where id = quote.review_id;
    state := private.get_review_state(quote, review);
    if state = 'not_found' then return '{"status": "not_found"}'::jsonb; end if;
    return jsonb_build_object('status', state, 'number', quote.number,
      'lastDay', private.to_last_review_day(quote.review_asked_at),
      'review', case when state = 'open' and review.id is not null then jsonb_build_object('rating', review.rating,
        'text', review.review_text, 'name', review.customer_name, 'town', review.town, 'image', review.image,
        'updatedAt', review.updated_at) end);
  end
  $$;
comment on function public.open_customer_review(text) is
  'Whether the holder of a quote''s link can write the review that staff have asked for, and what was written before.';
revoke execute on function public.open_customer_review(text) from public;
grant execute on function public.open_customer_review(text) to anon, authenticated, service_role;

create function private.queue_review_notice(quote public.quotes) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    last_sent_at timestamptz;
  begin
    if exists (
      select from private.outbox as mail
      where mail.quote_id = quote.id and mail.quote_mail ->> 'type' = 'reviewed' and mail.status = 'waiting'
        and private.seconds_elapsed(mail.leased_at, mail.lease_seconds))
      or not public.take_rate_limit('review-notices:' || quote.id, 5, 86400)
    then
      return;
    end if;
    -- One that is being sent has only leased_at.
    select max(coalesce(mail.sent_at, mail.leased_at)) into last_sent_at from private.outbox as mail
      where mail.quote_id = quote.id and mail.quote_mail ->> 'type' = 'reviewed';
    insert into private.outbox (quote_id, quote_mail, backoff_seconds)
      values (quote.id, jsonb_build_object('to', 'owner', 'type', 'reviewed', 'version', quote.agreed_version), case
        when last_sent_at between now() - interval '10 minutes' and now()
          then 600 - extract(epoch from now() - last_sent_at)::integer
        else 0 end);
  end
  $$;
comment on function private.queue_review_notice(public.quotes) is
  'Queues the e-mail to the owner about a customer''s review, at most five a day. One that waits takes changes along; the next is sent ten minutes after the last.';
revoke execute on function private.queue_review_notice(public.quotes) from public, anon, authenticated;

create function public.save_customer_review(token text, rating integer, review_text text, customer_name text, town text,
  image text, seen timestamptz) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  set lock_timeout = '500ms'
  as $$
  declare
    network constant text := private.to_network(private.get_quote_client() ->> 'ip', 48);
    quote constant public.quotes := private.lock_quote_by_token(token);
    stored public.reviews;
    state text;
    new_id constant uuid := gen_random_uuid();
    -- Control characters except line breaks and tabs, and invisible ones, as in list_entries_name_shape.
    hidden constant text := '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]';
  begin
    -- Staff may be approving it.
    select * into stored from public.reviews where id = quote.review_id for no key update;
    state := private.get_review_state(quote, stored);
    if state <> 'open' then return jsonb_build_object('status', state); end if;
    if rating is null or rating not between 1 and 5
      or review_text is null or char_length(review_text) > 2000
      or char_length(btrim(review_text, E' \t\n\r')) < 10 or review_text ~ hidden
      or customer_name is null or char_length(customer_name) > 120 or customer_name <> btrim(customer_name)
      or customer_name ~ '[\t\n]' or customer_name ~ hidden or not private.is_signature(customer_name)
      or char_length(town) > 120 or town <> btrim(town) or town = '' or town ~ '[\t\n]' or town ~ hidden
      or (image is not null and image is distinct from stored.image and (private.is_inspiration_path(image) is false
        or not exists (
          select from storage.objects as object
          where object.bucket_id = 'images' and object.name = save_customer_review.image)
        or exists (select from public.quote_requests where inspiration_images @> array[save_customer_review.image])
        or exists (select from public.reviews as shown where shown.image = save_customer_review.image)))
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    if (stored.rating, stored.review_text, stored.customer_name, stored.town, stored.image) is not distinct from
      (save_customer_review.rating, save_customer_review.review_text, save_customer_review.customer_name,
        save_customer_review.town, save_customer_review.image)
    then
      return '{"status": "saved"}'::jsonb;
    end if;
    -- Staff correct reviews, too.
    if stored.updated_at is distinct from seen then return '{"status": "changed"}'::jsonb; end if;
    if not public.take_rate_limit('customer-reviews:' || coalesce(network, ''), 20, 3600)
      or not public.take_rate_limit('review-saves:' || quote.id, 20, 3600)
      or exists (select from private.review_saves as counted where counted.quote_id = quote.id and counted.saves >= 100)
    then
      raise sqlstate 'PT429' using message = 'Too many requests, please try again later';
    end if;
    insert into private.review_saves as counted (quote_id) values (quote.id)
      on conflict on constraint review_saves_pkey do update set saves = counted.saves + 1;
    if stored.id is null then
      insert into public.reviews (id, customer_name, rating, review_text, town, image, reviewed_on, sent_by_customer)
        values (new_id, save_customer_review.customer_name, save_customer_review.rating, save_customer_review.review_text,
          save_customer_review.town, save_customer_review.image, private.get_today(), true);
      update public.quotes set review_id = new_id where id = quote.id;
    else
      update public.reviews as changed set customer_name = save_customer_review.customer_name,
          rating = save_customer_review.rating, review_text = save_customer_review.review_text,
          town = save_customer_review.town, image = save_customer_review.image, reviewed_on = private.get_today()
        where changed.id = stored.id;
    end if;
    perform private.queue_review_notice(quote);
    return '{"status": "saved"}'::jsonb;
  end
  $$;
comment on function public.save_customer_review(text, integer, text, text, text, text, timestamptz) is
  'Stores the one review of a quote''s link, not approved, and tells the owner; until staff approve or delete it the customer can change it, a network or quote 20 times an hour and a quote 100 times in all. seen is the updatedAt that open_customer_review has returned; null for the first one.';
revoke execute on function public.save_customer_review(text, integer, text, text, text, text, timestamptz) from public;
grant execute on function public.save_customer_review(text, integer, text, text, text, text, timestamptz) to anon, authenticated, service_role;

create or replace function public.prepare_quote_mail(mail_id uuid, lease_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    mail private.outbox;
    quote public.quotes;
    sent public.quote_versions;
    acceptance public.quote_acceptances;
    payment public.quote_payments;
    stage public.quote_stages;
    review public.reviews;
    previous integer;
    recipient text;
    mail_type text;
  begin
    select * into mail from private.outbox where id = mail_id and lease = lease_id and quote_id is not null;
    if mail.id is null then return null; end if;
    quote := private.lock_quote(mail.quote_id);
    recipient := mail.quote_mail ->> 'to';
    mail_type := mail.quote_mail ->> 'type';
    if mail_type = 'payment' then
      select * into payment from public.quote_payments where id = (mail.quote_mail ->> 'subject')::uuid;
    elsif mail_type = 'stage' then
      select * into stage from public.quote_stages where id = (mail.quote_mail ->> 'subject')::uuid;
    elsif mail_type = 'reviewed' then
      select * into review from public.reviews where id = quote.review_id;
    end if;
    if (recipient = 'customer' and (quote.customer_email is null or quote.erased_at is not null))
      or (mail_type in ('sent', 'reminder') and (quote.version::text is distinct from mail.quote_mail ->> 'version'
        or quote.state not in ('sent', 'viewed', 'change_requested')))
      or (mail_type = 'reminder' and (quote.reminders_stopped_at is not null or quote.state = 'change_requested'))
      or (mail_type in ('payment', 'stage') and num_nonnulls(payment.id, stage.id) = 0)
      or (mail_type = 'review' and (quote.review_id is not null or quote.reminders_stopped_at is not null
        or private.get_reminder_end(quote) < now()))
      or (mail_type = 'reviewed' and review.id is null)
    then
      delete from private.outbox where id = mail.id;
      perform private.append_quote_event(quote.id, 'mail_dropped', 'system',
        jsonb_build_object('mail', mail.id, 'type', mail_type, 'to', recipient));
      return null;
    end if;
    select * into sent from public.quote_versions as stored
      where stored.quote_id = quote.id and stored.version::text = mail.quote_mail ->> 'version';
    if mail_type = 'accepted' then
      select * into acceptance from public.quote_acceptances as stored where stored.version_id = sent.id;
    end if;
    if mail_type in ('sent', 'adjusted') then
      previous := private.get_previous_version(quote);
      if previous >= sent.version then previous := null; end if;
    end if;
    return jsonb_build_object(
      'to', recipient, 'type', mail_type, 'quote_id', quote.id, 'number', quote.number, 'version', sent.version,
      'email', case recipient when 'customer' then quote.customer_email end,
      'token', case recipient when 'customer' then private.create_quote_token(quote.id, mail_type) end,
      'reply_to', case recipient when 'owner' then quote.customer_email else sent.document::jsonb #>> '{seller,email}' end,
      'customer_name', quote.customer_name, 'quote_type', sent.content ->> 'type', 'title', sent.content ->> 'title',
      'seller', sent.document::jsonb -> 'seller', 'valid_until', quote.valid_until,
      'total', coalesce(case when mail_type in ('payment', 'stage') then quote.agreed_cents end, (acceptance.totals ->> 'total')::bigint,
        case when quote.state = 'accepted' and mail_type <> 'declined' then quote.agreed_cents end,
        (sent.totals ->> 'total')::bigint),
      'deposit', (coalesce(acceptance.totals,
        case when quote.state = 'accepted' then private.calculate_quote_totals(sent.content, quote.selection) end, sent.totals)
        ->> 'deposit')::bigint,
      'text', case mail_type
        when 'reminder' then (select body from public.quote_reminders where id = (mail.quote_mail ->> 'subject')::uuid)
        when 'declined' then quote.decline_reason
        when 'payment' then null
        when 'stage' then stage.note
        when 'reviewed' then review.review_text
        when 'answer' then (select body from public.quote_messages where id = (mail.quote_mail ->> 'subject')::uuid)
        else (
          select string_agg(message.body, E'\n\n' order by message.created_at, message.id)
          from public.quote_messages as message
            join public.quote_messages as first_message on first_message.id = (mail.quote_mail ->> 'subject')::uuid
          where message.quote_id = quote.id and message.author = 'customer' and message.created_at >= first_message.created_at) end,
      'payment', case mail_type when 'payment' then
        jsonb_build_object('paid_on', payment.paid_on, 'cents', payment.amount_cents, 'method', payment.method) end,
      'stage', case mail_type when 'stage' then
        jsonb_build_object('stage', stage.stage, 'reached_on', stage.reached_on, 'images', cardinality(stage.images)) end,
      'last_day', case mail_type when 'review' then private.to_last_review_day(quote.review_asked_at) end,
      'review', case mail_type when 'reviewed' then
        jsonb_build_object('id', review.id, 'rating', review.rating, 'name', review.customer_name, 'town', review.town,
          'hasImage', review.image is not null) end,
      'balance', case when mail_type in ('payment', 'stage') then private.get_balance(quote) end,
      'change', (
        select jsonb_build_object('version', earlier.version, 'isAgreed', quote.agreed_version is not null,
          'before', earlier.content, 'after', sent.content, 'selection', sent.selection, 'previousSelection', coalesce((
            select selection from public.quote_acceptances as agreed
            where agreed.quote_id = quote.id and agreed.version = quote.accepted_version and agreed.version < sent.version),
            sent.selection))
        from public.quote_versions as earlier where earlier.quote_id = quote.id and earlier.version = previous),
      'document', private.find_mail_document(quote.id, (mail.quote_mail ->> 'version')::integer, mail_type),
      'hash', coalesce(acceptance.event_hash, (select head from private.quote_chains where quote_id = quote.id)));
  end
  $$;

create function private.erase_review(quote public.quotes) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    erased integer;
  begin
    if quote.review_id is null then return 0; end if;
    insert into private.quote_file_removals (path, bucket_id)
      select image, 'images' from (
        select review.image from public.reviews as review where review.id = quote.review_id
        union select kept.record ->> 'image' from public.deleted_records as kept
          where kept.table_name = 'reviews' and kept.record_id = quote.review_id) as shown
      where image like 'inspiration/%'
      on conflict do nothing;
    delete from public.reviews as review where review.id = quote.review_id;
    get diagnostics erased = row_count;
    delete from public.deleted_records as kept where kept.table_name = 'reviews' and kept.record_id = quote.review_id;
    update public.audit_entries as entry
      set record_name = null, before = entry.before - array['customer_name', 'review_text', 'town', 'image', 'source_url'],
        after = entry.after - array['customer_name', 'review_text', 'town', 'image', 'source_url']
      where entry.table_name = 'reviews' and entry.record_id = quote.review_id::text;
    delete from private.outbox as mail where mail.quote_id = quote.id and mail.quote_mail ->> 'type' in ('review', 'reviewed');
    return erased;
  end
  $$;
comment on function private.erase_review(public.quotes) is
  'Deletes the review that the customer of a quote has written, its photo, and its texts in the audit log; returns how many were on the website or waited.';
revoke execute on function private.erase_review(public.quotes) from public, anon, authenticated;

create or replace function private.list_unneeded_images() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(path), '[]') from (
      select path from private.quote_file_removals
      where bucket_id = 'images' and path not in (select shown from private.list_quote_images() as shown)
        and path not in (select review.image from public.reviews as review where review.image is not null)
      order by queued_at limit 100) as due
  $$;

create or replace function public.erase_quotes(person_email text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    person constant text := lower(btrim(person_email));
    quote public.quotes;
    outcome text;
    outcomes text[] := array[]::text[];
    retained jsonb := '[]'::jsonb;
    reviews integer := 0;
  begin
    if current_setting('role', true) is distinct from 'service_role' then perform private.require_staff(); end if;
    for quote in select * from public.quotes
      where id in (select private.find_quotes_of(person_email)) order by id
    loop
      reviews := reviews + private.erase_review(quote);
      outcome := private.erase_quote(quote.id, 'request');
      outcomes := outcomes || outcome;
      if outcome = 'retained' then
        retained := retained || jsonb_build_object('number', quote.number, 'until', private.get_bookkeeping_end(quote));
      end if;
    end loop;
    perform private.queue_former_images(record_id, person) from (
      select distinct record_id from public.former_values where table_name = 'quotes' and emails @> array[person]) as former;
    delete from public.former_values where emails @> array[person];
    perform private.erase_audit_address(person_email);
    return jsonb_build_object('deleted', cardinality(array_positions(outcomes, 'deleted')),
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained, 'reviews', reviews);
  end
  $$;

create or replace function public.erase_old_quotes(removed_before timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    old_id uuid;
    quote public.quotes;
    erased integer := 0;
  begin
    for old_id in
      select id from (
        select old.id from public.quotes as old
          where old.erased_at is null and greatest(old.updated_at, old.sent_at, old.accepted_at) < removed_before
            and coalesce(private.get_bookkeeping_end(old) < private.get_today(), true)
          order by old.created_at limit 500) as oldest
      order by id
    loop
      perform private.erase_quote(old_id, 'retention');
      erased := erased + 1;
    end loop;
    for old_id in
      select reviewed.id from public.reviews as review join public.quotes as reviewed on reviewed.review_id = review.id
      where not review.is_approved and review.updated_at < removed_before
      order by reviewed.id limit 500
    loop
      quote := private.lock_quote(old_id);
      if exists (
        select from public.reviews as review
        where review.id = quote.review_id and not review.is_approved and review.updated_at < removed_before)
      then
        perform private.erase_review(quote);
      end if;
    end loop;
    return erased;
  end
  $$;
comment on function public.erase_old_quotes(timestamptz) is
  'Erases the customers of at most 500 quotes that nobody has changed since, and returns the number. Accepted ones stay until the end of bookkeeping. Reviews of customers that are not approved are deleted as well.';

create or replace function private.keep_deleted_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    stored constant text[] := private.list_stored_columns(tg_relid);
    kept jsonb := (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (stored));
  begin
    if tg_table_name = 'quotes' and kept ->> 'quote_request_id' is null then
      kept := kept || jsonb_build_object('quote_request_id', (
        select request.record_id from public.deleted_records as request
        where request.table_name = 'quote_requests' and request.quote_ids @> array[old.id]
        order by request.deleted_at desc limit 1));
    end if;
    insert into public.deleted_records (table_name, record_id, record_name, emails, record, quote_ids, record_created_at,
      actor_id, actor_email)
    values (tg_table_name, old.id,
      left(coalesce(kept ->> 'title', kept ->> 'name', kept ->> 'customer_name', kept #>> '{content,title}',
        kept ->> 'from_path', ''), 200),
      array_remove(array[lower(btrim(kept ->> 'email')), lower(btrim(kept ->> 'customer_email'))], null)
        || case tg_table_name
          when 'quotes' then private.list_quote_emails(old.id)
          when 'reviews' then array(
            select distinct unnest(private.list_quote_emails(quote.id) || lower(btrim(quote.customer_email)))
            from public.quotes as quote where quote.review_id = old.id and quote.customer_email is not null)
          else '{}' end, kept,
      case tg_table_name when 'quote_requests' then private.find_quotes_of_request(old.id) else '{}' end,
      (kept ->> 'created_at')::timestamptz, auth.uid(), (select email from auth.users where id = auth.uid()))
    on conflict on constraint deleted_records_record_key do update set record_name = excluded.record_name,
      emails = excluded.emails, record = excluded.record, quote_ids = excluded.quote_ids, actor_id = excluded.actor_id,
      actor_email = excluded.actor_email, deleted_at = excluded.deleted_at;
    return old;
  end
  $$;

create or replace function public.get_personal_data(person_email text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with hidden (columns) as (values (array['search_text', 'name_order', 'budget_order', 'size_order',
      'subject_order', 'message_order']))
    select jsonb_build_object(
      'quote_requests', (
        select coalesce(jsonb_agg(to_jsonb(quote) - columns
          || jsonb_build_object('design_price', to_jsonb(quote) -> 'design_price' -> 'shown')
          order by quote.created_at, quote.id), '[]')
        from public.quote_requests as quote, hidden
        where lower(quote.email) = lower(btrim(person_email))),
      'contact_submissions', (
        select coalesce(jsonb_agg(to_jsonb(submission) - columns order by submission.created_at, submission.id), '[]')
        from public.contact_submissions as submission, hidden
        where lower(submission.email) = lower(btrim(person_email))),
      'marketing_consents', (
        select coalesce(jsonb_agg(to_jsonb(consent) order by consent.created_at, consent.id), '[]')
        from public.marketing_consents as consent
        where consent.email = lower(btrim(person_email))),
      'quotes', (
        select coalesce(jsonb_agg(to_jsonb(quote) - array['search_text'] || jsonb_build_object(
          'versions', (
            select coalesce(jsonb_agg(sent.document::jsonb order by sent.version), '[]')
            from public.quote_versions as sent where sent.quote_id = quote.id),
          'messages', (
            select coalesce(jsonb_agg(to_jsonb(message) - 'quote_id' order by message.created_at), '[]')
            from public.quote_messages as message where message.quote_id = quote.id),
          'payments', (
            select coalesce(jsonb_agg(to_jsonb(payment) - 'quote_id' order by payment.paid_on), '[]')
            from public.quote_payments as payment where payment.quote_id = quote.id),
          'stages', (
            select coalesce(jsonb_agg(to_jsonb(reached) - 'quote_id' order by reached.reached_on, reached.created_at), '[]')
            from public.quote_stages as reached where reached.quote_id = quote.id),
          'events', (
            select coalesce(jsonb_agg(event.entry::jsonb || jsonb_build_object('personal', (
              select coalesce(jsonb_object_agg(detail.field, detail.value), '{}')
              from public.quote_event_details as detail where detail.event_id = event.id)) order by event.sequence), '[]')
            from public.quote_events as event where event.quote_id = quote.id))
          order by quote.created_at, quote.id), '[]')
        from public.quotes as quote
        where quote.id in (select private.find_quotes_of(person_email))),
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at, review.id), '[]')
        from public.reviews as review where review.id in (
          select quote.review_id from public.quotes as quote where quote.id in (select private.find_quotes_of(person_email)))),
      'former_values', (
        select coalesce(jsonb_agg(to_jsonb(former) - 'after' order by former.audit_entry_id), '[]')
        from public.former_values as former
        where former.emails @> array[lower(btrim(person_email))]
          or former.table_name = 'quotes' and former.record_id in (select private.find_quotes_of(person_email))),
      'other_addresses', private.list_other_addresses(person_email),
      'audit_entries', (
        select coalesce(jsonb_agg(to_jsonb(entry) - 'changes' order by entry.id), '[]')
        from public.audit_entries as entry
        where lower(btrim(person_email)) in (lower(entry.actor_email), lower(entry.record_name), lower(entry.before ->> 'email'),
          lower(entry.after ->> 'email'))))
  $$;
comment on function public.get_personal_data(text) is
  'Quote requests, contact messages, consents, quotes with former values of drafts, reviews that were written at their links, and audit entries that have or had one e-mail address, in any case, for export and erasure.';
