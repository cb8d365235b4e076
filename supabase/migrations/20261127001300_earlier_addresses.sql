-- A person is found by earlier e-mail addresses, too: those in the evidence log of quotes, of the requests that they
-- answer, in mail servers' answers, and of accounts in the audit log.

create index quote_event_details_email_idx on public.quote_event_details (lower(value)) where field = 'email';

create function private.find_quotes_of(person_email text) returns setof uuid
  language sql stable security invoker
  set search_path = ''
  as $$
    with person as (select lower(btrim(person_email)) as email where btrim(person_email) <> '')
    select quote.id from public.quotes as quote, person where lower(quote.customer_email) = person.email
    union
    select detail.quote_id from public.quote_event_details as detail, person
      where detail.field = 'email' and lower(detail.value) = person.email
    union
    select quote.id from public.quotes as quote, public.quote_requests as request, person
      where request.id = quote.quote_request_id and quote.erased_at is null and lower(request.email) = person.email
    union
    select mail.quote_id from private.outbox as mail, person
      where mail.quote_id is not null and strpos(lower(mail.detail), person.email) > 0
  $$;
comment on function private.find_quotes_of(text) is
  'The quotes whose customer has or had this e-mail address, in any case.';
revoke execute on function private.find_quotes_of(text) from public, anon;
grant execute on function private.find_quotes_of(text) to authenticated, service_role;

create function private.list_other_addresses(person_email text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(distinct lower(email) order by lower(email)), '[]') from (
      select customer_email as email from public.quotes where id in (select private.find_quotes_of(person_email))
      union select value from public.quote_event_details
        where field = 'email' and quote_id in (select private.find_quotes_of(person_email))
      union select request.email from public.quote_requests as request join public.quotes as quote on quote.quote_request_id = request.id
        where quote.id in (select private.find_quotes_of(person_email))) as known
    where lower(email) <> lower(btrim(person_email))
  $$;
comment on function private.list_other_addresses(text) is
  'Further e-mail addresses of the customers of quotes that name this one. They may be the same person''s, or mistyped.';
revoke execute on function private.list_other_addresses(text) from public, anon;
grant execute on function private.list_other_addresses(text) to authenticated, service_role;

create function private.erase_audit_address(person_email text) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    update public.audit_entries as entry set
        actor_email = case when lower(entry.actor_email) = person.email then 'erased account' else entry.actor_email end,
        record_name = case when lower(entry.record_name) = person.email then 'erased account' else entry.record_name end,
        before = case when lower(entry.before ->> 'email') = person.email then entry.before - 'email' else entry.before end,
        after = case when lower(entry.after ->> 'email') = person.email then entry.after - 'email' else entry.after end
      from (select lower(btrim(person_email)) as email) as person
      where person.email in (lower(entry.actor_email), lower(entry.record_name), lower(entry.before ->> 'email'),
          lower(entry.after ->> 'email'))
        and not exists (select from auth.users as account where lower(account.email) = person.email)
  $$;
comment on function private.erase_audit_address(text) is
  'Erases an e-mail address that no account has any more from the audit log.';
revoke execute on function private.erase_audit_address(text) from public, anon, authenticated;

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
    perform private.erase_audit_address(person_email);
    return jsonb_build_object('deleted', cardinality(array_positions(outcomes, 'deleted')),
      'erased', cardinality(array_positions(outcomes, 'erased')), 'retained', retained);
  end
  $$;
comment on function public.erase_quotes(text) is
  'Erases a person from all quotes that have or had this e-mail address, and a former account from the audit log. Returns how many quotes, and which ones are retained until when because they are accepted.';

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
      'other_addresses', private.list_other_addresses(person_email),
      'audit_entries', (
        select coalesce(jsonb_agg(to_jsonb(entry) - 'changes' order by entry.id), '[]')
        from public.audit_entries as entry
        where lower(btrim(person_email)) in (lower(entry.actor_email), lower(entry.record_name), lower(entry.before ->> 'email'),
          lower(entry.after ->> 'email'))))
  $$;
comment on function public.get_personal_data(text) is
  'Quote requests, contact messages, consents, quotes and audit entries that have or had one e-mail address, in any case, for export and erasure.';
