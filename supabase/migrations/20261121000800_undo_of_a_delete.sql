-- Undo of a delete: staff put back the very row that they deleted, with its id and its dates, so that
-- its address, its place in the list and what points to it stay. Updates still can't touch these
-- columns, and nobody can date a row into the future.

grant insert (id, created_at, updated_at)
  on public.video_carousel, public.reviews, public.past_projects, public.shed_listings, public.blog_posts
  to authenticated;

alter policy "staff create videos" on public.video_carousel
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
alter policy "staff create reviews" on public.reviews
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
alter policy "staff create projects" on public.past_projects
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
alter policy "staff create sheds" on public.shed_listings
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
alter policy "staff create posts" on public.blog_posts
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
