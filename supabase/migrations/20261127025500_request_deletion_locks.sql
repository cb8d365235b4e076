-- Deleting a quote request locks its quotes by id, as whoever locks several quotes does, before the foreign key updates them.

create function private.lock_quotes_of_request() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform from public.quotes where quote_request_id = old.id order by id for update;
    return old;
  end
  $$;
comment on function private.lock_quotes_of_request() is 'Locks the quotes of a request that is deleted, by id.';
revoke execute on function private.lock_quotes_of_request() from public, anon, authenticated;
create trigger lock_quotes_of_request before delete on public.quote_requests
  for each row execute function private.lock_quotes_of_request();
