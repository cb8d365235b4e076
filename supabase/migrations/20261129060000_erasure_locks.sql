-- Erasure locks a quote before its review, like the customer who saves one at the same time: otherwise both can end in a
-- deadlock, and a review that is stored between the two would stay.

create or replace function public.erase_quotes(person_email text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    person constant text := lower(btrim(person_email));
    found_id uuid;
    quote public.quotes;
    outcome text;
    outcomes text[] := array[]::text[];
    retained jsonb := '[]'::jsonb;
    reviews integer := 0;
  begin
    if current_setting('role', true) is distinct from 'service_role' then perform private.require_staff(); end if;
    for found_id in select id from public.quotes
      where id in (select private.find_quotes_of(person_email)) order by id
    loop
      quote := private.lock_quote(found_id);
      reviews := reviews + private.erase_review(quote);
      outcome := private.erase_quote(found_id, 'request');
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
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained, 'reviews', reviews);
  end
  $$;
