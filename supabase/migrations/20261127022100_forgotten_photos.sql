-- Erasing a deleted draft removes its photos, like the erasure of a quote. The daily sweep would take a day.

create or replace function public.forget_deleted_records(deleted_ids uuid[]) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    deleted integer;
  begin
    perform private.require_staff();
    insert into private.quote_file_removals (path, bucket_id)
      select path, 'images' from public.deleted_records as kept,
        jsonb_array_elements_text(jsonb_path_query_array(kept.record, 'lax $.content.images[*]')) as path
      where kept.id = any (deleted_ids) and kept.table_name = 'quotes' and path like 'orders/%'
      on conflict do nothing;
    delete from public.deleted_records where id = any (deleted_ids);
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
