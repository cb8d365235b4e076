-- A deleted draft is found by the earlier addresses of its customer and by that of its request, as a quote that exists.

create function private.list_quote_emails(deleted_quote uuid) returns text[]
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(array_agg(distinct lower(btrim(known.email))), '{}') from (
      select detail.value as email from public.quote_event_details as detail
        where detail.quote_id = deleted_quote and detail.field = 'email'
      union select request.email from public.quote_requests as request
        join public.quotes as quote on quote.quote_request_id = request.id where quote.id = deleted_quote) as known
    where btrim(known.email) <> ''
  $$;
comment on function private.list_quote_emails(uuid) is 'The other e-mail addresses of a quote''s customer, in lower case.';
revoke execute on function private.list_quote_emails(uuid) from public, anon, authenticated;

create or replace function private.keep_deleted_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    stored constant text[] := private.list_stored_columns(tg_relid);
    kept constant jsonb := (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (stored));
  begin
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
