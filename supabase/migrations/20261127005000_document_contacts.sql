-- Documents have the telephone number and the e-mail address of the customer. The wording that new quotes start with
-- no longer speaks of a deposit: a quote states its own beside its total.

create or replace function private.describe_quote_document(document public.quote_documents) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('id', document.id, 'type', document.type, 'attempts', document.attempts, 'path', document.path,
      'document', sent.document::jsonb, 'documentSha256', sent.document_sha256,
      'customer', jsonb_build_object(
        'name', coalesce(customer.name, quote.customer_name),
        'address', coalesce(customer.address, case when customer.name is null then quote.customer_address end, ''),
        'phone', coalesce(customer.phone, case when customer.name is null then quote.customer_phone end, ''),
        'email', coalesce(customer.email, case when customer.name is null then quote.customer_email end, '')),
      'acceptance', case document.type
        when 'acceptance' then (
          select private.describe_acceptance(acceptance) from public.quote_acceptances as acceptance
          where acceptance.version_id = sent.id)
        end,
      'adjusted', (
        select private.describe_acceptance(acceptance) from public.quote_acceptances as acceptance
        where document.type = 'offer' and acceptance.quote_id = quote.id and acceptance.version = (
          select (event.entry::jsonb #>> '{data,acceptedVersion}')::integer from public.quote_events as event
          where event.quote_id = quote.id and event.type = 'adjusted'
            and event.entry::jsonb #>> '{data,version}' = document.version::text)))
    from public.quotes as quote
      join public.quote_versions as sent on sent.quote_id = quote.id and sent.version = document.version
      left join lateral (
        select max(detail.value) filter (where detail.field = 'name') as name,
          max(detail.value) filter (where detail.field = 'address') as address,
          max(detail.value) filter (where detail.field = 'phone') as phone,
          max(detail.value) filter (where detail.field = 'email') as email
        from public.quote_event_details as detail join public.quote_events as event on event.id = detail.event_id
        where event.quote_id = quote.id and event.type = 'sent'
          and event.entry::jsonb #>> '{data,version}' = document.version::text) as customer on true
    where quote.id = document.quote_id
  $$;

alter table public.quote_settings alter column defaults set default '{
    "paymentTerms": "The balance is due on delivery. You can pay by cash, e-transfer, cheque or card. All amounts are in Canadian dollars.",
    "delivery": "To your address. We agree the day with you at least one week before.",
    "cancellation": "An agreement that is made at your home can be cancelled within 10 days of receiving the written copy (Consumer Protection Act, 2002).",
    "checkedOn": "2026-11-23"}';

update public.quote_settings
  set defaults = jsonb_set(defaults, '{paymentTerms}', to_jsonb(replace(defaults ->> 'paymentTerms',
    'The deposit, if there is one, is due when you accept, the balance on delivery.', 'The balance is due on delivery.')))
  where defaults ->> 'paymentTerms' like '%The deposit, if there is one, is due when you accept, the balance on delivery.%';
