-- Hosted Supabase refuses an update without a condition to whoever calls through its table interface.

create or replace function private.is_clock_steady() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    clock private.quote_clock;
    started constant timestamptz := clock_timestamp();
    paused timestamptz;
  begin
    insert into private.quote_clock (checked_at) values (started) on conflict do nothing;
    select * into clock from private.quote_clock for update;
    paused := case
      when clock.checked_at < started - interval '1 day' then started + interval '1 hour'
      when clock.paused_until between started and started + interval '1 hour' then clock.paused_until end;
    if clock.paused_until is distinct from paused or clock.checked_at not between started - interval '1 minute' and started then
      update private.quote_clock set checked_at = started, paused_until = paused where true;
    end if;
    return paused is null;
  end
  $$;
