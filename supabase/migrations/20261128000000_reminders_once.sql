-- A reminder that is saved again, because the answer got lost, is stored once.

create or replace function public.save_quote_reminder(quote_id uuid, reminder_id uuid, due_day date, body text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    due constant timestamptz := private.get_next_reminder_time(due_day - private.get_today());
    free_position integer;
  begin
    perform private.require_staff();
    perform set_config('ridgeline.reminder_author', 'staff', true);
    quote := private.lock_quote(save_quote_reminder.quote_id);
    if quote.id is null then return '{"status": "not_found"}'::jsonb; end if;
    if quote.state not in ('sent', 'viewed') or quote.erased_at is not null then
      return jsonb_build_object('status', quote.state);
    end if;
    if quote.customer_email is null then return '{"status": "no_email"}'::jsonb; end if;
    if quote.reminders_stopped_at is not null then return '{"status": "stopped"}'::jsonb; end if;
    if due is null or due_day < private.get_today() or (due at time zone 'America/Toronto')::date > quote.valid_until
      or due > quote.first_sent_at + interval '6 months' or char_length(body) > 2000
    then
      return '{"status": "invalid"}'::jsonb;
    end if;
    if reminder_id is not null then
      update public.quote_reminders as reminder set due_at = due, body = coalesce(btrim(save_quote_reminder.body), '')
        where reminder.id = reminder_id and reminder.quote_id = quote.id and reminder.status = 'waiting';
      if not found then return '{"status": "not_found"}'::jsonb; end if;
    else
      -- The same call again, after an answer that got lost.
      if exists (
        select from public.quote_reminders as reminder
        where reminder.quote_id = quote.id and reminder.version = quote.version and reminder.status = 'waiting'
          and reminder.due_at = due and reminder.body = coalesce(btrim(save_quote_reminder.body), ''))
      then
        return jsonb_build_object('status', 'saved', 'dueAt', due);
      end if;
      select min(candidate) into free_position from generate_series(1, 3) as candidate
        where not exists (
          select from public.quote_reminders as reminder
          where reminder.quote_id = quote.id and reminder.version = quote.version and reminder.position = candidate
            and reminder.status <> 'cancelled');
      if free_position is null then return '{"status": "too_many"}'::jsonb; end if;
      insert into public.quote_reminders (quote_id, version, position, due_at, body)
        values (quote.id, quote.version, free_position, due, coalesce(btrim(save_quote_reminder.body), ''))
        on conflict on constraint quote_reminders_position_key
          do update set due_at = excluded.due_at, body = excluded.body, status = 'waiting', queued_at = null;
    end if;
    return jsonb_build_object('status', 'saved', 'dueAt', due);
  end
  $$;
