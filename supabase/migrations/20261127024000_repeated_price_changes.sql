-- A price change whose answer was lost may be sent again: the repeated call returns the same listings, so that staff
-- can take the change back, and raises no price twice.

create or replace function public.change_shed_prices(changes jsonb) returns uuid[]
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  declare
    changeable uuid[];
    changed uuid[];
  begin
    if jsonb_typeof(changes) is distinct from 'array' then return array[]::uuid[]; end if;
    if jsonb_array_length(changes) > 5000 then
      raise check_violation using message = 'at most 5000 prices are changed at once';
    end if;
    -- In the order of their ids, so that two people who change the same listings wait for each other.
    select array_agg(locked.id) into changeable from (
      select id from public.shed_listings
        where id in (select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change)
        order by id for update) as locked;
    -- Selects the prices before the update.
    with change as (
      select * from jsonb_to_recordset(changes) as change (id uuid, "from" numeric, "to" numeric) where "to" is not null),
    updated as (
      update public.shed_listings as listing set price = change."to"
      from change
      where listing.id = change.id and listing.price = change."from"
      returning listing.id)
    select coalesce(array_agg(changed_id), '{}') into changed from (
      select id from updated
      union
      select listing.id from public.shed_listings as listing join change on change.id = listing.id
        where listing.price = change."to" and listing.id = any (changeable)) as either (changed_id);
    return changed;
  end
  $$;
comment on function public.change_shed_prices(jsonb) is
  'Sets the prices of listings, each {id, from, to} in dollars, in one transaction. Skips a listing whose price is neither from nor to. Returns the ids of the others, which now have the price to.';
