-- What locks several quotes in one transaction takes them by id, and whoever holds some already waits for no further
-- one: erasure and the job of due quotes cannot end in a deadlock.

create or replace function public.erase_old_quotes(removed_before timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    old_id uuid;
    erased integer := 0;
  begin
    for old_id in
      select id from (
        select old.id from public.quotes as old
          where old.erased_at is null and greatest(old.updated_at, old.sent_at, old.accepted_at) < removed_before
            and coalesce(private.get_bookkeeping_end(old) < private.get_today(), true)
          order by old.created_at limit 500) as oldest
      order by id
    loop
      perform private.erase_quote(old_id, 'retention');
      erased := erased + 1;
    end loop;
    return erased;
  end
  $$;

create or replace function private.queue_due_reminders(clock timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    local_time constant timestamp := clock at time zone 'America/Toronto';
    due_id uuid;
    quote public.quotes;
    reminder public.quote_reminders;
    queued integer := 0;
  begin
    if extract(isodow from local_time) > 5 or extract(hour from local_time) not between 9 and 16 then return 0; end if;
    for due_id in select reminder_due.quote_id from public.quote_reminders as reminder_due
        join public.quotes as reminded on reminded.id = reminder_due.quote_id and reminded.state <> 'expired'
      where status = 'waiting' and due_at <= clock group by reminder_due.quote_id order by reminder_due.quote_id limit 100
    loop
      -- The caller holds quotes that have expired. The next run queues what is locked now.
      perform from public.quotes where id = due_id for update skip locked;
      continue when not found;
      quote := private.lock_quote(due_id);
      select * into reminder from public.quote_reminders
        where quote_id = due_id and status = 'waiting' and due_at <= clock order by due_at, position limit 1;
      continue when reminder.id is null or quote.state = 'expired';
      if quote.state not in ('sent', 'viewed') or quote.version <> reminder.version or quote.customer_email is null
        or quote.reminders_stopped_at is not null or private.get_reminder_end(quote) < clock
      then
        update public.quote_reminders set status = 'cancelled' where quote_id = due_id and status = 'waiting';
      elsif not exists (
        select from public.quote_reminders
        where quote_id = due_id and status = 'queued' and queued_at > clock - interval '20 hours')
      then
        update public.quote_reminders set status = 'queued', queued_at = clock where id = reminder.id;
        perform private.queue_quote_mail(quote, 'customer', 'reminder', reminder.id);
        queued := queued + 1;
      end if;
    end loop;
    return queued;
  end
  $$;
