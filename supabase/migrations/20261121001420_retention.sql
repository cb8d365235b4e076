-- How long enquiries are kept, and what the daily job has removed.

alter table public.business_settings
  add column retention_months integer default 24,
  add constraint business_settings_retention_months_range check (retention_months between 1 and 120);
comment on column public.business_settings.retention_months is
  'Months after which enquiries are removed, with their pictures and consents; null keeps them.';
grant insert (retention_months), update (retention_months) on public.business_settings to authenticated;

create table public.retention_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  retention_months integer not null,
  removed_before timestamptz not null,
  skipped boolean not null default false,
  quote_requests integer not null default 0,
  contact_submissions integer not null default 0,
  news_consents integer not null default 0,
  pictures integer not null default 0,
  failures integer not null default 0,
  constraint retention_runs_counts_min check (
    least(quote_requests, contact_submissions, news_consents, pictures, failures) >= 0)
);
comment on table public.retention_runs is 'What the daily job has removed because of its age, in numbers.';
comment on column public.retention_runs.skipped is
  'True where nothing was removed because the clock had moved on by more than 60 days since the run before.';
comment on column public.retention_runs.failures is 'Requests that stayed because a picture of theirs could not be removed.';
create index retention_runs_started_at_idx on public.retention_runs (started_at desc);

revoke all on public.retention_runs from anon, authenticated;
grant select on public.retention_runs to authenticated;
alter table public.retention_runs enable row level security;
create policy "staff read what was removed" on public.retention_runs
  for select to authenticated using ((select private.is_staff()));

create function private.finish_retention_run() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.finished_at = now();
    return new;
  end
  $$;
comment on function private.finish_retention_run() is 'The counts of a run are written once, at its end.';
create trigger finish_retention_run before update on public.retention_runs
  for each row execute function private.finish_retention_run();

-- Of several processes on one database, one at a time gets the run, and once in 23 hours, unless the
-- months have changed. The cutoff is by the slower of two clocks, the database's and the caller's, and
-- after a jump of more than 60 days the first run removes nothing: a clock that is wrong for a
-- while must not cost anybody's enquiry.
create function public.begin_retention_run(caller_clock timestamptz) returns jsonb
  language plpgsql security invoker
  set search_path = ''
  as $$
  declare
    months integer := 24;
    cutoff timestamptz;
    latest timestamptz;
    run_id uuid;
  begin
    perform pg_advisory_xact_lock(hashtextextended('retention_runs', 0));
    if exists (select from public.business_settings) then
      select retention_months into months from public.business_settings limit 1;
    end if;
    if months is null or exists (
      select from public.retention_runs as run
      where run.retention_months = months and (
        (run.finished_at is null and run.started_at > now() - interval '1 hour' and run.started_at <= now())
        or (run.finished_at > now() - interval '23 hours' and run.finished_at <= now()))
    ) then
      return null;
    end if;
    cutoff = least(now(), caller_clock) - make_interval(months => months);
    select max(started_at) into latest from public.retention_runs where started_at <= now();
    if latest < now() - interval '60 days' then
      insert into public.retention_runs (retention_months, removed_before, skipped, finished_at)
        values (months, cutoff, true, now());
      return null;
    end if;
    delete from public.retention_runs where started_at < now() - interval '400 days';
    insert into public.retention_runs (retention_months, removed_before) values (months, cutoff)
      returning id into run_id;
    return jsonb_build_object('id', run_id, 'removed_before', cutoff);
  end
  $$;
comment on function public.begin_retention_run(timestamptz) is
  'Notes the begin of a run and tells its id and before when to remove; null where none is due.';
revoke execute on function public.begin_retention_run(timestamptz) from public, anon, authenticated;
grant execute on function public.begin_retention_run(timestamptz) to service_role;
