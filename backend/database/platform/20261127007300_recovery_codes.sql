-- Ten codes that replace one of the authenticator app, once each. Only their hashes are stored.

create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security;
