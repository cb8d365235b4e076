-- The second factor of an account, as the hosted platform keeps it: what project migrations ask of these
-- tables (an account's verified factors) is the same on both.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text not null,
  last_used_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.mfa_factors.secret is 'Base32 (RFC 4648). Read by the auth service alone; no role of the API reaches this schema''s tables.';
comment on column auth.mfa_factors.last_used_step is 'The time step (RFC 6238) of the last code that counted; none of it or before counts again.';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_idx on auth.mfa_factors (user_id, friendly_name)
  where friendly_name <> '';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

alter table auth.sessions
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column factor_verified_at timestamptz;

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
