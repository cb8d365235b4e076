-- A mail server's answer names a person by a whole address: the owner of fox@example.com is not ann.fox@example.com.

create or replace function private.find_quotes_of(person_email text) returns setof uuid
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
      where mail.quote_id is not null and person.email = any (
        select btrim(word, '.''') from regexp_split_to_table(lower(mail.detail), '[\s<>()\[\]",;:]+') as word)
  $$;
