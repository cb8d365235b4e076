-- Projects can be hidden as sheds can, and staff set the order of both.

create or replace function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    -- Generated columns are null in new until the row is stored.
    ignored constant text[] := array(
      select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '')
      || tg_argv || 'updated_at'::text;
  begin
    new.updated_at = case when to_jsonb(new) - ignored = to_jsonb(old) - ignored then old.updated_at else now() end;
    return new;
  end
  $$;
comment on function private.touch_updated_at() is
  'Sets updated_at if another column changes, and ignores the value in the statement. Its arguments are columns that do not count.';

alter table public.past_projects
  add column is_active boolean not null default true,
  add column order_index integer,
  add constraint past_projects_order_index_min check (order_index >= 0);
comment on table public.past_projects is 'Finished work for the portfolio. The public sees the active projects.';
comment on column public.past_projects.order_index is
  'The place that staff have given it; null, before the others, until they have.';
grant insert (is_active, order_index), update (is_active, order_index) on public.past_projects to authenticated;
alter policy "everyone reads projects" on public.past_projects using (is_active or (select private.is_staff()));
alter policy "everyone reads projects" on public.past_projects rename to "everyone reads active projects";
-- Counts read it alone.
create index past_projects_active_idx on public.past_projects (is_active);
drop trigger touch_updated_at on public.past_projects;
create trigger touch_updated_at before update on public.past_projects
  for each row execute function private.touch_updated_at('order_index');

alter table public.shed_listings
  add column order_index integer,
  add constraint shed_listings_order_index_min check (order_index >= 0);
comment on column public.shed_listings.order_index is
  'The place that staff have given it; null, before the others, until they have. Featured ones come first all the same.';
grant insert (order_index), update (order_index) on public.shed_listings to authenticated;
drop trigger touch_updated_at on public.shed_listings;
create trigger touch_updated_at before update on public.shed_listings
  for each row execute function private.touch_updated_at('order_index');
drop index public.shed_listings_list_idx;
create index shed_listings_list_idx on public.shed_listings (is_featured desc, order_index nulls first, created_at desc, id)
  include (is_active, material_type, shed_style, size_group, color, price) where is_active;

create function public.set_record_order(record_table text, ids uuid[], ids_before uuid[]) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    stored_ids uuid[];
    latest_entry bigint;
    is_changed boolean;
  begin
    perform private.require_staff();
    if record_table is null or record_table not in ('shed_listings', 'past_projects') then
      raise check_violation using message = 'only sheds and projects have an order';
    end if;
    if ids is null or cardinality(ids) > 5000 or array_ndims(ids) > 1 or cardinality(ids_before) > 5000 then
      raise check_violation using message = 'at most 5000 records are put in order at once';
    end if;
    -- In the order of their ids, as change_shed_prices locks them.
    execute format('select from public.%I where id = any ($1) order by id for update', record_table) using ids;
    -- Records that were added or deleted meanwhile are no conflict: new ones come first, and stay there.
    execute format($query$
      select array_agg(id order by is_featured desc, order_index nulls first, created_at desc, id)
      from public.%I where id = any ($1) $query$, record_table) using ids_before into stored_ids;
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
  'Puts sheds (shed_listings) or projects (past_projects) in the order of their ids, at most 5,000. Others keep their place. updated_at stays as it is. PT409 if they are no longer in the order ids_before.';
revoke execute on function public.set_record_order(text, uuid[], uuid[]) from public, anon;
grant execute on function public.set_record_order(text, uuid[], uuid[]) to authenticated;
