-- A wrong clock neither expires quotes for good nor reminds customers early: expiry is taken back when the date
-- says so, what is due must be due by the caller's clock as well, and nothing is done for an hour after a jump.

alter table public.quote_events drop constraint quote_events_type_known;
alter table public.quote_events add constraint quote_events_type_known check (type in (
  'created', 'sent', 'mailed', 'mail_dropped', 'opened', 'viewed', 'options', 'review_shown', 'message', 'accepted', 'declined',
  'answer_refused', 'changed', 'adjusted', 'extended', 'expired', 'expiry_undone', 'withdrawn', 'link_created', 'links_revoked',
  'reminders_stopped', 'document', 'payment', 'stage', 'erased'));
comment on column public.quotes.state_before_expiry is
  'What the latest version was when it expired, which an extension restores, and private.undo_expiry.';

create or replace function private.end_quote_version(quote public.quotes, outcome text) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ended public.quotes;
    acceptance public.quote_acceptances;
  begin
    select * into acceptance from public.quote_acceptances as stored
      where stored.quote_id = quote.id and stored.version = quote.accepted_version;
    if acceptance.id is null then
      update public.quotes as changed
        set state = outcome, state_before_expiry = case outcome when 'expired' then quote.state end
        where changed.id = quote.id returning * into ended;
    else
      update public.quotes as changed
        set state = 'accepted', lapsed_as = outcome, selection = acceptance.selection,
          state_before_expiry = case outcome when 'expired' then quote.state end,
          valid_until = (acceptance.agreement::jsonb ->> 'validUntil')::date
        where changed.id = quote.id returning * into ended;
    end if;
    return ended;
  end
  $$;

create function private.get_expired_day(quote public.quotes) returns date
  language sql stable security definer
  set search_path = ''
  as $$
    select case
      when quote.state_before_expiry is null or quote.erased_at is not null then null
      when quote.state = 'expired' then quote.valid_until
      when quote.state = 'accepted' and quote.lapsed_as = 'expired' then (
        select (event.entry::jsonb #>> '{data,validUntil}')::date from public.quote_events as event
        where event.quote_id = quote.id and event.type = 'expired' order by event.sequence desc limit 1) end
  $$;
comment on function private.get_expired_day(public.quotes) is
  'The last day of a latest version that has expired; null if it has not.';
revoke execute on function private.get_expired_day(public.quotes) from public, anon, authenticated;

create function private.undo_expiry(quote public.quotes) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    last_day constant date := private.get_expired_day(quote);
    restored public.quotes;
  begin
    if coalesce(last_day < private.get_today(), true) then return quote; end if;
    if quote.state = 'accepted' then
      update public.quotes as changed
        set state = 'sent', lapsed_as = null, valid_until = last_day, selection = coalesce(
          -- The log leaves out what is null.
          (select '{"alternative": null}' || (event.entry::jsonb #> '{data,selection}') from public.quote_events as event
            where event.quote_id = quote.id and event.type in ('options', 'review_shown')
              and event.entry::jsonb #>> '{data,version}' = quote.version::text
            order by event.sequence desc limit 1),
          (select sent.selection from public.quote_versions as sent
            where sent.quote_id = quote.id and sent.version = quote.version))
        where changed.id = quote.id;
    end if;
    update public.quotes as changed set state = quote.state_before_expiry, state_before_expiry = null
      where changed.id = quote.id returning * into restored;
    perform private.append_quote_event(quote.id, 'expiry_undone', 'system',
      jsonb_build_object('version', quote.version, 'validUntil', last_day));
    return restored;
  end
  $$;
comment on function private.undo_expiry(public.quotes) is
  'Restores a version that a wrong clock has expired: the last day of a locked quote is not over.';
revoke execute on function private.undo_expiry(public.quotes) from public, anon, authenticated;

create or replace function private.lock_quote(quote uuid) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    locked public.quotes;
  begin
    select * into locked from public.quotes where id = quote for update;
    if locked.state in ('sent', 'viewed', 'change_requested') and locked.valid_until < private.get_today() then
      perform private.append_quote_event(quote, 'expired', 'system',
        jsonb_build_object('version', locked.version, 'validUntil', locked.valid_until));
      return private.end_quote_version(locked, 'expired');
    end if;
    return private.undo_expiry(locked);
  end
  $$;
comment on function private.lock_quote(uuid) is
  'Locks the quote until the transaction ends and returns it, expired if its last day is over, and not expired if it is not.';

create table private.quote_clock (
  id boolean primary key default true,
  checked_at timestamptz not null,
  paused_until timestamptz,
  constraint quote_clock_one_row check (id)
);
comment on table private.quote_clock is
  'At most one row: when due quotes were last processed, within a minute, and until when a jump of the clock pauses that.';
revoke all on private.quote_clock from anon, authenticated, service_role;
alter table private.quote_clock enable row level security;

create function private.is_clock_steady() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    clock private.quote_clock;
    started constant timestamptz := clock_timestamp();
    paused timestamptz;
  begin
    insert into private.quote_clock (checked_at) values (started) on conflict do nothing;
    select * into clock from private.quote_clock for update;
    paused := case
      when clock.checked_at < started - interval '1 day' then started + interval '1 hour'
      when clock.paused_until between started and started + interval '1 hour' then clock.paused_until end;
    if clock.paused_until is distinct from paused or clock.checked_at not between started - interval '1 minute' and started then
      update private.quote_clock set checked_at = started, paused_until = paused;
    end if;
    return paused is null;
  end
  $$;
comment on function private.is_clock_steady() is
  'False in the hour after the database''s clock was more than a day ahead of the last check: it has jumped, or nothing was running.';
revoke execute on function private.is_clock_steady() from public, anon, authenticated;

drop function public.process_due_quotes();
create function public.process_due_quotes(caller_clock timestamptz default now()) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    due_id uuid;
    clock constant timestamptz := least(now(), caller_clock);
    today constant date := least(private.get_today(), (caller_clock at time zone 'America/Toronto')::date);
    is_steady constant boolean := private.is_clock_steady();
    expired integer := 0;
  begin
    for due_id in select quote.id from public.quotes as quote
      where erased_at is null and state_before_expiry is not null
        and ((state = 'expired' and valid_until >= private.get_today())
          or (state = 'accepted' and lapsed_as = 'expired' and private.get_expired_day(quote) >= private.get_today()))
      order by id limit 100
    loop
      perform private.lock_quote(due_id);
    end loop;
    for due_id in select id from public.quotes
      where is_steady and state in ('sent', 'viewed', 'change_requested') and valid_until < today order by id limit 100
    loop
      perform private.lock_quote(due_id);
      expired := expired + 1;
    end loop;
    return jsonb_build_object('expired', expired,
      'reminders', case when is_steady then private.queue_due_reminders(clock) else 0 end,
      'unneededFiles', private.list_unneeded_quote_files(), 'unneededImages', private.list_unneeded_images());
  end
  $$;
comment on function public.process_due_quotes(timestamptz) is
  'Expires quotes whose last day is over and queues reminders, if they are due by the clocks of database and caller and neither has jumped; takes expiry back that the date contradicts; lists PDFs and photos that the caller removes.';
revoke execute on function public.process_due_quotes(timestamptz) from public, anon, authenticated;
grant execute on function public.process_due_quotes(timestamptz) to service_role;
