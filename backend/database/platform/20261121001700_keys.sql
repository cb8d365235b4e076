-- The keys of an installation on a PostgreSQL server: every process of the site takes the same, on
-- whichever machine it runs. No role of the API may see this schema.

create schema if not exists ridgeline;
revoke all on schema ridgeline from public;

create table ridgeline.keys (
  only_row boolean primary key default true,
  keys jsonb not null,
  made_at timestamptz not null default now(),
  constraint keys_only_row check (only_row)
);
comment on table ridgeline.keys is
  'What signs sessions, and the API keys. The embedded database leaves it empty: its keys lie in the data folder.';
revoke all on ridgeline.keys from public, anon, authenticated, service_role;
alter table ridgeline.keys enable row level security;
