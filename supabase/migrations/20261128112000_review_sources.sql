-- A review says when and where it was written, and all approved ones have a page of their own.

alter table public.reviews
  add column reviewed_on date,
  add column town text,
  add column source_url text,
  add constraint reviews_town_length check (char_length(town) <= 120),
  add constraint reviews_source_url_https check (
    source_url is null or (char_length(source_url) <= 500 and source_url ~* '^https://[^\s]+$'));
comment on column public.reviews.reviewed_on is 'The day on which the customer wrote it; null if unknown.';
comment on column public.reviews.town is 'Where the customer lives; null if it is not shown.';
comment on column public.reviews.source_url is 'Where it was published first, such as on Google; null for others.';
grant insert (reviewed_on, town, source_url), update (reviewed_on, town, source_url) on public.reviews to authenticated;

-- Visitors read the featured ones in the table: the policy is the specification's. This function has the others, too.
create function public.list_approved_reviews() returns setof public.reviews
  language sql stable security definer
  set search_path = ''
  as $$ select * from public.reviews where is_approved $$;
comment on function public.list_approved_reviews() is 'The reviews that are approved, featured or not.';
revoke execute on function public.list_approved_reviews() from public;
grant execute on function public.list_approved_reviews() to anon, authenticated, service_role;

create or replace function public.find_reviews(patterns text[])
  returns setof public.reviews
  language sql stable security invoker
  set search_path = ''
  as $$
    select review.* from public.reviews as review,
      lateral (select concat_ws(' ', review.customer_name, review.review_text, review.project_type,
      review.town) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
