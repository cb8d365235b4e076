-- Consents, deletion by age, the log of backups, and the personal data of one person: export and erasure.

-- To which wording a person agreed, when, on which form, and who asked: Canada's anti-spam law, S.C.
-- 2010, c. 23, section 10. A withdrawn consent is stored until it is erased or expires.
create table public.marketing_consents (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  wording text not null,
  source text not null,
  requested_by text not null default '',
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint marketing_consents_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and email = lower(email)),
  constraint marketing_consents_wording_known check (wording in (
    'Yes, send me news and offers by e-mail now and then. I can take this back at any time.')),
  constraint marketing_consents_source_known check (source in ('contact', 'quote'))
);
comment on table public.marketing_consents is 'Consents to news by e-mail. Visitors insert them and can''t read them.';
comment on column public.marketing_consents.email is 'In lower case (by a trigger).';
comment on column public.marketing_consents.wording is 'The label of the checkbox. A new wording is added to the constraint.';
comment on column public.marketing_consents.source is 'The form: contact or quote.';
comment on column public.marketing_consents.requested_by is 'Name, postal address, e-mail and telephone of the business at that time (by a trigger).';
create index marketing_consents_email_idx on public.marketing_consents (email, created_at desc);
create index marketing_consents_created_at_idx on public.marketing_consents (created_at, id);

revoke all on public.marketing_consents from anon, authenticated;
grant insert (email, wording, source) on public.marketing_consents to anon, authenticated;
grant select, update (withdrawn_at), delete on public.marketing_consents to authenticated;
alter table public.marketing_consents enable row level security;
create policy "everyone agrees to news" on public.marketing_consents
  for insert to anon, authenticated with check (true);
create policy "staff read consents" on public.marketing_consents
  for select to authenticated using ((select private.is_staff()));
create policy "staff withdraw consents" on public.marketing_consents
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff erase consents" on public.marketing_consents
  for delete to authenticated using ((select private.is_staff()));

-- security definer: visitors can't read earlier consents. A repeated consent is skipped without an
-- error, which would reveal the earlier one.
create function private.prepare_marketing_consent() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    new.email = lower(btrim(new.email));
    perform pg_advisory_xact_lock(hashtextextended('marketing_consents ' || new.email, 0));
    if exists (
      select from public.marketing_consents as earlier
      where earlier.email = new.email and earlier.wording = new.wording and earlier.withdrawn_at is null
    ) then
      return null;
    end if;
    select concat_ws(', ', business_name, nullif(address, ''), nullif(email, ''), nullif(phone, ''))
      into new.requested_by from public.business_settings limit 1;
    new.requested_by = coalesce(new.requested_by, '');
    return new;
  end
  $$;
comment on function private.prepare_marketing_consent() is
  'Fills in requested_by and skips a consent that exists already.';

create function private.set_withdrawn_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.withdrawn_at = coalesce(old.withdrawn_at, now());
    return new;
  end
  $$;
comment on function private.set_withdrawn_at() is
  'Any update withdraws the consent now; further updates change nothing.';

create trigger prepare_consent before insert on public.marketing_consents
  for each row execute function private.prepare_marketing_consent();
create trigger set_withdrawn_at before update on public.marketing_consents
  for each row execute function private.set_withdrawn_at();
create trigger write_audit_entry after insert or update or delete on public.marketing_consents
  for each row execute function private.write_audit_entry('{"stored": ["source", "created_at", "withdrawn_at"]}');

create table public.retention_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  retention_months integer not null,
  removed_before timestamptz not null,
  skipped boolean not null default false,
  quote_requests integer not null default 0,
  contact_submissions integer not null default 0,
  marketing_consents integer not null default 0,
  quotes integer not null default 0,
  images integer not null default 0,
  errors integer not null default 0,
  constraint retention_runs_counts_min check (
    least(quote_requests, contact_submissions, marketing_consents, quotes, images, errors) >= 0)
);
comment on table public.retention_runs is 'Runs of the daily deletion by age, with the number of deleted rows.';
comment on column public.retention_runs.skipped is
  'True if nothing was deleted because the clock is more than 60 days ahead of the previous run.';
comment on column public.retention_runs.errors is 'Requests not deleted because an image could not be deleted.';
create index retention_runs_started_at_idx on public.retention_runs (started_at desc);

revoke all on public.retention_runs from anon, authenticated;
grant select on public.retention_runs to authenticated;
alter table public.retention_runs enable row level security;
create policy "staff read retention runs" on public.retention_runs
  for select to authenticated using ((select private.is_staff()));

create function private.set_finished_at() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.finished_at = now();
    return new;
  end
  $$;
comment on function private.set_finished_at() is 'The counts of a run are written once, at its end.';
create trigger set_finished_at before update on public.retention_runs
  for each row execute function private.set_finished_at();

-- One process at a time gets the run, once in 23 hours unless the months have changed. A wrong clock
-- must not delete enquiries: the cutoff is by the slower of the database's and the caller's clock, and
-- the first run after a jump of more than 60 days deletes nothing. The time is read after the lock,
-- because now() is the start of the transaction.
create function public.begin_retention_run(caller_clock timestamptz) returns jsonb
  language plpgsql security invoker
  set search_path = ''
  as $$
  declare
    months integer := 24;
    started timestamptz;
    cutoff timestamptz;
    latest timestamptz;
    run_id uuid;
  begin
    perform pg_advisory_xact_lock(hashtextextended('retention_runs', 0));
    started = clock_timestamp();
    if exists (select from public.business_settings) then
      select retention_months into months from public.business_settings limit 1;
    end if;
    if months is null or exists (
      select from public.retention_runs as run
      where run.retention_months = months and (
        (run.finished_at is null and run.started_at > started - interval '1 hour' and run.started_at <= started)
        or (run.finished_at > started - interval '23 hours' and run.finished_at <= started))
    ) then
      return null;
    end if;
    cutoff = least(started, caller_clock) - make_interval(months => months);
    select max(started_at) into latest from public.retention_runs where started_at <= started;
    if latest < started - interval '60 days' then
      insert into public.retention_runs (retention_months, removed_before, skipped, finished_at)
        values (months, cutoff, true, started);
      return null;
    end if;
    delete from public.retention_runs where started_at < started - interval '400 days';
    insert into public.retention_runs (retention_months, removed_before) values (months, cutoff)
      returning id into run_id;
    return jsonb_build_object('id', run_id, 'removed_before', cutoff);
  end
  $$;
comment on function public.begin_retention_run(timestamptz) is
  'Stores the start of a run and returns its id and the cutoff; null if none is due.';
revoke execute on function public.begin_retention_run(timestamptz) from public, anon, authenticated;
grant execute on function public.begin_retention_run(timestamptz) to service_role;

create table public.backup_runs (
  id uuid primary key default gen_random_uuid(),
  due_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  file_name text,
  bytes bigint,
  failure text,
  constraint backup_runs_outcome check (
    case when finished_at is null then file_name is null and bytes is null and failure is null
    else (failure is null) = (file_name is not null) and (failure is null) = (bytes is not null) end),
  constraint backup_runs_bytes_min check (bytes >= 0),
  constraint backup_runs_file_name_length check (char_length(file_name) between 1 and 255),
  constraint backup_runs_failure_length check (char_length(failure) between 1 and 1000)
);
comment on table public.backup_runs is 'Scheduled backups of the last months, written by the server. The files are outside the database.';
comment on column public.backup_runs.due_at is 'Scheduled time. A missed run is made up for at the next start.';
comment on column public.backup_runs.failure is 'Why the backup failed; null if it succeeded or is running.';
create index backup_runs_started_at_idx on public.backup_runs (started_at desc);

revoke all on public.backup_runs from anon, authenticated;
grant select on public.backup_runs to authenticated;
alter table public.backup_runs enable row level security;
create policy "staff read backup runs" on public.backup_runs
  for select to authenticated using ((select private.is_staff()));

create function private.get_bookkeeping_end(quote public.quotes) returns date
  language sql stable security definer
  set search_path = ''
  as $$
    select make_date(extract(year from quote.accepted_at at time zone 'America/Toronto')::integer
      + coalesce((select bookkeeping_years from public.quote_settings), 6), 12, 31)
  $$;
comment on function private.get_bookkeeping_end(public.quotes) is
  'The last day on which an accepted quote has to be retained; null if it was never accepted.';
revoke execute on function private.get_bookkeeping_end(public.quotes) from public, anon, authenticated;

create function private.erase_quote(quote_id uuid, reason text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes := private.lock_quote(erase_quote.quote_id);
  begin
    if quote.id is null or quote.erased_at is not null then return 'erased'; end if;
    if quote.version = 0 then
      delete from public.quotes where id = quote.id;
      return 'deleted';
    end if;
    if private.get_bookkeeping_end(quote) >= private.get_today() then return 'retained'; end if;
    update public.quotes as changed
      set customer_name = '', customer_email = null, customer_phone = null, customer_address = null, decline_reason = null,
        content = private.erase_quote_texts(quote.content), quote_request_id = null, erased_at = now(),
        state = case when quote.state not in ('sent', 'viewed', 'change_requested') then quote.state
          when quote.accepted_version is null then 'withdrawn' else 'accepted' end
      where changed.id = quote.id;
    update public.quote_event_details as detail set value = null, salt = null where detail.quote_id = quote.id;
    update public.quote_messages as message set body = null where message.quote_id = quote.id;
    update public.quote_versions as sent set content = private.erase_quote_texts(sent.content), document = null
      where sent.quote_id = quote.id;
    update public.quote_payments as payment set note = '' where payment.quote_id = quote.id;
    update public.quote_stages as stage set note = '', images = '{}' where stage.quote_id = quote.id;
    delete from private.quote_tokens as link where link.quote_id = quote.id;
    delete from private.outbox as mail where mail.quote_id = quote.id;
    insert into private.quote_file_removals (path)
      select path from public.quote_documents as document where document.quote_id = quote.id and path is not null
      on conflict do nothing;
    update public.quote_documents as document set status = 'erased', path = null where document.quote_id = quote.id;
    update public.quote_reminders as reminder
      set body = '', status = case when status = 'waiting' then 'cancelled' else status end
      where reminder.quote_id = quote.id;
    perform private.append_quote_event(quote.id, 'erased', case when private.is_staff() then 'staff' else 'system' end,
      jsonb_build_object('reason', reason));
    return 'erased';
  end
  $$;
comment on function private.erase_quote(uuid, text) is
  'Deletes a draft, or erases the customer from a quote: names, addresses, messages, IPs, links, and what staff typed. Number, amounts and log remain. An accepted quote is retained while bookkeeping law requires.';
revoke execute on function private.erase_quote(uuid, text) from public, anon, authenticated;

create function public.erase_quotes(person_email text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    outcome text;
    outcomes text[] := array[]::text[];
    retained jsonb := '[]'::jsonb;
  begin
    if current_setting('role', true) is distinct from 'service_role' then perform private.require_staff(); end if;
    for quote in select * from public.quotes
      where lower(customer_email) = lower(btrim(person_email)) order by created_at, id
    loop
      outcome := private.erase_quote(quote.id, 'request');
      outcomes := outcomes || outcome;
      if outcome = 'retained' then
        retained := retained || jsonb_build_object('number', quote.number, 'until', private.get_bookkeeping_end(quote));
      end if;
    end loop;
    return jsonb_build_object('deleted', cardinality(array_positions(outcomes, 'deleted')),
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained);
  end
  $$;
comment on function public.erase_quotes(text) is
  'Erases a person from all quotes and returns how many, and which ones are retained until when because they are accepted.';
revoke execute on function public.erase_quotes(text) from public, anon;
grant execute on function public.erase_quotes(text) to authenticated, service_role;

create function public.erase_old_quotes(removed_before timestamptz) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
    erased integer := 0;
  begin
    for quote in select * from public.quotes as old
      where old.erased_at is null and greatest(old.updated_at, old.sent_at, old.accepted_at) < removed_before
        and coalesce(private.get_bookkeeping_end(old) < private.get_today(), true)
      order by old.created_at limit 500
    loop
      perform private.erase_quote(quote.id, 'retention');
      erased := erased + 1;
    end loop;
    return erased;
  end
  $$;
comment on function public.erase_old_quotes(timestamptz) is
  'Erases the customers of at most 500 quotes that nobody has changed since, and returns the number. Accepted ones stay until the end of bookkeeping.';
revoke execute on function public.erase_old_quotes(timestamptz) from public, anon, authenticated;
grant execute on function public.erase_old_quotes(timestamptz) to service_role;

create function public.get_personal_data(person_email text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with hidden (columns) as (values (array['search_text', 'name_order', 'budget_order', 'size_order',
      'subject_order', 'message_order']))
    select jsonb_build_object(
      'quote_requests', (
        select coalesce(jsonb_agg(to_jsonb(quote) - columns
          || jsonb_build_object('design_price', to_jsonb(quote) -> 'design_price' -> 'shown')
          order by quote.created_at, quote.id), '[]')
        from public.quote_requests as quote, hidden
        where lower(quote.email) = lower(btrim(person_email))),
      'contact_submissions', (
        select coalesce(jsonb_agg(to_jsonb(submission) - columns order by submission.created_at, submission.id), '[]')
        from public.contact_submissions as submission, hidden
        where lower(submission.email) = lower(btrim(person_email))),
      'marketing_consents', (
        select coalesce(jsonb_agg(to_jsonb(consent) order by consent.created_at, consent.id), '[]')
        from public.marketing_consents as consent
        where consent.email = lower(btrim(person_email))),
      'quotes', (
        select coalesce(jsonb_agg(to_jsonb(quote) - array['search_text'] || jsonb_build_object(
          'versions', (
            select coalesce(jsonb_agg(sent.document::jsonb order by sent.version), '[]')
            from public.quote_versions as sent where sent.quote_id = quote.id),
          'messages', (
            select coalesce(jsonb_agg(to_jsonb(message) - 'quote_id' order by message.created_at), '[]')
            from public.quote_messages as message where message.quote_id = quote.id),
          'payments', (
            select coalesce(jsonb_agg(to_jsonb(payment) - 'quote_id' order by payment.paid_on), '[]')
            from public.quote_payments as payment where payment.quote_id = quote.id),
          'stages', (
            select coalesce(jsonb_agg(to_jsonb(reached) - 'quote_id' order by reached.reached_on, reached.created_at), '[]')
            from public.quote_stages as reached where reached.quote_id = quote.id),
          'events', (
            select coalesce(jsonb_agg(event.entry::jsonb || jsonb_build_object('personal', (
              select coalesce(jsonb_object_agg(detail.field, detail.value), '{}')
              from public.quote_event_details as detail where detail.event_id = event.id)) order by event.sequence), '[]')
            from public.quote_events as event where event.quote_id = quote.id))
          order by quote.created_at, quote.id), '[]')
        from public.quotes as quote
        where lower(quote.customer_email) = lower(btrim(person_email))))
  $$;
comment on function public.get_personal_data(text) is
  'Quote requests, contact messages, consents and quotes of one e-mail address in any case, for export and erasure.';
revoke execute on function public.get_personal_data(text) from public, anon;
grant execute on function public.get_personal_data(text) to authenticated, service_role;
