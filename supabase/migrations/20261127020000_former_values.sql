-- The values that an edit by staff replaced can be put back for 30 days. The audit log has those of content; those of
-- drafts of quotes and of templates, which it only names, are here.

create table public.former_values (
  audit_entry_id bigint primary key references public.audit_entries (id) on delete cascade,
  table_name text not null,
  record_id uuid not null,
  emails text[] not null default '{}',
  before jsonb not null,
  after jsonb not null,
  replaced_at timestamptz not null default clock_timestamp(),
  constraint former_values_table_known check (table_name in ('quotes', 'quote_templates'))
);
comment on table public.former_values is
  'What edits of drafts of quotes and of templates replaced, for 30 days. Written by triggers; put_back_values restores it. Only staff read it.';
comment on column public.former_values.emails is
  'The e-mail addresses of the quote''s customer at that time, in lower case, by which a person''s values are found and erased.';
comment on column public.former_values.before is 'The changed columns before the edit.';
comment on column public.former_values.after is 'The same columns after it.';
create index former_values_record_idx on public.former_values (table_name, record_id, audit_entry_id desc);
create index former_values_emails_idx on public.former_values using gin (emails);
create index former_values_replaced_at_idx on public.former_values (replaced_at desc, audit_entry_id desc);

revoke all on public.former_values from anon, authenticated, service_role;
grant select on public.former_values to authenticated, service_role;
alter table public.former_values enable row level security;
create policy "staff read former values" on public.former_values
  for select to authenticated using ((select private.is_staff()));

-- Its triggers' name sorts after write_audit_entry, whose entry it belongs to. The 50 newest of a row are kept.
create function private.keep_former_values() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    old_row constant jsonb := to_jsonb(old);
    new_row constant jsonb := to_jsonb(new);
    changed constant text[] := array(
      select name from unnest(tg_argv) as name where old_row -> name is distinct from new_row -> name);
    entry_id bigint;
  begin
    if changed = '{}' or not exists (select from public.staff where user_id = auth.uid()) then return null; end if;
    select max(entry.id) into entry_id from public.audit_entries as entry
      where entry.table_name = tg_table_name and entry.record_id = old_row ->> 'id' and entry.action = 'update';
    insert into public.former_values (audit_entry_id, table_name, record_id, emails, before, after)
      select entry_id, tg_table_name, old.id,
        array_remove(array[lower(btrim(old_row ->> 'customer_email')), lower(btrim(new_row ->> 'customer_email'))], null)
          || case tg_table_name when 'quotes' then private.list_quote_emails(old.id) else '{}' end,
        jsonb_object_agg(name, old_row -> name), jsonb_object_agg(name, new_row -> name)
      from unnest(changed) as name;
    delete from public.former_values as kept
      where kept.table_name = tg_table_name and kept.record_id = old.id and kept.audit_entry_id not in (
        select newest.audit_entry_id from public.former_values as newest
        where newest.table_name = tg_table_name and newest.record_id = old.id
        order by newest.audit_entry_id desc limit 50);
    return null;
  end
  $$;
comment on function private.keep_former_values() is
  'Keeps what an edit by staff replaced in the columns that are its arguments.';
revoke execute on function private.keep_former_values() from public, anon, authenticated;

create trigger write_former_values after update on public.quotes
  for each row when (old.version = 0 and new.version = 0)
  execute function private.keep_former_values('content', 'customer_name', 'customer_email', 'customer_phone', 'customer_address');
create trigger write_former_values after update on public.quote_templates
  for each row execute function private.keep_former_values('content');

create function private.forget_former_values() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    old_row constant jsonb := to_jsonb(old);
    forgotten_id constant uuid := coalesce(old_row ->> 'record_id', old_row ->> 'id');
  begin
    -- It was put back.
    if tg_table_name = 'deleted_records' and (exists (select from public.quotes where id = forgotten_id)
      or exists (select from public.quote_templates where id = forgotten_id))
    then
      return null;
    end if;
    delete from public.former_values as kept
      where kept.table_name = coalesce(old_row ->> 'table_name', tg_table_name) and kept.record_id = forgotten_id;
    return null;
  end
  $$;
comment on function private.forget_former_values() is
  'Deletes the former values of a quote that is sent or erased, and of a row that was deleted and can no longer be put back.';
revoke execute on function private.forget_former_values() from public, anon, authenticated;

create trigger forget_former_values after update on public.quotes
  for each row when (old.version = 0 and new.version > 0) execute function private.forget_former_values();
create trigger forget_erased_values after delete on public.quotes
  for each row when (current_user <> 'authenticated') execute function private.forget_former_values();
create trigger forget_erased_values after delete on public.quote_templates
  for each row when (current_user <> 'authenticated') execute function private.forget_former_values();
create trigger forget_former_values after delete on public.deleted_records
  for each row execute function private.forget_former_values();

create or replace function public.prune_deleted_records(caller_clock timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    oldest constant timestamptz := least(now(), caller_clock) - interval '30 days';
    max_bytes constant bigint := 200 * 1024 * 1024;
    deleted integer;
  begin
    delete from public.deleted_records where deleted_at < oldest;
    get diagnostics deleted = row_count;
    delete from public.former_values where replaced_at < oldest;
    delete from public.former_values as kept using (
      select audit_entry_id, sum(pg_column_size(before) + pg_column_size(after))
        over (order by replaced_at desc, audit_entry_id desc) as bytes from public.former_values) as newest
      where kept.audit_entry_id = newest.audit_entry_id and newest.bytes > max_bytes;
    return deleted;
  end
  $$;
comment on function public.prune_deleted_records(timestamptz) is
  'Deletes what was deleted or replaced more than 30 days ago for good, and former values beyond 200 MB, the oldest first. Returns the number of deleted rows.';

-- Under the caller's own rights: grants, policies, constraints and triggers are those of any edit.
create function public.put_back_values(entry_id bigint, seen timestamptz default null) returns jsonb
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  declare
    entry public.audit_entries;
    kept public.former_values;
    former jsonb;
    replaced jsonb;
    target text;
    stored jsonb;
    changed text[];
    columns text;
  begin
    select * into entry from public.audit_entries as found
      where found.id = entry_id and found.action = 'update' and found.occurred_at > now() - interval '30 days'
        and found.table_name in ('quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects',
          'shed_listings', 'reviews', 'blog_posts', 'video_carousel', 'home_content', 'business_settings',
          'designer_settings', 'quote_settings', 'tax_settings', 'site_pages', 'image_alt_texts');
    select * into kept from public.former_values as found where found.audit_entry_id = entry.id;
    former := coalesce(entry.before, '{}') || coalesce(kept.before, '{}');
    replaced := coalesce(entry.after, '{}') || coalesce(kept.after, '{}');
    if entry.id is null or former = '{}' or (entry.table_name = 'quotes' and kept.audit_entry_id is null) then
      return jsonb_build_object('status', 'not_found');
    end if;

    target := case entry.table_name when 'image_alt_texts' then 'path = $1' else 'id = $1::uuid' end;
    execute format('select to_jsonb(stored) from public.%I as stored where %s for update', entry.table_name, target)
      into stored using entry.record_id;
    if stored is null then return jsonb_build_object('status', 'deleted'); end if;
    select array_agg(name) filter (where stored -> name is distinct from replaced -> name),
        string_agg(quote_ident(name), ', ')
      into changed, columns from jsonb_object_keys(former) as name where stored ? name;
    if not exists (
      select from jsonb_each(former) as part where stored ? part.key and stored -> part.key is distinct from part.value)
    then
      return jsonb_build_object('status', 'unchanged');
    end if;
    if cardinality(changed) > 0 and seen is distinct from (stored ->> 'updated_at')::timestamptz then
      return jsonb_build_object('status', 'changed', 'columns', changed, 'updated_at', stored -> 'updated_at');
    end if;
    execute format('update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where %3$s',
      entry.table_name, columns, target) using entry.record_id, former;
    return jsonb_build_object('status', 'put_back');
  end
  $$;
comment on function public.put_back_values(bigint, timestamptz) is
  'Restores what an edit of the last 30 days replaced: put_back; unchanged if it is so already; changed with the columns and the version of a row that was edited since, unless that version was seen; deleted; not_found.';
revoke execute on function public.put_back_values(bigint, timestamptz) from public, anon;
grant execute on function public.put_back_values(bigint, timestamptz) to authenticated;

create or replace function public.erase_quotes(person_email text) returns jsonb
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
      where id in (select private.find_quotes_of(person_email)) order by id
    loop
      outcome := private.erase_quote(quote.id, 'request');
      outcomes := outcomes || outcome;
      if outcome = 'retained' then
        retained := retained || jsonb_build_object('number', quote.number, 'until', private.get_bookkeeping_end(quote));
      end if;
    end loop;
    delete from public.former_values where emails @> array[lower(btrim(person_email))];
    perform private.erase_audit_address(person_email);
    return jsonb_build_object('deleted', cardinality(array_positions(outcomes, 'deleted')),
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained);
  end
  $$;
comment on function public.erase_quotes(text) is
  'Erases a person from all quotes that have or had this e-mail address, from former values of drafts, and a former account from the audit log. Returns how many quotes, and which ones are retained until when because they are accepted.';

create or replace function public.get_personal_data(person_email text) returns jsonb
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
        where quote.id in (select private.find_quotes_of(person_email))),
      'former_values', (
        select coalesce(jsonb_agg(to_jsonb(former) - 'after' order by former.audit_entry_id), '[]')
        from public.former_values as former
        where former.emails @> array[lower(btrim(person_email))]
          or former.table_name = 'quotes' and former.record_id in (select private.find_quotes_of(person_email))),
      'other_addresses', private.list_other_addresses(person_email),
      'audit_entries', (
        select coalesce(jsonb_agg(to_jsonb(entry) - 'changes' order by entry.id), '[]')
        from public.audit_entries as entry
        where lower(btrim(person_email)) in (lower(entry.actor_email), lower(entry.record_name), lower(entry.before ->> 'email'),
          lower(entry.after ->> 'email'))))
  $$;
comment on function public.get_personal_data(text) is
  'Quote requests, contact messages, consents, quotes with former values of drafts, and audit entries that have or had one e-mail address, in any case, for export and erasure.';
