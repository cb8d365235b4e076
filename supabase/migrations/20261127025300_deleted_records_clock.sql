-- A clock that is a month ahead for seconds deletes nothing that staff could still put back.

create or replace function public.prune_deleted_records(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    oldest constant timestamptz := least(now(), caller_clock) - interval '30 days';
    max_bytes constant bigint := 200 * 1024 * 1024;
    is_steady constant boolean := private.is_clock_steady();
    deleted integer;
  begin
    delete from public.deleted_records where is_steady and deleted_at < oldest;
    get diagnostics deleted = row_count;
    delete from public.former_values where is_steady and replaced_at < oldest;
    delete from public.former_values as kept using (
      select audit_entry_id, sum(pg_column_size(before) + pg_column_size(after))
        over (order by replaced_at desc, audit_entry_id desc) as bytes from public.former_values) as newest
      where kept.audit_entry_id = newest.audit_entry_id and newest.bytes > max_bytes;
    return deleted;
  end
  $$;
comment on function public.prune_deleted_records(timestamptz) is
  'Deletes what was deleted or replaced more than 30 days ago for good, unless the clock has jumped, and former values beyond 200 MB, the oldest first. Returns the number of deleted rows.';
