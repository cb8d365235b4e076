-- A run that finished after this call read the time counts, too: two processes that began at the same
-- moment both got a run when the first was finished before the second looked for it.

create or replace function public.begin_retention_run(caller_clock timestamptz) returns jsonb
  language plpgsql security invoker
  set search_path = ''
  as $$
  declare
    months integer := 24;
    started timestamptz;
    cutoff timestamptz;
    latest timestamptz;
    run_id uuid;
  begin
    perform pg_advisory_xact_lock(hashtextextended('retention_runs', 0));
    started = clock_timestamp();
    if exists (select from public.business_settings) then
      select retention_months into months from public.business_settings limit 1;
    end if;
    if months is null or exists (
      select from public.retention_runs as run
      where run.retention_months = months and (
        (run.finished_at is null and run.started_at > started - interval '1 hour'
          and run.started_at <= clock_timestamp())
        or (run.finished_at > started - interval '23 hours' and run.finished_at <= clock_timestamp()))
    ) then
      return null;
    end if;
    cutoff = least(started, caller_clock) - make_interval(months => months);
    select max(started_at) into latest from public.retention_runs where started_at <= started;
    if latest < started - interval '60 days' then
      insert into public.retention_runs (retention_months, removed_before, skipped, finished_at)
        values (months, cutoff, true, started);
      return null;
    end if;
    delete from public.retention_runs where started_at < started - interval '400 days';
    insert into public.retention_runs (retention_months, removed_before) values (months, cutoff)
      returning id into run_id;
    return jsonb_build_object('id', run_id, 'removed_before', cutoff);
  end
  $$;
