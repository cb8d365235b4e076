-- Staff change the prices of many listings together, and take that back.

create function public.change_shed_prices(changes jsonb) returns uuid[]
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  declare
    changed uuid[];
  begin
    if jsonb_typeof(changes) is distinct from 'array' then return '{}'; end if;
    if jsonb_array_length(changes) > 5000 then
      raise check_violation using message = 'at most 5000 prices are changed at once';
    end if;
    -- In the order of their ids, so that two people who change the same listings wait for each other.
    perform from public.shed_listings
      where id in (select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change)
      order by id for update;
    with updated as (
      update public.shed_listings as listing set price = change."to"
      from jsonb_to_recordset(changes) as change (id uuid, "from" numeric, "to" numeric)
      where listing.id = change.id and listing.price = change."from" and change."to" is not null
      returning listing.id)
    select coalesce(array_agg(id), '{}') into changed from updated;
    return changed;
  end
  $$;
comment on function public.change_shed_prices(jsonb) is
  'Sets the prices of listings, each {id, from, to} in dollars, in one transaction. Skips a listing whose price is no longer from. Returns the ids of the changed ones.';
revoke execute on function public.change_shed_prices(jsonb) from public, anon;
grant execute on function public.change_shed_prices(jsonb) to authenticated, service_role;
