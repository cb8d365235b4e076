-- The message's own words took the place of its row: they have the name that the row was given.

create or replace function public.personal_data_of(person text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with hidden (names) as (values (array['search_text', 'name_order', 'budget_order', 'size_order',
      'subject_order', 'message_order']))
    select jsonb_build_object(
      'quote_requests', (
        select coalesce(jsonb_agg(to_jsonb(quote) - names order by quote.created_at, quote.id), '[]')
        from public.quote_requests as quote, hidden
        where lower(quote.email) = lower(btrim(person))),
      'contact_submissions', (
        select coalesce(jsonb_agg(to_jsonb(submission) - names order by submission.created_at, submission.id), '[]')
        from public.contact_submissions as submission, hidden
        where lower(submission.email) = lower(btrim(person))),
      'news_consents', (
        select coalesce(jsonb_agg(to_jsonb(consent) order by consent.created_at, consent.id), '[]')
        from public.news_consents as consent
        where consent.email = lower(btrim(person))))
  $$;
