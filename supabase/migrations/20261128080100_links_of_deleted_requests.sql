-- A deleted request still names its quotes: its person's erasure and export find them, and a request and a draft that were
-- both deleted are linked again, whichever was deleted or comes back first.

create index deleted_records_quote_ids_idx on public.deleted_records using gin (quote_ids);
comment on column public.deleted_records.quote_ids is 'The quotes of a deleted request, with drafts that were deleted before it.';

create or replace function private.find_quotes_of_request(request uuid) returns uuid[]
  language sql stable
  set search_path = ''
  as $$
    select coalesce(array_agg(linked.id), '{}') from (
      select id from public.quotes where quote_request_id = request
      union all
      select record_id from public.deleted_records
        where table_name = 'quotes' and record ->> 'quote_request_id' = request::text) as linked
  $$;
comment on function private.find_quotes_of_request(uuid) is 'The quotes of a quote request, with deleted drafts.';

create or replace function private.list_quote_emails(deleted_quote uuid) returns text[]
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(array_agg(distinct lower(btrim(known.email))), '{}') from (
      select detail.value as email from public.quote_event_details as detail
        where detail.quote_id = deleted_quote and detail.field = 'email'
      union select request.email from public.quote_requests as request
        join public.quotes as quote on quote.quote_request_id = request.id where quote.id = deleted_quote
      union select unnest(kept.emails) from public.deleted_records as kept
        where kept.table_name = 'quote_requests' and kept.quote_ids @> array[deleted_quote]) as known
    where btrim(known.email) <> ''
  $$;

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
      left(coalesce(kept ->> 'title', kept ->> 'name', kept ->> 'customer_name', kept #>> '{content,title}', ''), 200),
      array_remove(array[lower(btrim(kept ->> 'email')), lower(btrim(kept ->> 'customer_email'))], null)
        || case tg_table_name when 'quotes' then private.list_quote_emails(old.id) else '{}' end, kept,
      case tg_table_name when 'quote_requests' then private.find_quotes_of_request(old.id) else '{}' end,
      (kept ->> 'created_at')::timestamptz, auth.uid(), (select email from auth.users where id = auth.uid()))
    on conflict on constraint deleted_records_record_key do update set record_name = excluded.record_name,
      emails = excluded.emails, record = excluded.record, quote_ids = excluded.quote_ids, actor_id = excluded.actor_id,
      actor_email = excluded.actor_email, deleted_at = excluded.deleted_at;
    return old;
  end
  $$;

create or replace function private.find_quotes_of(person_email text) returns setof uuid
  language sql stable security invoker
  set search_path = ''
  as $$
    with person as (select lower(btrim(person_email)) as email where btrim(person_email) <> '')
    select quote.id from public.quotes as quote, person where lower(quote.customer_email) = person.email
    union
    select detail.quote_id from public.quote_event_details as detail, person
      where detail.field = 'email' and lower(detail.value) = person.email
    union
    select quote.id from public.quotes as quote, public.quote_requests as request, person
      where request.id = quote.quote_request_id and quote.erased_at is null and lower(request.email) = person.email
    union
    select quote.id from public.quotes as quote, public.deleted_records as kept, person
      where kept.table_name = 'quote_requests' and kept.emails @> array[person.email] and quote.id = any (kept.quote_ids)
        and quote.erased_at is null
    union
    select mail.quote_id from private.outbox as mail, person
      where mail.quote_id is not null and person.email = any (
        select btrim(word, '.''') from regexp_split_to_table(lower(mail.detail), '[\s<>()\[\]",;:]+') as word)
  $$;

create or replace function private.list_other_addresses(person_email text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(distinct lower(email) order by lower(email)), '[]') from (
      select customer_email as email from public.quotes where id in (select private.find_quotes_of(person_email))
      union select value from public.quote_event_details
        where field = 'email' and quote_id in (select private.find_quotes_of(person_email))
      union select request.email from public.quote_requests as request join public.quotes as quote on quote.quote_request_id = request.id
        where quote.id in (select private.find_quotes_of(person_email))
      union select unnest(kept.emails) from public.deleted_records as kept
        where kept.table_name = 'quote_requests' and kept.quote_ids && array(select private.find_quotes_of(person_email))) as known
    where lower(email) <> lower(btrim(person_email))
  $$;
