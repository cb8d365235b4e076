-- Confirmations fill nobody's mailbox and use up no mail provider's quota: an address with other dots or a +tag counts as the
-- same one, and all together get 100 an hour.

create or replace function private.queue_confirmation() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    mailbox constant text := replace(split_part(split_part(lower(btrim(new.email)), '@', 1), '+', 1), '.', '')
      || '@' || split_part(lower(btrim(new.email)), '@', 2);
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff()
      or not public.take_rate_limit('confirmations:' || private.hash_text(mailbox), 1, 3600)
      or not public.take_rate_limit('all-confirmations', 100, 3600)
    then
      return null;
    end if;
    if tg_table_name = 'quote_requests' then
      insert into private.outbox (confirmed_request_id) values (new.id);
    else
      insert into private.outbox (confirmed_submission_id) values (new.id);
    end if;
    return null;
  end
  $$;
comment on function private.queue_confirmation() is
  'Queues the confirmation of an enquiry that a visitor sent: one an hour for each mailbox, whatever dots or +tag its address has, and 100 an hour in all. Staff''s rows have none.';
