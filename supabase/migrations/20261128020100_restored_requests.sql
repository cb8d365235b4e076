-- A request that is put back locks its quotes by id, as whoever locks several quotes does, and is linked to none that was
-- erased since.

create or replace function public.put_back_record(deleted_id uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    kept public.deleted_records;
    columns text;
  begin
    perform private.require_staff();
    select * into kept from public.deleted_records where id = deleted_id for update;
    if kept.id is null then return 'not_found'; end if;
    -- A draft whose request was deleted, too, comes back without it.
    if kept.table_name = 'quotes' and not exists (
      select from public.quote_requests where id = (kept.record ->> 'quote_request_id')::uuid)
    then
      kept.record := kept.record || '{"quote_request_id": null}';
    end if;
    select string_agg(quote_ident(name), ', ') into columns
      from unnest(private.list_stored_columns(format('public.%I', kept.table_name)::regclass)) as name
      where kept.record ? name;
    begin
      execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
        kept.table_name, columns, columns, kept.table_name) using kept.record;
    exception when unique_violation then
      return 'conflict';
    end;
    -- It has arrived before: it is not mailed, counted or priced again.
    if kept.table_name = 'quote_requests' then
      delete from private.outbox where quote_request_id = kept.record_id;
      update public.quote_requests set design_price = kept.record -> 'design_price'
        where id = kept.record_id and design_price is distinct from nullif(kept.record -> 'design_price', 'null');
      perform from public.quotes where id = any (kept.quote_ids) order by id for update;
      update public.quotes set quote_request_id = kept.record_id
        where id = any (kept.quote_ids) and quote_request_id is null and erased_at is null;
    elsif kept.table_name = 'contact_submissions' then
      delete from private.outbox where contact_submission_id = kept.record_id;
    end if;
    return 'put_back';
  end
  $$;
