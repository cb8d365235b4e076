-- Visitors read the descriptions of images on the owner's pages, of the people and of the services, too.

alter policy "everyone reads the alt texts of visible images" on public.image_alt_texts
  using (
    (select private.is_staff())
    or path in (select unnest(images) from public.past_projects)
    or path in (select unnest(images) from public.shed_listings)
    or path in (select featured_image from public.blog_posts where featured_image is not null)
    or path in (select image_url from public.home_content where image_url is not null)
    or path in (select thumbnail_url from public.video_carousel where thumbnail_url is not null)
    or exists (select from public.own_pages as page where strpos(page.content, path) > 0)
    or exists (
      select from public.business_settings as settings
      where strpos(settings.people::text, path) > 0 or strpos(settings.service_images::text, path) > 0));
