-- The daily backups: when, whether it worked, and if not, why. The files lie outside the database.

create table public.backup_runs (
  id uuid primary key default gen_random_uuid(),
  due_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  file_name text,
  bytes bigint,
  failure text,
  constraint backup_runs_outcome check (
    case when finished_at is null then file_name is null and bytes is null and failure is null
    else (failure is null) = (file_name is not null) and (failure is null) = (bytes is not null) end),
  constraint backup_runs_bytes_min check (bytes >= 0),
  constraint backup_runs_file_name_length check (char_length(file_name) between 1 and 255),
  constraint backup_runs_failure_length check (char_length(failure) between 1 and 1000)
);
comment on table public.backup_runs is 'The scheduled backups of the last months, kept by the server.';
comment on column public.backup_runs.due_at is 'When the run was to be made; a missed one is made up for at the next start.';
comment on column public.backup_runs.failure is 'Why there is no backup of that day; null where there is one, or the run is under way.';
create index backup_runs_started_at_idx on public.backup_runs (started_at desc);

revoke all on public.backup_runs from anon, authenticated;
grant select on public.backup_runs to authenticated;
alter table public.backup_runs enable row level security;
create policy "staff read how the backups went" on public.backup_runs
  for select to authenticated using ((select private.is_staff()));
