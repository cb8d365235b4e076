-- Entries of the owner's lists that staff delete or edit can be restored for 30 days, as other records. Records keep the
-- values of a deleted entry, so that nothing but the entry has to come back.

alter table public.deleted_records
  drop constraint deleted_records_table_known,
  add constraint deleted_records_table_known check (table_name in (
    'quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects', 'shed_listings', 'reviews',
    'blog_posts', 'own_pages', 'video_carousel', 'price_lists', 'redirects', 'list_entries')
    or (is_demonstration and table_name in (
      'business_settings', 'tax_settings', 'designer_settings', 'quote_settings', 'home_content')));
create trigger keep_deleted_record before delete on public.list_entries
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger forget_deleted_record after insert on public.list_entries
  for each row execute function private.forget_deleted_record();

create or replace function public.put_back_values(entry_id bigint, seen timestamptz default null) returns jsonb
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  declare
    entry public.audit_entries;
    kept public.former_values;
    former jsonb;
    replaced jsonb;
    target text;
    stored jsonb;
    changed text[];
    columns text;
  begin
    select * into entry from public.audit_entries as found
      where found.id = entry_id and found.action = 'update' and found.occurred_at > now() - interval '30 days'
        and found.table_name in ('quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects',
          'shed_listings', 'reviews', 'blog_posts', 'own_pages', 'video_carousel', 'home_content', 'business_settings',
          'announcements', 'designer_settings', 'quote_settings', 'tax_settings', 'site_pages', 'image_alt_texts',
          'redirects', 'list_entries');
    select * into kept from public.former_values as found where found.audit_entry_id = entry.id;
    former := coalesce(entry.before, '{}') || coalesce(kept.before, '{}');
    replaced := coalesce(entry.after, '{}') || coalesce(kept.after, '{}');
    if entry.id is null or former = '{}' or (entry.table_name = 'quotes' and kept.audit_entry_id is null) then
      return jsonb_build_object('status', 'not_found');
    end if;

    target := case entry.table_name when 'image_alt_texts' then 'path = $1' else 'id = $1::uuid' end;
    execute format('select to_jsonb(stored) from public.%I as stored where %s for update', entry.table_name, target)
      into stored using entry.record_id;
    if stored is null then return jsonb_build_object('status', 'deleted'); end if;
    select array_agg(name) filter (where stored -> name is distinct from replaced -> name),
        string_agg(quote_ident(name), ', ')
      into changed, columns from jsonb_object_keys(former) as name where stored ? name;
    if not exists (
      select from jsonb_each(former) as part where stored ? part.key and stored -> part.key is distinct from part.value)
    then
      return jsonb_build_object('status', 'unchanged');
    end if;
    if cardinality(changed) > 0 and seen is distinct from (stored ->> 'updated_at')::timestamptz then
      return jsonb_build_object('status', 'changed', 'columns', changed, 'updated_at', stored -> 'updated_at');
    end if;
    execute format('update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where %3$s',
      entry.table_name, columns, target) using entry.record_id, former;
    return jsonb_build_object('status', 'put_back');
  end
  $$;
