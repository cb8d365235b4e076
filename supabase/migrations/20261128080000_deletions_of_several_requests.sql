-- A statement that deletes several requests locks their quotes by id, as whoever locks several quotes does: after the requests,
-- and before the foreign key updates the quotes of one request after the other.

drop trigger lock_quotes_of_request on public.quote_requests;
drop function private.lock_quotes_of_request();

create function private.lock_quotes_of_requests() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform from public.quotes where quote_request_id in (select id from deleted) order by id for update;
    return null;
  end
  $$;
comment on function private.lock_quotes_of_requests() is 'Locks the quotes of all requests that a statement deletes, by id.';
revoke execute on function private.lock_quotes_of_requests() from public, anon, authenticated;
-- The triggers of a row run in the order of their names, and that of a foreign key begins with RI.
create trigger "A_lock_quotes_of_requests" after delete on public.quote_requests
  referencing old table as deleted
  for each row execute function private.lock_quotes_of_requests();
