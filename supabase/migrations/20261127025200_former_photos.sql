-- A photo that was edited out of a draft leaves with the former values that still name it: when the draft is erased or sent.

create function private.queue_former_images(former_quote uuid, person_email text default null) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    insert into private.quote_file_removals (path, bucket_id)
      select distinct path, 'images' from public.former_values as former,
        jsonb_array_elements_text(jsonb_path_query_array(former.before, 'lax $.content.images[*]')) as path
      where former.table_name = 'quotes' and former.record_id = former_quote and path like 'orders/%'
        and (person_email is null or former.emails @> array[person_email])
        and path not in (select shown from private.list_quote_images() as shown)
        and not exists (
          select from public.former_values as kept
          where kept.record_id <> former_quote
            and kept.before @> jsonb_build_object('content', jsonb_build_object('images', jsonb_build_array(path))))
      on conflict do nothing
  $$;
comment on function private.queue_former_images(uuid, text) is
  'Lists photos for removal that only former values of a draft name: of all of them, or those with a person''s address.';
revoke execute on function private.queue_former_images(uuid, text) from public, anon, authenticated;

create or replace function private.forget_former_values() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    old_row constant jsonb := to_jsonb(old);
    forgotten_id constant uuid := coalesce(old_row ->> 'record_id', old_row ->> 'id');
  begin
    -- It was put back.
    if tg_table_name = 'deleted_records' and (exists (select from public.quotes where id = forgotten_id)
      or exists (select from public.quote_templates where id = forgotten_id))
    then
      return null;
    end if;
    perform private.queue_former_images(forgotten_id);
    delete from public.former_values as kept
      where kept.table_name = coalesce(old_row ->> 'table_name', tg_table_name) and kept.record_id = forgotten_id;
    return null;
  end
  $$;
comment on function private.forget_former_values() is
  'Deletes the former values of a quote that is sent or erased, and of a row that was deleted and can no longer be put back, with their photos.';

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
  begin
    if current_setting('role', true) is distinct from 'service_role' then perform private.require_staff(); end if;
    for quote in select * from public.quotes
      where id in (select private.find_quotes_of(person_email)) order by id
    loop
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
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained);
  end
  $$;
