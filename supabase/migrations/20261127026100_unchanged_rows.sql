-- A row that a statement leaves as it was keeps updated_at, so that it can be sent back again as it was read.

create or replace function private.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    -- Generated columns are null in new until the row is stored.
    ignored constant text[] := array(
      select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '') || 'updated_at'::text;
  begin
    new.updated_at = case when to_jsonb(new) - ignored = to_jsonb(old) - ignored then old.updated_at else now() end;
    return new;
  end
  $$;
comment on function private.touch_updated_at() is
  'Sets updated_at if another column changes, and ignores the value in the statement.';
