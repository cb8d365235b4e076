-- Phone numbers with letters in sheds, projects, reviews, posts and pages are found by their digits, as those of enquiries and
-- quotes are. To find numbers takes a hundred times as long as to compare, and few searches and texts have one.

create or replace function public.find_reviews(patterns text[])
  returns setof public.reviews
  language sql stable security invoker
  set search_path = ''
  as $$
    select review.* from public.reviews as review,
      lateral (select concat_ws(' ', review.customer_name, review.review_text, review.project_type,
      review.town) as search_text) as searched
    where case
        when octet_length(search_text) > length(search_text) then private.normalize_text(search_text)
        when patterns::text ~ '[0-9]{3}' and search_text ~ '[2-9][0-9]{2}'
          then lower(search_text) || private.list_lettered_numbers(search_text)
        else lower(search_text)
      end like all (patterns)
  $$;

create or replace function public.find_shed_listings(patterns text[])
  returns setof public.shed_listings
  language sql stable security invoker
  set search_path = ''
  as $$
    select shed.* from public.shed_listings as shed,
      lateral (select concat_ws(' ', shed.title, shed.material_type, shed.color, shed.size,
      shed.shed_style, shed.description) as search_text) as searched
    where case
        when octet_length(search_text) > length(search_text) then private.normalize_text(search_text)
        when patterns::text ~ '[0-9]{3}' and search_text ~ '[2-9][0-9]{2}'
          then lower(search_text) || private.list_lettered_numbers(search_text)
        else lower(search_text)
      end like all (patterns)
  $$;

create or replace function public.find_past_projects(patterns text[])
  returns setof public.past_projects
  language sql stable security invoker
  set search_path = ''
  as $$
    select project.* from public.past_projects as project,
      lateral (select concat_ws(' ', project.title, project.project_type, project.location,
      project.description) as search_text) as searched
    where case
        when octet_length(search_text) > length(search_text) then private.normalize_text(search_text)
        when patterns::text ~ '[0-9]{3}' and search_text ~ '[2-9][0-9]{2}'
          then lower(search_text) || private.list_lettered_numbers(search_text)
        else lower(search_text)
      end like all (patterns)
  $$;

create or replace function public.find_blog_posts(patterns text[])
  returns setof public.blog_posts
  language sql stable security invoker
  set search_path = ''
  as $$
    select post.* from public.blog_posts as post,
      lateral (select concat_ws(' ', post.title, post.excerpt, post.author, post.slug) as search_text) as searched
    where case
        when octet_length(search_text) > length(search_text) then private.normalize_text(search_text)
        when patterns::text ~ '[0-9]{3}' and search_text ~ '[2-9][0-9]{2}'
          then lower(search_text) || private.list_lettered_numbers(search_text)
        else lower(search_text)
      end like all (patterns)
  $$;

create or replace function public.find_own_pages(patterns text[])
  returns setof public.own_pages
  language sql stable security invoker
  set search_path = ''
  as $$
    select page.* from public.own_pages as page,
      lateral (select concat_ws(' ', page.title, page.slug, page.description) as search_text) as searched
    where case
        when octet_length(search_text) > length(search_text) then private.normalize_text(search_text)
        when patterns::text ~ '[0-9]{3}' and search_text ~ '[2-9][0-9]{2}'
          then lower(search_text) || private.list_lettered_numbers(search_text)
        else lower(search_text)
      end like all (patterns)
  $$;
