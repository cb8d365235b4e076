-- Photos of quotes and of order stages are removed with the customer whose quote they show.

alter table private.quote_file_removals add column bucket_id text not null default 'quotes';
comment on table private.quote_file_removals is
  'Keys whose files are to be removed: PDFs and photos of erased quotes, and PDFs of attempts that ended before their file was stored.';

create function private.list_quote_images() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_array_elements_text(content -> 'images') from public.quotes
    union select jsonb_array_elements_text(content -> 'images') from public.quote_versions
    union select jsonb_array_elements_text(content -> 'images') from public.quote_templates
    union select unnest(images) from public.quote_stages
  $$;
comment on function private.list_quote_images() is 'Keys in the bucket images that quotes, their versions, templates and order stages show.';
revoke execute on function private.list_quote_images() from public, anon, authenticated;

create function private.queue_image_removals(quote public.quotes) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    insert into private.quote_file_removals (path, bucket_id)
      select path, 'images' from (
        select jsonb_array_elements_text(quote.content -> 'images')
        union select jsonb_array_elements_text(sent.content -> 'images') from public.quote_versions as sent where sent.quote_id = quote.id
        union select unnest(stage.images) from public.quote_stages as stage where stage.quote_id = quote.id) as shown (path)
      where path like 'orders/%'
      on conflict do nothing
  $$;
comment on function private.queue_image_removals(public.quotes) is
  'Lists the photos of a quote, its versions and stages for removal. Those that another quote shows stay until it is erased, too.';
revoke execute on function private.queue_image_removals(public.quotes) from public, anon, authenticated;

create or replace function private.erase_quote(quote_id uuid, reason text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote(erase_quote.quote_id);
  begin
    if quote.id is null or quote.erased_at is not null then return 'erased'; end if;
    if quote.version = 0 then
      perform private.queue_image_removals(quote);
      delete from public.quotes where id = quote.id;
      return 'deleted';
    end if;
    if private.get_bookkeeping_end(quote) >= private.get_today() then return 'retained'; end if;
    perform private.queue_image_removals(quote);
    update public.quotes as changed
      set customer_name = '', customer_email = null, customer_phone = null, customer_address = null, decline_reason = null,
        content = private.erase_quote_texts(quote.content), quote_request_id = null, erased_at = now(),
        state = case when quote.state not in ('sent', 'viewed', 'change_requested') then quote.state
          when quote.accepted_version is null then 'withdrawn' else 'accepted' end
      where changed.id = quote.id;
    update public.quote_event_details as detail set value = null, salt = null where detail.quote_id = quote.id;
    update public.quote_messages as message set body = null where message.quote_id = quote.id;
    update public.quote_versions as sent set content = private.erase_quote_texts(sent.content), document = null
      where sent.quote_id = quote.id;
    update public.quote_payments as payment set note = '' where payment.quote_id = quote.id;
    update public.quote_stages as stage set note = '', images = '{}' where stage.quote_id = quote.id;
    delete from private.quote_tokens as link where link.quote_id = quote.id;
    delete from private.outbox as mail where mail.quote_id = quote.id;
    insert into private.quote_file_removals (path)
      select path from public.quote_documents as document where document.quote_id = quote.id and path is not null
      on conflict do nothing;
    update public.quote_documents as document set status = 'erased', path = null where document.quote_id = quote.id;
    update public.quote_reminders as reminder
      set body = '', status = case when status = 'waiting' then 'cancelled' else status end
      where reminder.quote_id = quote.id;
    perform private.append_quote_event(quote.id, 'erased', case when private.is_staff() then 'staff' else 'system' end,
      jsonb_build_object('reason', reason));
    return 'erased';
  end
  $$;

create function private.list_unneeded_images() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(path), '[]') from (
      select path from private.quote_file_removals
      where bucket_id = 'images' and path not in (select shown from private.list_quote_images() as shown)
      order by queued_at limit 100) as due
  $$;
comment on function private.list_unneeded_images() is 'Keys of photos to remove from the bucket images, at most 100.';
revoke execute on function private.list_unneeded_images() from public, anon, authenticated;

create or replace function private.list_unneeded_quote_files() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(path), '[]') from (
      select path from private.quote_file_removals
      where bucket_id = 'quotes' and private.seconds_elapsed(queued_at, 600) order by queued_at limit 100) as due
  $$;
