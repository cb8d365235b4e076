-- One rule for expiry, whoever calls: a quote expires once its last day is over by the clocks of the database and of the
-- job of due quotes, and never in the hour after a jump. A visit or an email during a jump expires nothing, so that the
-- email of a quote is not dropped; and no confirmation is given up by a clock that has jumped.

alter table private.quote_clock add column agreed_day date;
comment on table private.quote_clock is
  'At most one row: when due quotes were last processed, within a minute, until when a jump of the clock pauses that, and the day by both clocks.';
comment on column private.quote_clock.agreed_day is
  'The earlier of the days by the clocks of the database and of the job of due quotes, at its last run without a jump.';

create function private.has_clock_jumped() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from private.quote_clock
      where checked_at < clock_timestamp() - interval '1 day'
        or paused_until between clock_timestamp() and clock_timestamp() + interval '1 hour')
  $$;
comment on function private.has_clock_jumped() is 'What private.is_clock_steady() denies, without a check of its own that it stores.';
revoke execute on function private.has_clock_jumped() from public, anon, authenticated;

create function private.get_expiry_day() returns date
  language sql stable security definer
  set search_path = ''
  as $$
    select case when not private.has_clock_jumped() then
      least(private.get_today(), (select agreed_day from private.quote_clock)) end
  $$;
comment on function private.get_expiry_day() is
  'The day in Toronto by both clocks: quotes that were valid until an earlier one expire. Null after a jump, when none does.';
revoke execute on function private.get_expiry_day() from public, anon, authenticated;

create or replace function private.lock_quote(quote uuid) returns public.quotes
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    locked public.quotes;
  begin
    select * into locked from public.quotes where id = quote for update;
    if locked.state in ('sent', 'viewed', 'change_requested') and locked.valid_until < private.get_expiry_day() then
      perform private.append_quote_event(quote, 'expired', 'system',
        jsonb_build_object('version', locked.version, 'validUntil', locked.valid_until));
      return private.end_quote_version(locked, 'expired');
    end if;
    return private.undo_expiry(locked);
  end
  $$;
comment on function private.lock_quote(uuid) is
  'Locks the quote until the transaction ends and returns it, expired if its last day is over by private.get_expiry_day(), and not expired if it is not over.';

create or replace function public.open_quote(token text, before_message uuid default null) returns jsonb
  language plpgsql volatile security definer
  set search_path = '' set lock_timeout = '500ms'
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
    shown jsonb;
  begin
    if link.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    select * into quote from public.quotes where id = link.quote_id;
    if not private.has_opened_quote(quote, link)
      or (quote.state in ('sent', 'viewed', 'change_requested') and quote.valid_until < private.get_expiry_day())
      or private.get_expired_day(quote) >= private.get_today()
    then
      quote := private.lock_quote(link.quote_id);
      if not private.has_opened_quote(quote, link) then
        perform private.append_quote_event(quote.id, 'opened', 'customer',
          private.get_link_facts(token) || jsonb_build_object('version', private.get_shown_version(quote)), private.get_customer_facts(quote));
      end if;
    end if;
    select private.show_quote(current, before_message) into shown from public.quotes as current where current.id = link.quote_id;
    return shown;
  end
  $$;

create or replace function public.process_due_quotes(caller_clock timestamptz default now()) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    due record;
    clock constant timestamptz := least(now(), caller_clock);
    today constant date := least(private.get_today(), (caller_clock at time zone 'America/Toronto')::date);
    is_steady constant boolean := private.is_clock_steady();
    expiry_day date;
    expired integer := 0;
  begin
    update private.quote_clock set agreed_day = today where is_steady and agreed_day is distinct from today;
    expiry_day := private.get_expiry_day();
    for due in
      select id, expires from (
        (select quote.id, false as expires from public.quotes as quote
          where erased_at is null and state_before_expiry is not null
            and ((state = 'expired' and valid_until >= private.get_today())
              or (state = 'accepted' and lapsed_as = 'expired' and private.get_expired_day(quote) >= private.get_today()))
          order by id limit 100)
        union all
        (select id, true from public.quotes
          where state in ('sent', 'viewed', 'change_requested') and valid_until < expiry_day order by id limit 100)
      ) as due_quotes
      order by id
    loop
      perform private.lock_quote(due.id);
      expired := expired + due.expires::integer;
    end loop;
    return jsonb_build_object('expired', expired,
      'reminders', case when is_steady then private.queue_due_reminders(clock) else 0 end,
      'unneededFiles', private.list_unneeded_quote_files(), 'unneededImages', private.list_unneeded_images());
  end
  $$;

create function private.is_late_confirmation(mail private.outbox) returns boolean
  language sql stable
  set search_path = ''
  as $$ select private.is_confirmation(mail) and mail.created_at < now() - interval '1 day' $$;
comment on function private.is_late_confirmation(private.outbox) is
  'True if the e-mail confirms an enquiry of more than a day ago, and is sent no more.';
revoke execute on function private.is_late_confirmation(private.outbox) from public, anon, authenticated;

create or replace function public.claim_due_mails(max_mails integer, lifetime_seconds integer) returns jsonb
  language sql volatile security definer
  set search_path = ''
  as $$
    update private.outbox as mail set status = 'failed'
      where status = 'waiting' and private.is_late_confirmation(mail) and not private.has_clock_jumped()
        and private.seconds_elapsed(leased_at, lease_seconds);
    with due as (
      select mail.id from private.outbox as mail
      where status = 'waiting'
        and private.seconds_elapsed(queued_at, backoff_seconds)
        and private.seconds_elapsed(leased_at, lease_seconds)
        and not private.is_spam_mail(mail)
        and not private.is_late_confirmation(mail)
      order by private.is_confirmation(mail), queued_at
      limit max_mails
      for update skip locked),
    claimed as (
      update private.outbox as mail
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = lifetime_seconds, attempted_at = now(),
        attempts = attempts + case when private.waits_for_setting(mail) then 0 else 1 end
      from due where mail.id = due.id
      returning private.serialize_mail_claim(mail, false) as claim)
    select coalesce(jsonb_agg(claim), '[]') from claimed
  $$;
comment on function public.claim_due_mails(integer, integer) is
  'Leases e-mails that are due to the caller, those to the owner and of quotes first. After lifetime_seconds another sender can claim them. Confirmations that were not sent within a day are given up, unless the clock has jumped: they wait for an hour then.';
