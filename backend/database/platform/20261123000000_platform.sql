-- What the hosted platform provides and the project's migrations rely on: the API's roles, the auth
-- schema and the storage schema; and the schema ridgeline for the server's own data. Never applied on
-- the hosted platform.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  execute format('grant anon, authenticated, service_role to %I', current_user);
end
$$;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- Authentication ---------------------------------------------------------------------------------

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamptz,
  new_email text,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (lower(email));
alter table auth.users enable row level security;

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz,
  user_agent text,
  ip text,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  factor_verified_at timestamptz
);
create index sessions_user_id_idx on auth.sessions (user_id);
alter table auth.sessions enable row level security;

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent_id bigint references auth.refresh_tokens (id) on delete cascade,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);
alter table auth.refresh_tokens enable row level security;

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in ('recovery', 'email_change')),
  token_hash text not null unique,
  relates_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, token_type)
);
alter table auth.one_time_tokens enable row level security;

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
comment on column auth.mfa_factors.secret is 'Base32 (RFC 4648). No role of the API may read it.';
comment on column auth.mfa_factors.last_used_step is
  'Time step (RFC 6238) of the last accepted code. Codes of this step or an earlier one are rejected.';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_idx on auth.mfa_factors (user_id, friendly_name)
  where friendly_name <> '';
alter table auth.mfa_factors enable row level security;

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
alter table auth.mfa_challenges enable row level security;

create function auth.jwt() returns jsonb
  language sql stable
  set search_path = ''
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable
  set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
  language sql stable
  set search_path = ''
  as $$ select auth.jwt() ->> 'role' $$;

-- Storage ----------------------------------------------------------------------------------------

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select on storage.buckets to anon, authenticated;
grant all on storage.buckets to service_role;
alter table storage.buckets enable row level security;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner_id text,
  version text not null,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
create index objects_name_prefix_idx on storage.objects (bucket_id, name text_pattern_ops);
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.objects to service_role;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[]
  language sql immutable
  set search_path = ''
  as $$
    select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
  $$;

create function storage.filename(name text) returns text
  language sql immutable
  set search_path = ''
  as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

create function storage.extension(name text) returns text
  language sql immutable
  set search_path = ''
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

-- The server -------------------------------------------------------------------------------------

create schema if not exists ridgeline;
comment on schema ridgeline is 'The server''s own data. No role of the API may use it.';
revoke all on schema ridgeline from public;

create table ridgeline.keys (
  only_row boolean primary key default true,
  keys jsonb not null,
  created_at timestamptz not null default now(),
  constraint keys_only_row check (only_row)
);
comment on table ridgeline.keys is
  'Signing key and API keys, shared by every process. Empty in the embedded database, whose keys are a file of the data folder.';
revoke all on ridgeline.keys from public, anon, authenticated, service_role;
alter table ridgeline.keys enable row level security;
