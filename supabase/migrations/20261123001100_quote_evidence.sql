-- The evidence log of a quote: one hash chain of events, with their personal values beside it, which can be
-- erased. See docs/decisions/028-quotes.md.

create table private.quote_chains (
  quote_id uuid primary key references public.quotes (id) on delete cascade,
  events integer not null default 0,
  head text not null default repeat('0', 64)
);
comment on table private.quote_chains is 'Length and last hash of each evidence log. Its row is locked while an event is added.';
revoke all on private.quote_chains from anon, authenticated, service_role;
alter table private.quote_chains enable row level security;

create table public.quote_events (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  sequence integer not null,
  type text not null,
  occurred_at timestamptz not null,
  entry text not null,
  previous_hash text not null,
  hash text not null,
  constraint quote_events_sequence_key unique (quote_id, sequence),
  constraint quote_events_sequence_min check (sequence >= 1),
  constraint quote_events_type_known check (type in (
    'created', 'sent', 'mailed', 'mail_dropped', 'opened', 'viewed', 'options', 'review_shown', 'message', 'accepted', 'declined',
    'answer_refused', 'changed', 'adjusted', 'extended', 'expired', 'withdrawn', 'link_created', 'links_revoked', 'reminders_stopped',
    'document', 'payment', 'stage', 'erased'))
);
comment on table public.quote_events is
  'The evidence log: one hash chain for each quote. Functions add rows; nobody changes or deletes them.';
comment on column public.quote_events.entry is 'The JSON text that was hashed. Personal values are in it as salted hashes.';
comment on column public.quote_events.hash is 'SHA-256 of previous_hash, a line feed and entry, in hexadecimal.';
create index quote_events_type_idx on public.quote_events (quote_id, type, sequence desc);

revoke all on public.quote_events from anon, authenticated, service_role;
grant select on public.quote_events to authenticated, service_role;
alter table public.quote_events enable row level security;
create policy "staff read quote events" on public.quote_events
  for select to authenticated using ((select private.is_staff()));

create trigger guard_quote_record before update or delete on public.quote_events
  for each row execute function private.guard_quote_record();

create table public.quote_event_details (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.quote_events (id) on delete cascade,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  field text not null,
  value text,
  salt text,
  constraint quote_event_details_field_key unique (event_id, field),
  constraint quote_event_details_whole check ((value is null) = (salt is null))
);
comment on table public.quote_event_details is
  'Personal values of the evidence log. The entry has SHA-256(salt || '':'' || value). Both are null once erased.';
create index quote_event_details_quote_id_idx on public.quote_event_details (quote_id);

revoke all on public.quote_event_details from anon, authenticated, service_role;
grant select on public.quote_event_details to authenticated, service_role;
alter table public.quote_event_details enable row level security;
create policy "staff read quote event details" on public.quote_event_details
  for select to authenticated using ((select private.is_staff()));

create function private.guard_event_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' and not exists (select from public.quotes where id = old.quote_id) then
      return old;
    end if;
    if tg_op = 'UPDATE' and new.value is null
      and to_jsonb(new) - 'value' - 'salt' = to_jsonb(old) - 'value' - 'salt'
    then
      return new;
    end if;
    raise restrict_violation using message = 'Values of the evidence log can only be erased';
  end
  $$;
comment on function private.guard_event_detail() is 'Rejects all but erasure.';
revoke execute on function private.guard_event_detail() from public, anon, authenticated;
create trigger guard_event_detail before update or delete on public.quote_event_details
  for each row execute function private.guard_event_detail();

create function private.append_quote_event(quote uuid, event_type text, actor text, data jsonb, personal jsonb default '{}')
  returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    chain private.quote_chains;
    happened_at constant timestamptz := clock_timestamp();
    event_id constant uuid := gen_random_uuid();
    details jsonb;
    entry text;
    hash text;
  begin
    insert into private.quote_chains (quote_id) values (quote) on conflict do nothing;
    select * into strict chain from private.quote_chains where quote_id = quote for update;
    select coalesce(jsonb_object_agg(key, jsonb_build_object('value', value, 'salt', salt)), '{}') into details
      from (
        select key, value, encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') as salt
        from jsonb_each_text(personal) where value is not null and value <> ''
      ) as salted;
    entry := jsonb_build_object(
      'format', 1, 'quote', quote, 'sequence', chain.events + 1, 'type', event_type, 'actor', actor,
      'account', case when actor = 'staff' then auth.uid() end,
      'at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'local', to_char(happened_at at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI:SS'),
      'data', jsonb_strip_nulls(data),
      'personal', (
        select coalesce(jsonb_object_agg(key, private.hash_text((value ->> 'salt') || ':' || (value ->> 'value'))), '{}')
        from jsonb_each(details)))::text;
    hash := private.hash_text(chain.head || E'\n' || entry);
    insert into public.quote_events (id, quote_id, sequence, type, occurred_at, entry, previous_hash, hash)
      values (event_id, quote, chain.events + 1, event_type, happened_at, entry, chain.head, hash);
    insert into public.quote_event_details (event_id, quote_id, field, value, salt)
      select event_id, quote, key, value ->> 'value', value ->> 'salt' from jsonb_each(details);
    update private.quote_chains set events = chain.events + 1, head = hash where quote_id = quote;
    return hash;
  end
  $$;
comment on function private.append_quote_event(uuid, text, text, jsonb, jsonb) is
  'Adds an event to the quote''s log and returns its hash. Personal values enter as salted hashes and are stored beside it.';
revoke execute on function private.append_quote_event(uuid, text, text, jsonb, jsonb) from public, anon, authenticated;

create function public.verify_quote(quote_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    event public.quote_events;
    entry jsonb;
    expected_hash text := repeat('0', 64);
    events integer := 0;
    erased integer := 0;
    problem text;
    chain private.quote_chains;
  begin
    if not private.is_staff() and current_setting('role', true) is distinct from 'service_role' then
      perform private.require_staff();
    end if;
    select * into chain from private.quote_chains where quote_chains.quote_id = verify_quote.quote_id;
    if chain.quote_id is null then return '{"status": "not_found"}'::jsonb; end if;
    for event in select * from public.quote_events as stored
      where stored.quote_id = verify_quote.quote_id order by sequence
    loop
      events := events + 1;
      problem := case
        when event.sequence <> events then 'an event is missing'
        when event.previous_hash <> expected_hash then 'the previous hash differs'
        when event.hash <> private.hash_text(event.previous_hash || E'\n' || event.entry) then 'the entry was changed' end;
      if problem is null then
        entry := event.entry::jsonb;
        problem := case
          when entry ->> 'quote' <> event.quote_id::text or (entry ->> 'sequence')::integer <> event.sequence
            or entry ->> 'type' <> event.type or (entry ->> 'at')::timestamptz <> event.occurred_at
          then 'a column differs from the entry'
          when exists (
            select from jsonb_object_keys(entry -> 'personal') as field
            where not exists (
              select from public.quote_event_details as detail where detail.event_id = event.id and detail.field = field.field))
          then 'a personal value is missing'
          when exists (
            select from public.quote_event_details as detail
            where detail.event_id = event.id and detail.value is not null
              and private.hash_text(detail.salt || ':' || detail.value) is distinct from entry -> 'personal' ->> detail.field)
          then 'a personal value was changed'
          when event.type in ('sent', 'adjusted') and not exists (
            select from public.quote_versions as sent
            where sent.quote_id = event.quote_id and sent.version = (entry #>> '{data,version}')::integer
              and sent.document_sha256 = entry #>> '{data,documentSha256}'
              and case when sent.document is null
                then exists (select from public.quotes where id = sent.quote_id and erased_at is not null)
                else private.hash_text(sent.document) = sent.document_sha256 end)
          then 'the document of a version was changed'
          when event.type = 'document' and not exists (
            select from public.quote_documents as document
            where document.quote_id = event.quote_id and document.version = (entry #>> '{data,version}')::integer
              and document.type = entry #>> '{data,type}' and document.sha256 = entry #>> '{data,sha256}')
          then 'the hash of a PDF was changed'
          when event.type = 'accepted' and not exists (
            select from public.quote_acceptances as acceptance
            where acceptance.quote_id = event.quote_id and acceptance.event_hash = event.hash
              and acceptance.agreement = entry #>> '{data,agreement}'
              and private.hash_text(acceptance.agreement) = entry #>> '{data,agreementSha256}')
          then 'the agreement of an acceptance was changed' end;
        select erased + count(*) into erased from public.quote_event_details as detail
          where detail.event_id = event.id and detail.value is null;
      end if;
      if problem is not null then
        return jsonb_build_object('status', 'broken', 'sequence', events, 'problem', problem);
      end if;
      expected_hash := event.hash;
    end loop;
    if events <> chain.events or expected_hash <> chain.head then
      return jsonb_build_object('status', 'broken', 'sequence', events + 1, 'problem', 'the end of the log is missing');
    end if;
    return jsonb_build_object('status', 'intact', 'events', events, 'head', chain.head, 'erased', erased);
  end
  $$;
comment on function public.verify_quote(uuid) is
  'Verifies a quote''s evidence log from its first event to its last hash, and the documents that it names. Reports where it breaks.';
revoke execute on function public.verify_quote(uuid) from public, anon;
grant execute on function public.verify_quote(uuid) to authenticated, service_role;

create function private.log_quote_created() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.append_quote_event(new.id, 'created', case when private.is_staff() then 'staff' else 'system' end,
      jsonb_build_object('request', new.quote_request_id));
    return null;
  end
  $$;
comment on function private.log_quote_created() is 'Begins the evidence log of a quote.';
revoke execute on function private.log_quote_created() from public, anon, authenticated;
create trigger log_created after insert on public.quotes
  for each row execute function private.log_quote_created();

-- Another e-mail address ends the links that went to the former one.
create function private.log_customer_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.customer_email is distinct from old.customer_email then
      update private.quote_tokens set revoked_at = now() where quote_id = new.id and revoked_at is null;
    end if;
    perform private.append_quote_event(new.id, 'changed', case when private.is_staff() then 'staff' else 'system' end, '{}',
      jsonb_build_object('name', new.customer_name, 'email', new.customer_email, 'phone', new.customer_phone,
        'address', new.customer_address));
    return null;
  end
  $$;
comment on function private.log_customer_change() is 'Logs a change of the customer of a sent quote.';
revoke execute on function private.log_customer_change() from public, anon, authenticated;
create trigger log_customer_change
  after update of customer_name, customer_email, customer_phone, customer_address on public.quotes
  for each row when (new.version > 0 and new.erased_at is null
    and (new.customer_name, new.customer_email, new.customer_phone, new.customer_address)
      is distinct from (old.customer_name, old.customer_email, old.customer_phone, old.customer_address))
  execute function private.log_customer_change();
