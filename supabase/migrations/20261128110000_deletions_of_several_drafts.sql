-- A statement that deletes several drafts locks them by id, as whoever locks several quotes does, before it finds them in
-- any other order. A trigger of a statement does not know its rows, so it locks all drafts.

create function private.lock_drafts() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform from public.quotes where state = 'draft' order by id for update;
    return null;
  end
  $$;
comment on function private.lock_drafts() is 'Locks all drafts by id before a statement deletes some.';
revoke execute on function private.lock_drafts() from public, anon, authenticated;
create trigger lock_drafts before delete on public.quotes
  for each statement when (current_user = 'authenticated') execute function private.lock_drafts();
