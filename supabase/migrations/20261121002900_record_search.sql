-- The back office reads pages of sheds, posts, projects and reviews. Without a search a page is read by
-- an index; a search reads every row, but in the database, and only a page of what it finds is sent.
-- Words without accents, which most are, need not go through plain_text, which takes most of its time.
-- Counting needs no more than what the policies look at.

create index shed_listings_active_idx on public.shed_listings (is_active);
create index reviews_approved_idx on public.reviews (is_approved, is_featured);
create index blog_posts_published_idx on public.blog_posts (is_published);

create function public.find_shed_listings(patterns text[])
  returns setof public.shed_listings
  language sql stable security invoker
  set search_path = ''
  as $$
    select shed.* from public.shed_listings as shed,
      lateral (select concat_ws(' ', shed.title, shed.material_type, shed.color, shed.size,
      shed.shed_style, shed.description) as words) as said
    where case when octet_length(words) = length(words) then lower(words)
      else private.plain_text(words) end like all (patterns)
  $$;
comment on function public.find_shed_listings(text[]) is
  'The sheds whose words match every one of the patterns, in lower case and without accents; of those that the caller may read.';

create function public.find_past_projects(patterns text[])
  returns setof public.past_projects
  language sql stable security invoker
  set search_path = ''
  as $$
    select project.* from public.past_projects as project,
      lateral (select concat_ws(' ', project.title, project.project_type, project.location,
      project.description) as words) as said
    where case when octet_length(words) = length(words) then lower(words)
      else private.plain_text(words) end like all (patterns)
  $$;
comment on function public.find_past_projects(text[]) is
  'The projects whose words match every one of the patterns, in lower case and without accents; of those that the caller may read.';

create function public.find_reviews(patterns text[])
  returns setof public.reviews
  language sql stable security invoker
  set search_path = ''
  as $$
    select review.* from public.reviews as review,
      lateral (select concat_ws(' ', review.customer_name, review.review_text,
      review.project_type) as words) as said
    where case when octet_length(words) = length(words) then lower(words)
      else private.plain_text(words) end like all (patterns)
  $$;
comment on function public.find_reviews(text[]) is
  'The reviews whose words match every one of the patterns, in lower case and without accents; of those that the caller may read.';

create function public.find_blog_posts(patterns text[])
  returns setof public.blog_posts
  language sql stable security invoker
  set search_path = ''
  as $$
    select post.* from public.blog_posts as post,
      lateral (select concat_ws(' ', post.title, post.excerpt, post.author, post.slug) as words) as said
    where case when octet_length(words) = length(words) then lower(words)
      else private.plain_text(words) end like all (patterns)
  $$;
comment on function public.find_blog_posts(text[]) is
  'The posts whose title, excerpt, author or address match every one of the patterns, in lower case and without accents; of those that the caller may read.';

revoke execute on function public.find_shed_listings(text[]), public.find_past_projects(text[]),
  public.find_reviews(text[]), public.find_blog_posts(text[]) from public, anon;
grant execute on function public.find_shed_listings(text[]), public.find_past_projects(text[]),
  public.find_reviews(text[]), public.find_blog_posts(text[]) to authenticated, service_role;
