-- Demonstration content: which rows the seed added and what of them nobody has edited since, one action that removes
-- them, and its undo for a day through deleted_records.

create table private.demonstration_rows (
  table_name text not null,
  record_id uuid not null,
  column_hashes jsonb not null,
  primary key (table_name, record_id)
);
comment on table private.demonstration_rows is
  'The rows that the seed added. It has hashes instead of values, so that it holds nothing about anyone.';
comment on column private.demonstration_rows.column_hashes is
  'MD5 of each column''s value as seeded; null for a column that was edited before it was recorded.';
revoke all on private.demonstration_rows from anon, authenticated, service_role;
alter table private.demonstration_rows enable row level security;

alter table public.deleted_records
  add column is_demonstration boolean not null default false,
  drop constraint deleted_records_table_known,
  add constraint deleted_records_table_known check (table_name in (
    'quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects', 'shed_listings', 'reviews',
    'blog_posts', 'video_carousel', 'price_lists')
    or (is_demonstration and table_name in (
      'business_settings', 'tax_settings', 'designer_settings', 'quote_settings', 'home_content')));
comment on column public.deleted_records.is_demonstration is
  'True for demonstration content, which is kept for a day. Of settings that staff have edited it has the columns that were reset.';
comment on table public.deleted_records is
  'Rows that staff have deleted, for 30 days, and demonstration content, for a day. Written by triggers and remove_demonstration; put_back_record and put_back_demonstration insert them again. Only staff read it.';
create index deleted_records_demonstration_idx on public.deleted_records (is_demonstration, deleted_at desc, id);

create function private.list_demonstration_tables() returns text[]
  language sql immutable
  set search_path = ''
  as $$
    select array['business_settings', 'tax_settings', 'designer_settings', 'quote_settings', 'price_lists', 'home_content',
      'shed_listings', 'past_projects', 'reviews', 'video_carousel', 'blog_posts', 'quote_requests', 'contact_submissions']
  $$;
comment on function private.list_demonstration_tables() is
  'The tables that the seed fills, in the order in which they come back: requests are priced by settings and price list.';

-- Answering a made-up request and moving a video make neither anyone's own.
create function private.list_demonstration_columns(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(attname::text order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and atttypid <> 'timestamptz'::regtype
      and attname::text <> all (private.list_computed_columns(relation) || array['id', 'status', 'order_index'])
  $$;
comment on function private.list_demonstration_columns(regclass) is
  'The columns of a table whose values tell whether staff have edited a row.';

create function private.get_default(relation regclass, column_name text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
  declare
    expression text;
    value jsonb;
  begin
    -- A business needs a name: fallbackName of app/site/navigation.ts, which the site has without settings.
    if relation = 'public.business_settings'::regclass and column_name = 'business_name' then
      return to_jsonb('Custom Sheds & Exteriors'::text);
    end if;
    select pg_catalog.pg_get_expr(adbin, adrelid) into expression
      from pg_catalog.pg_attribute join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = relation and attname = column_name;
    execute format('select to_jsonb(%s)', coalesce(expression, 'null::text')) into value;
    return coalesce(value, 'null');
  end
  $$;
comment on function private.get_default(regclass, text) is 'The value of a column that nobody has entered.';

create function private.record_demonstration() returns void
  language plpgsql volatile
  set search_path = ''
  as $$
  declare
    name text;
  begin
    foreach name in array private.list_demonstration_tables() loop
      execute format($query$
        insert into private.demonstration_rows (table_name, record_id, column_hashes)
        select %1$L, stored.id, (
          select jsonb_object_agg(key, case when key <> all (edited.columns) then md5((seeded.value -> key)::text) end)
          from unnest($1) as key)
        from public.%1$I as stored
          cross join lateral (select to_jsonb(stored) as value) as seeded
          cross join lateral (
            select coalesce(array_agg(edited_column), '{}') as columns
            from public.audit_entries as entry, unnest(entry.columns) as edited_column
            where entry.table_name = %1$L and entry.record_id = stored.id::text and entry.action = 'update') as edited
        where stored.id::text ~ '^([1-9]0|a[0-3])0{6}-0000-4000-8000-0{10}[0-9]{2}$'
        on conflict do nothing $query$, name)
        using private.list_demonstration_columns(('public.' || name)::regclass);
    end loop;
  end
  $$;
comment on function private.record_demonstration() is
  'Records the rows of the seed, which have fixed ids. What the audit log says was edited counts as edited.';

create type private.demonstration_record as (table_name text, record_id uuid, is_edited boolean, unedited text[]);
comment on type private.demonstration_record is
  'A row of the seed: whether staff have edited it, and its columns that are as seeded.';

create function private.list_demonstration() returns setof private.demonstration_record
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    name text;
  begin
    foreach name in array private.list_demonstration_tables() loop
      return query execute format($query$
        select seeded.table_name, seeded.record_id, not compared.is_same, compared.unedited
        from private.demonstration_rows as seeded
          join public.%1$I as stored on stored.id = seeded.record_id
          cross join lateral (select to_jsonb(stored) as value) as found
          cross join lateral (
            select bool_and(is_seeded) as is_same, coalesce(array_agg(key) filter (where is_seeded), '{}') as unedited
            from (
              select key, case when seeded.column_hashes ? key
                then seeded.column_hashes ->> key is not distinct from md5((found.value -> key)::text)
                else found.value -> key = private.get_default('public.%1$I'::regclass, key) end as is_seeded
              from unnest($1) as key) as columns) as compared
        where seeded.table_name = %1$L
          and not exists (
            select from public.price_lists as later where later.version > (found.value ->> 'version')::integer) $query$, name)
        using private.list_demonstration_columns(('public.' || name)::regclass);
    end loop;
  end
  $$;
comment on function private.list_demonstration() is
  'The rows of the seed that are still there, without a price list that a later one has replaced.';
revoke execute on function private.list_demonstration_tables(), private.list_demonstration_columns(regclass),
  private.get_default(regclass, text), private.record_demonstration(), private.list_demonstration()
  from public, anon, authenticated;

-- Visitors may ask, because the website does on hosted Supabase.
create function public.has_demonstration_content() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from private.list_demonstration() as found
      where not found.is_edited
        and found.table_name in ('business_settings', 'shed_listings', 'past_projects', 'reviews', 'blog_posts'))
  $$;
comment on function public.has_demonstration_content() is
  'True if visitors are shown a business, sheds, projects, reviews or posts of the demonstration that nobody has edited. Search engines are kept out then.';
revoke execute on function public.has_demonstration_content() from public;
grant execute on function public.has_demonstration_content() to anon, authenticated, service_role;

create function public.read_demonstration() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    return (
      with found as (
        select table_name, is_edited, count(*) as rows from private.list_demonstration() group by table_name, is_edited)
      select jsonb_build_object(
        'unedited', coalesce(jsonb_object_agg(table_name, rows) filter (where not is_edited), '{}'),
        'edited', coalesce(jsonb_object_agg(table_name, rows) filter (where is_edited), '{}'),
        'removed_at', (
          select min(deleted_at) from public.deleted_records
          where is_demonstration and deleted_at > clock_timestamp() - interval '1 day'))
      from found);
  end
  $$;
comment on function public.read_demonstration() is
  'The demonstration content that is there: the numbers of unedited and edited rows by table, and when it was removed if that can be undone.';

create function private.set_columns(table_name text, record_id uuid, new_values jsonb) returns void
  language plpgsql volatile
  set search_path = ''
  as $$
  declare
    columns constant text := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(new_values) as key);
  begin
    if columns is null then return; end if;
    execute format('update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      table_name, columns) using new_values, record_id;
  end
  $$;
comment on function private.set_columns(text, uuid, jsonb) is 'Sets columns of a row, which are the keys of an object.';

create function private.keep_demonstration(target_table text, record_ids uuid[], columns text[]) returns void
  language plpgsql volatile
  set search_path = ''
  as $$
  begin
    execute format($query$
      insert into public.deleted_records (table_name, record_id, record_name, emails, record, quote_ids, record_created_at,
        actor_id, actor_email, is_demonstration)
      select %1$L, stored.id, left(coalesce(row.value ->> 'title', row.value ->> 'name', row.value ->> 'customer_name', ''), 200),
        case when %1$L in ('quote_requests', 'contact_submissions')
          then array[lower(btrim(row.value ->> 'email'))] else '{}' end,
        (select jsonb_object_agg(key, row.value -> key) from unnest($2) as key),
        case when %1$L = 'quote_requests' then private.find_quotes_of_request(stored.id) else '{}' end, stored.created_at,
        auth.uid(), (select email from auth.users where id = auth.uid()), true
      from public.%1$I as stored cross join lateral (select to_jsonb(stored) as value) as row
      where stored.id = any ($1)
      on conflict on constraint deleted_records_record_key do update set record_name = excluded.record_name,
        emails = excluded.emails, record = excluded.record, quote_ids = excluded.quote_ids, actor_id = excluded.actor_id,
        actor_email = excluded.actor_email, deleted_at = excluded.deleted_at, is_demonstration = true $query$, target_table)
      using record_ids, columns;
  end
  $$;
comment on function private.keep_demonstration(text, uuid[], text[]) is
  'Keeps columns of rows that are about to be removed as demonstration content.';

create function private.audit_demonstration(earlier_entry bigint, audited_action text) returns void
  language sql volatile
  set search_path = ''
  as $$
    delete from public.audit_entries as entry
      where entry.id > earlier_entry and entry.actor_id = auth.uid() and exists (
        select from private.demonstration_rows as seeded
        where seeded.table_name = entry.table_name and seeded.record_id::text = entry.record_id);
    insert into public.audit_entries (actor_id, actor_email, table_name, action)
      values (auth.uid(), (select email from auth.users where id = auth.uid()), 'demonstration', audited_action);
  $$;
comment on function private.audit_demonstration(bigint, text) is
  'Replaces the audit entries of single rows, those after an earlier entry, by one for the whole action.';
revoke execute on function private.set_columns(text, uuid, jsonb), private.keep_demonstration(text, uuid[], text[]),
  private.audit_demonstration(bigint, text)
  from public, anon, authenticated;

create function public.remove_demonstration(with_edited boolean) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    target record;
    relation regclass;
    locked text;
    changed jsonb;
    latest_entry bigint;
    is_removed boolean := false;
  begin
    perform private.require_staff();
    perform pg_advisory_xact_lock(hashtextextended('demonstration', 0));
    -- No row may be edited between the reading of which ones are, and their deletion.
    foreach locked in array private.list_demonstration_tables() loop
      execute format('lock table public.%I in share row exclusive mode', locked);
    end loop;
    latest_entry := (select coalesce(max(id), 0) from public.audit_entries);
    -- Settings that staff have edited lose the values that are still the demonstration's.
    for target in
      select found.table_name, found.record_id, found.unedited from private.list_demonstration() as found
      where found.is_edited and found.table_name like '%\_settings'
    loop
      relation := ('public.' || target.table_name)::regclass;
      execute format($query$
        select jsonb_object_agg(key, private.get_default($1, key))
        from public.%I as stored cross join lateral (select to_jsonb(stored) as value) as found cross join unnest($3) as key
        where stored.id = $2 and found.value -> key <> private.get_default($1, key) $query$, target.table_name)
        into changed using relation, target.record_id, target.unedited;
      -- Both coordinates or none.
      if not changed ?& array['latitude', 'longitude'] then changed := changed - array['latitude', 'longitude']; end if;
      continue when changed is null or changed = '{}';
      perform private.keep_demonstration(target.table_name, array[target.record_id],
        array(select jsonb_object_keys(changed)));
      perform private.set_columns(target.table_name, target.record_id, changed);
      is_removed := true;
    end loop;
    for target in
      select found.table_name, array_agg(found.record_id order by found.record_id) as record_ids
      from private.list_demonstration() as found
      where not found.is_edited or (with_edited and found.table_name not like '%\_settings')
      group by found.table_name
    loop
      relation := ('public.' || target.table_name)::regclass;
      perform private.keep_demonstration(target.table_name, target.record_ids, private.list_stored_columns(relation));
      execute format('delete from public.%I where id = any ($1)', target.table_name) using target.record_ids;
      is_removed := true;
    end loop;
    if is_removed then perform private.audit_demonstration(latest_entry, 'delete'); end if;
    return public.read_demonstration();
  end
  $$;
comment on function public.remove_demonstration(boolean) is
  'Removes the rows of the seed, those that staff have edited only if asked to, and resets settings as far as they are the seed''s. Returns what read_demonstration does.';

create function public.put_back_demonstration() returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    kept public.deleted_records;
    relation regclass;
    stored jsonb;
    latest_entry bigint;
    restored integer := 0;
    refused integer := 0;
  begin
    perform private.require_staff();
    perform pg_advisory_xact_lock(hashtextextended('demonstration', 0));
    latest_entry := (select coalesce(max(id), 0) from public.audit_entries);
    for kept in
      select * from public.deleted_records as found
      where found.is_demonstration and found.deleted_at > clock_timestamp() - interval '1 day'
      order by array_position(private.list_demonstration_tables(), found.table_name), found.record_id
    loop
      relation := ('public.' || kept.table_name)::regclass;
      execute format('select to_jsonb(stored) from public.%I as stored where stored.id = $1', kept.table_name)
        into stored using kept.record_id;
      if kept.table_name like '%\_settings' and stored is not null then
        -- What staff have entered since stays.
        perform private.set_columns(kept.table_name, kept.record_id, (
          select jsonb_object_agg(part.key, part.value) from jsonb_each(kept.record) as part
          where stored -> part.key = private.get_default(relation, part.key)));
        restored := restored + 1;
      elsif public.put_back_record(kept.id) = 'put_back' then
        restored := restored + 1;
      else
        refused := refused + 1;
        -- Its address is taken: it can be put back for 30 days, once that is free.
        if kept.table_name = 'blog_posts' then
          update public.deleted_records set is_demonstration = false where id = kept.id;
        end if;
      end if;
      delete from public.deleted_records where id = kept.id and is_demonstration;
    end loop;
    if restored > 0 then perform private.audit_demonstration(latest_entry, 'restore'); end if;
    return refused;
  end
  $$;
comment on function public.put_back_demonstration() is
  'Puts back what remove_demonstration removed within the last day, and returns how many rows could not be, because staff have added others in their place.';
revoke execute on function public.read_demonstration(), public.remove_demonstration(boolean), public.put_back_demonstration()
  from public, anon;
grant execute on function public.read_demonstration(), public.remove_demonstration(boolean), public.put_back_demonstration()
  to authenticated;

create function private.is_image_used(path text) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select path in (select shown from private.list_quote_images() as shown)
      or exists (select from public.blog_posts as stored where strpos(stored::text, path) > 0)
      or exists (select from public.past_projects as stored where strpos(stored::text, path) > 0)
      or exists (select from public.shed_listings as stored where strpos(stored::text, path) > 0)
      or exists (select from public.home_content as stored where strpos(stored::text, path) > 0)
      or exists (select from public.video_carousel as stored where strpos(stored::text, path) > 0)
      or exists (select from public.site_pages as stored where strpos(stored::text, path) > 0)
      or exists (select from public.business_settings as stored where strpos(stored::text, path) > 0)
      or exists (select from public.deleted_records as kept where strpos(kept.record::text, path) > 0)
      or exists (select from public.former_values as kept where strpos(kept.before::text, path) > 0)
      or exists (
        select from public.audit_entries as entry
        where entry.action = 'update' and entry.occurred_at > now() - interval '30 days' and strpos(entry.before::text, path) > 0)
  $$;
comment on function private.is_image_used(text) is
  'True if a record, or something that can be put back, names a key of the images bucket.';
revoke execute on function private.is_image_used(text) from public, anon, authenticated;

comment on table private.quote_file_removals is
  'Files to remove from their bucket: PDFs and photos of erased quotes, and images of demonstration content that was removed.';

create or replace function public.prune_deleted_records(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    clock constant timestamptz := least(now(), caller_clock);
    max_bytes constant bigint := 200 * 1024 * 1024;
    is_steady constant boolean := private.is_clock_steady();
    deleted integer;
    demonstration jsonb;
    images text[];
  begin
    delete from public.deleted_records where is_steady and deleted_at < clock - interval '30 days';
    get diagnostics deleted = row_count;
    with ended as (
        delete from public.deleted_records
        where is_steady and is_demonstration and deleted_at < clock - interval '1 day' returning record)
      select jsonb_agg(record) into demonstration from ended;
    if demonstration is not null then
      images := array(
        select distinct named[1] from regexp_matches(demonstration::text,
          '"((?:projects|sheds|blog|hero|thumbnails)/176722[56][0-9]{6}-[a-z0-9-]+[.]webp)"', 'g') as named
        where not private.is_image_used(named[1]));
      insert into private.quote_file_removals (path, bucket_id)
        select path, 'images' from unnest(images) as path on conflict do nothing;
      delete from public.image_alt_texts where path = any (images);
      delete from public.blog_post_slug_history as former
        using jsonb_array_elements(demonstration) as ended
        where former.post_id = (ended ->> 'id')::uuid and not exists (
          select from public.blog_posts as post where post.id = former.post_id);
    end if;
    delete from public.former_values where is_steady and replaced_at < clock - interval '30 days';
    delete from public.former_values as kept using (
      select audit_entry_id, sum(pg_column_size(before) + pg_column_size(after))
        over (order by replaced_at desc, audit_entry_id desc) as bytes from public.former_values) as newest
      where kept.audit_entry_id = newest.audit_entry_id and newest.bytes > max_bytes;
    return deleted;
  end
  $$;
comment on function public.prune_deleted_records(timestamptz) is
  'Deletes what was deleted or replaced more than 30 days ago for good, and demonstration content that was removed more than a day ago with its images, unless the clock has jumped; and former values beyond 200 MB, the oldest first. Returns the number of rows that were deleted 30 days ago.';

-- Databases that were seeded before this migration.
select private.record_demonstration();
