-- Expiry and expiry taken back lock their quotes in one pass by id, as whoever locks several quotes does.

create or replace function public.process_due_quotes(caller_clock timestamptz default now()) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    due record;
    clock constant timestamptz := least(now(), caller_clock);
    today constant date := least(private.get_today(), (caller_clock at time zone 'America/Toronto')::date);
    is_steady constant boolean := private.is_clock_steady();
    expired integer := 0;
  begin
    for due in
      select id, expires from (
        (select quote.id, false as expires from public.quotes as quote
          where erased_at is null and state_before_expiry is not null
            and ((state = 'expired' and valid_until >= private.get_today())
              or (state = 'accepted' and lapsed_as = 'expired' and private.get_expired_day(quote) >= private.get_today()))
          order by id limit 100)
        union all
        (select id, true from public.quotes
          where is_steady and state in ('sent', 'viewed', 'change_requested') and valid_until < today order by id limit 100)
      ) as due_quotes
      order by id
    loop
      perform private.lock_quote(due.id);
      expired := expired + due.expires::integer;
    end loop;
    return jsonb_build_object('expired', expired,
      'reminders', case when is_steady then private.queue_due_reminders(clock) else 0 end,
      'unneededFiles', private.list_unneeded_quote_files(), 'unneededImages', private.list_unneeded_images());
  end
  $$;
