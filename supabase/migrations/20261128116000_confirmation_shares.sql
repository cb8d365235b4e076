-- Confirmations of enquiries mail few strangers, whoever sends them: ten an hour for a network, which leaves the rest of
-- the hundred to others, and five a day for a mailbox. A form sends one row; a statement with several confirms none, so
-- that no transaction locks the counts of two mailboxes.

create function private.get_mailbox(email text) returns text
  language sql immutable
  set search_path = ''
  as $$
    select replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@' || case
      when domain = 'googlemail.com' then 'gmail.com'
      when domain ~ '[^ -~]|(^|\.)xn--' then 'international'
      else domain end
    from (select lower(btrim(email)), split_part(lower(btrim(email)), '@', 2)) as parts (address, domain)
  $$;
comment on function private.get_mailbox(text) is
  'What limits count for an address: without dots and +tag, googlemail.com as gmail.com. All international domains count as one, because PostgreSQL cannot compare their Unicode spelling with their Punycode.';
revoke execute on function private.get_mailbox(text) from public, anon, authenticated;

drop trigger queue_confirmation on public.quote_requests;
drop trigger queue_confirmation on public.contact_submissions;
create or replace function private.queue_confirmation() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    enquiry uuid;
    mailbox text;
    network text;
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff()
      or (select count(*) from inserted) <> 1
    then
      return null;
    end if;
    select id, private.hash_text(private.get_mailbox(email)) into enquiry, mailbox from inserted where not is_spam;
    if enquiry is null then return null; end if;
    network := private.to_network(private.get_quote_client() ->> 'ip', 48);
    if not public.take_rate_limit('network-confirmations:' || coalesce(network, ''), 10, 3600)
      or not public.take_rate_limit('confirmations:' || mailbox, 1, 3600)
      or not public.take_rate_limit('daily-confirmations:' || mailbox, 5, 86400)
      or not public.take_rate_limit('all-confirmations', 100, 3600)
    then
      return null;
    end if;
    if tg_table_name = 'quote_requests' then
      insert into private.outbox (confirmed_request_id) values (enquiry);
    else
      insert into private.outbox (confirmed_submission_id) values (enquiry);
    end if;
    return null;
  end
  $$;
comment on function private.queue_confirmation() is
  'Queues the confirmation of an enquiry that a visitor sent in a statement of its own: one an hour and five a day for a mailbox, ten an hour for a network, 100 in all. Staff''s rows have none.';
create trigger queue_confirmation after insert on public.quote_requests
  referencing new table as inserted for each statement execute function private.queue_confirmation();
create trigger queue_confirmation after insert on public.contact_submissions
  referencing new table as inserted for each statement execute function private.queue_confirmation();
