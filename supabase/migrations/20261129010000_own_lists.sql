-- The owner's own entries in the lists of project types, materials, colours, sizes and styles.

create function private.list_fixed_entries(list_name text) returns text[]
  language sql immutable
  set search_path = ''
  as $$
    select case list_name
      when 'project_type' then array['Custom Shed', 'Garage Addition', 'Home Addition', 'Exterior Renovation', 'Roofing',
        'Siding', 'Other']
      when 'material' then array['Wood', 'Duratemp', 'Metal', 'Vinyl']
      when 'color' then array['Natural', 'White', 'Brown', 'Gray', 'Green', 'Blue', 'Red', 'Black', 'Charcoal', 'Navy Blue']
      when 'size' then array['8x8', '8x10', '8x12', '10x10', '10x12', '10x16', '12x12', '12x16', '12x20', '14x20', 'Other']
      when 'style' then array['A-Frame', 'Dutch Barn', 'Dormer', 'Porch', 'Modern Farmhouse', 'Gable', 'Gambrel']
    end
  $$;
comment on function private.list_fixed_entries(text) is
  'The entries that each list always has, before the owner''s, as app/lib/options.ts.';

create function private.list_entry_columns(list_name text) returns table (record_table text, record_column text)
  language sql immutable
  set search_path = ''
  as $$
    select listed.record_table, listed.record_column from (values
      ('project_type', 'past_projects', 'project_type'), ('project_type', 'quote_requests', 'project_type'),
      ('project_type', 'reviews', 'project_type'), ('material', 'quote_requests', 'material_type'),
      ('material', 'shed_listings', 'material_type'), ('color', 'quote_requests', 'color'), ('color', 'shed_listings', 'color'),
      ('size', 'quote_requests', 'size'), ('size', 'shed_listings', 'size'), ('style', 'quote_requests', 'shed_style'),
      ('style', 'shed_listings', 'shed_style')) as listed (list_name, record_table, record_column)
    where listed.list_name = list_entry_columns.list_name
  $$;
comment on function private.list_entry_columns(text) is 'The columns that hold values of a list.';

create table public.list_entries (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  name text not null,
  swatch text,
  order_index integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint list_entries_list_values check (list in ('project_type', 'material', 'color', 'size', 'style')),
  constraint list_entries_name_shape check (char_length(name) between 1 and 60 and name = btrim(name)
    and name !~ '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'),
  constraint list_entries_swatch_shape check (swatch is null or (list = 'color' and swatch ~ '^#[0-9a-f]{6}$')),
  constraint list_entries_order_index_min check (order_index >= 0)
);
comment on table public.list_entries is
  'The owner''s own entries in lists of options, after those that each list always has. At most 30 in a list. Columns of records may also hold values of no list.';
comment on column public.list_entries.swatch is 'The value of a colour as #rrggbb; null for the grey of unknown colours.';
comment on column public.list_entries.order_index is
  'The place that staff have given it; null, after the others, until they have.';
create unique index list_entries_name_key on public.list_entries (list, lower(name));

revoke all on public.list_entries from anon, authenticated;
grant select on public.list_entries to anon, authenticated;
grant
  insert (id, list, name, swatch, order_index, created_at, updated_at),
  update (id, list, name, swatch, order_index, created_at, updated_at),
  delete on public.list_entries to authenticated;
alter table public.list_entries enable row level security;
create policy "everyone reads list entries" on public.list_entries
  for select to anon, authenticated using (true);
create policy "staff create list entries" on public.list_entries
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change list entries" on public.list_entries
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete list entries" on public.list_entries
  for delete to authenticated using ((select private.is_staff()));

create function private.check_list_entries() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- Two entries must not become the thirtieth at the same time.
    perform pg_advisory_xact_lock(hashtextextended('list_entries', 0));
    if exists (select from public.list_entries group by list having count(*) > 30) then
      raise check_violation using message = 'Each list can have up to 30 entries of your own. Remove one first.';
    end if;
    if exists (
      select from public.list_entries as entry, unnest(private.list_fixed_entries(entry.list)) as fixed
      where lower(entry.name) = lower(fixed))
    then
      raise check_violation using message = 'This entry is already on the list.';
    end if;
    return null;
  end
  $$;
comment on function private.check_list_entries() is
  'Rejects more than 30 own entries in a list, and entries that the list always has.';

create function private.rename_listed_values() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    latest_entry constant bigint := (select coalesce(max(id), 0) from public.audit_entries);
    used record;
  begin
    for used in select * from private.list_entry_columns(new.list) loop
      -- In the order of their ids, as change_shed_prices locks them.
      execute format($query$
        with renamed as (
          select id from public.%1$I where lower(btrim(%2$I)) = lower($1) and %2$I <> $2 order by id for update)
        update public.%1$I as record set %2$I = $2 from renamed where record.id = renamed.id
        $query$, used.record_table, used.record_column) using old.name, new.name;
      -- The entry about the list tells what became of many requests at once.
      delete from public.audit_entries as entry
        where entry.id > latest_entry and entry.actor_id = auth.uid() and entry.table_name = 'quote_requests'
          and entry.columns = array[used.record_column];
      update public.deleted_records as kept
        set record = jsonb_set(kept.record, array[used.record_column], to_jsonb(new.name))
        where kept.table_name = used.record_table
          and lower(btrim(kept.record ->> used.record_column)) = lower(old.name);
    end loop;
    return null;
  end
  $$;
comment on function private.rename_listed_values() is
  'Renames a value in all records that have it, in any letter case, deleted ones too. Sent quotes and their evidence stay as they are.';
revoke execute on function private.list_fixed_entries(text), private.list_entry_columns(text), private.check_list_entries(),
  private.rename_listed_values() from public, anon, authenticated;

create trigger guard_update before update on public.list_entries
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'list', 'created_at', 'updated_at');
create trigger touch_updated_at before update on public.list_entries
  for each row execute function private.touch_updated_at('order_index');
create trigger check_list_entries after insert or update on public.list_entries
  for each statement execute function private.check_list_entries();
create trigger rename_listed_values after update of name on public.list_entries
  for each row when (old.name <> new.name) execute function private.rename_listed_values();
create trigger notify_change after insert or update or delete on public.list_entries
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.list_entries
  for each row execute function private.write_audit_entry('{"name": "name"}');

create function public.count_list_entry_uses(entry_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    entry public.list_entries;
    used record;
    uses bigint;
    counts jsonb := jsonb_build_object();
  begin
    perform private.require_staff();
    select * into entry from public.list_entries where id = entry_id;
    for used in select * from private.list_entry_columns(entry.list) loop
      execute format('select count(*) from public.%I where lower(btrim(%I)) = lower($1)', used.record_table, used.record_column)
        using entry.name into uses;
      counts := counts || jsonb_build_object(used.record_table, uses);
    end loop;
    return counts;
  end
  $$;
comment on function public.count_list_entry_uses(uuid) is
  'For staff: how many records have the value of an entry, in any letter case, by table.';
revoke execute on function public.count_list_entry_uses(uuid) from public, anon;
grant execute on function public.count_list_entry_uses(uuid) to authenticated;

create or replace function public.set_record_order(record_table text, ids uuid[], ids_before uuid[]) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    shown_order constant text := case when record_table = 'list_entries' then 'order_index nulls last, created_at, id'
      else 'is_featured desc, order_index nulls first, created_at desc, id' end;
    stored_ids uuid[];
    latest_entry bigint;
    is_changed boolean;
  begin
    perform private.require_staff();
    if record_table is null or record_table not in ('shed_listings', 'past_projects', 'list_entries') then
      raise check_violation using message = 'only sheds, projects and list entries have an order';
    end if;
    if ids is null or cardinality(ids) > 5000 or array_ndims(ids) > 1 or cardinality(ids_before) > 5000 then
      raise check_violation using message = 'at most 5000 records are put in order at once';
    end if;
    -- In the order of their ids, as change_shed_prices locks them.
    execute format('select from public.%I where id = any ($1) order by id for update', record_table) using ids;
    -- Records that were added or deleted meanwhile are no conflict: new ones stay where they are.
    execute format('select array_agg(id order by %s) from public.%I where id = any ($1)', shown_order, record_table)
      using ids_before into stored_ids;
    if stored_ids is distinct from (
      select array_agg(id order by place) from unnest(ids_before) with ordinality as given (id, place)
      where id = any (stored_ids))
    then
      raise sqlstate 'PT409' using message = 'the order has changed since it was read';
    end if;
    latest_entry := (select coalesce(max(id), 0) from public.audit_entries);
    execute format($query$
      with moved as (
        update public.%I as record set order_index = placed.place
        from (select id, min(place) as place from unnest($1) with ordinality as given (id, place) group by id) as placed
        where record.id = placed.id and record.order_index is distinct from placed.place
        returning 1)
      select exists (select from moved) $query$, record_table) using ids into is_changed;
    if not is_changed then return; end if;
    -- One entry for the whole order instead of one for each record.
    delete from public.audit_entries as entry
      where entry.id > latest_entry and entry.actor_id = auth.uid() and entry.table_name = record_table
        and entry.columns = '{order_index}';
    insert into public.audit_entries (actor_id, actor_email, table_name, action, columns, before, after)
      values (auth.uid(), (select email from auth.users where id = auth.uid()), record_table || '.order_index', 'update',
        '{order_index}', jsonb_build_object('order_index', stored_ids), jsonb_build_object('order_index', ids));
  end
  $$;
comment on function public.set_record_order(text, uuid[], uuid[]) is
  'Puts sheds (shed_listings), projects (past_projects) or entries of a list (list_entries) in the order of their ids, at most 5,000. Others keep their place. updated_at stays as it is. PT409 if they are no longer in the order ids_before.';
