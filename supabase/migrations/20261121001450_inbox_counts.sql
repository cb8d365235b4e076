-- The numbers on the tabs of an inbox, all of them in one reading of its rows. A search reads every
-- row, as migration 000700 says why; asking once for each tab read them three times.

create function public.count_quote_requests(patterns text[])
  returns table (status text, is_spam boolean, rows bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select request.status, request.is_spam, count(*)
    from public.quote_requests as request
    where request.search_text like all (patterns)
    group by request.status, request.is_spam
  $$;
comment on function public.count_quote_requests(text[]) is
  'How many quote requests of each kind match every one of the patterns; of those that the caller may read.';

create function public.count_contact_submissions(patterns text[])
  returns table (status text, is_spam boolean, rows bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select submission.status, submission.is_spam, count(*)
    from public.contact_submissions as submission
    where submission.search_text like all (patterns)
    group by submission.status, submission.is_spam
  $$;
comment on function public.count_contact_submissions(text[]) is
  'How many contact messages of each kind match every one of the patterns; of those that the caller may read.';

revoke execute on function public.count_quote_requests(text[]), public.count_contact_submissions(text[])
  from public, anon;
grant execute on function public.count_quote_requests(text[]), public.count_contact_submissions(text[])
  to authenticated, service_role;
