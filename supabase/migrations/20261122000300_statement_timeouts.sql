-- Time limits of statements on the hosted platform, where PostgREST applies a role's settings to its
-- requests. Elsewhere the roles never log in, and backend/database/as-caller.ts sets the limits.

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role anon set statement_timeout = '2s';
    alter role authenticated set statement_timeout = '10s';
    notify pgrst, 'reload config';
  end if;
end
$$;
