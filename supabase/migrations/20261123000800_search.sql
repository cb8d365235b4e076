-- Searches of the back office. A search reads every row, but in the database, and only one page of
-- the matches is sent. The callers' policies apply.
--
-- Patterns are in lower case and without diacritics; a row must match all of them. Normalization takes
-- most of the time of a search, so that ASCII text skips it.

create function public.find_shed_listings(patterns text[])
  returns setof public.shed_listings
  language sql stable security invoker
  set search_path = ''
  as $$
    select shed.* from public.shed_listings as shed,
      lateral (select concat_ws(' ', shed.title, shed.material_type, shed.color, shed.size,
      shed.shed_style, shed.description) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
comment on function public.find_shed_listings(text[]) is 'Sheds whose text matches all patterns.';

create function public.find_past_projects(patterns text[])
  returns setof public.past_projects
  language sql stable security invoker
  set search_path = ''
  as $$
    select project.* from public.past_projects as project,
      lateral (select concat_ws(' ', project.title, project.project_type, project.location,
      project.description) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
comment on function public.find_past_projects(text[]) is 'Projects whose text matches all patterns.';

create function public.find_reviews(patterns text[])
  returns setof public.reviews
  language sql stable security invoker
  set search_path = ''
  as $$
    select review.* from public.reviews as review,
      lateral (select concat_ws(' ', review.customer_name, review.review_text,
      review.project_type) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
comment on function public.find_reviews(text[]) is 'Reviews whose text matches all patterns.';

create function public.find_blog_posts(patterns text[])
  returns setof public.blog_posts
  language sql stable security invoker
  set search_path = ''
  as $$
    select post.* from public.blog_posts as post,
      lateral (select concat_ws(' ', post.title, post.excerpt, post.author, post.slug) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
comment on function public.find_blog_posts(text[]) is 'Posts whose title, excerpt, author or slug matches all patterns.';

revoke execute on function public.find_shed_listings(text[]), public.find_past_projects(text[]),
  public.find_reviews(text[]), public.find_blog_posts(text[]) from public, anon;
grant execute on function public.find_shed_listings(text[]), public.find_past_projects(text[]),
  public.find_reviews(text[]), public.find_blog_posts(text[]) to authenticated, service_role;

-- The counts of all tabs of an inbox in one scan.

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
  'Number of quote requests that match all patterns, by status and is_spam.';

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
  'Number of contact messages that match all patterns, by status and is_spam.';

revoke execute on function public.count_quote_requests(text[]), public.count_contact_submissions(text[])
  from public, anon;
grant execute on function public.count_quote_requests(text[]), public.count_contact_submissions(text[])
  to authenticated, service_role;
