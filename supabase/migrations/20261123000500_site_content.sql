-- What the public site shows and staff edit.
--
-- Staff may insert id, created_at and updated_at of records that can be deleted, so that undo restores
-- the same row. The policies reject dates in the future; updates can't change these columns.

create table public.business_settings (
  id uuid primary key default gen_random_uuid(),
  business_name text not null,
  phone text,
  email text,
  address text,
  hours jsonb,
  facebook_url text,
  instagram_url text,
  latitude numeric(8, 6),
  longitude numeric(9, 6),
  retention_months integer default 24,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint business_settings_business_name_length check (char_length(btrim(business_name)) between 1 and 120),
  constraint business_settings_phone_length check (char_length(phone) <= 40),
  constraint business_settings_email_valid check (
    email is null or email = '' or (char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')),
  constraint business_settings_address_length check (char_length(address) <= 300),
  constraint business_settings_hours_object check (
    jsonb_typeof(hours) = 'object' and pg_column_size(hours) <= 4000),
  constraint business_settings_facebook_url_http check (
    facebook_url is null or facebook_url = '' or (char_length(facebook_url) <= 500 and facebook_url ~* '^https?://[^\s]+$')),
  constraint business_settings_instagram_url_http check (
    instagram_url is null or instagram_url = '' or (char_length(instagram_url) <= 500 and instagram_url ~* '^https?://[^\s]+$')),
  constraint business_settings_latitude_range check (latitude between -90 and 90),
  constraint business_settings_longitude_range check (longitude between -180 and 180),
  constraint business_settings_coordinates_both check ((latitude is null) = (longitude is null)),
  constraint business_settings_retention_months_range check (retention_months between 1 and 120)
);
comment on table public.business_settings is 'One row: name, contact, hours, social links, coordinates, retention.';
comment on column public.business_settings.hours is 'Object with the keys monday to sunday, each free text such as 7:00 AM - 6:00 PM or Closed.';
comment on column public.business_settings.latitude is 'Degrees north (WGS 84), for the service area in structured data; null if not published.';
comment on column public.business_settings.longitude is 'Degrees east (WGS 84); negative in Canada.';
comment on column public.business_settings.retention_months is
  'Months after which enquiries are deleted, with their images and consents; null disables deletion.';
create unique index business_settings_single_row on public.business_settings ((true));

revoke all on public.business_settings from anon, authenticated;
grant select on public.business_settings to anon, authenticated;
grant
  insert (business_name, phone, email, address, hours, facebook_url, instagram_url, latitude, longitude, retention_months),
  update (business_name, phone, email, address, hours, facebook_url, instagram_url, latitude, longitude, retention_months)
  on public.business_settings to authenticated;
alter table public.business_settings enable row level security;
create policy "everyone reads the settings" on public.business_settings
  for select to anon, authenticated using (true);
create policy "staff create the settings" on public.business_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the settings" on public.business_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create trigger touch_updated_at before update on public.business_settings
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.business_settings
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.business_settings
  for each row execute function private.write_audit_entry('{"name": "business_name"}');

create table public.home_content (
  id uuid primary key default gen_random_uuid(),
  section_name text not null,
  title text not null,
  subtitle text,
  content text,
  cta_text text,
  cta_link text,
  image_url text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint home_content_section_name_key unique (section_name),
  constraint home_content_section_name_known check (section_name in ('hero', 'sheds_hero')),
  constraint home_content_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint home_content_subtitle_length check (char_length(subtitle) <= 300),
  constraint home_content_content_length check (char_length(content) <= 5000),
  constraint home_content_cta_text_length check (char_length(cta_text) <= 80),
  constraint home_content_cta_link_safe check (
    cta_link is null or cta_link = '' or (char_length(cta_link) <= 500 and cta_link ~* '^(https?://|/|#|mailto:|tel:)[^\s]*$')),
  constraint home_content_image_url_safe check (
    image_url is null or image_url = '' or (char_length(image_url) <= 500 and image_url ~* '^(https?://|hero/)[^\s]+$'))
);
comment on table public.home_content is 'The hero of the home page (hero) and of the sheds page (sheds_hero).';
comment on column public.home_content.image_url is 'A key in the images bucket (hero/...) or an http(s) URL.';

revoke all on public.home_content from anon, authenticated;
grant select on public.home_content to anon, authenticated;
grant
  insert (section_name, title, subtitle, content, cta_text, cta_link, image_url, is_active),
  update (section_name, title, subtitle, content, cta_text, cta_link, image_url, is_active)
  on public.home_content to authenticated;
alter table public.home_content enable row level security;
create policy "everyone reads active sections" on public.home_content
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create sections" on public.home_content
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change sections" on public.home_content
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create trigger touch_updated_at before update on public.home_content
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.home_content
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.home_content
  for each row execute function private.write_audit_entry('{"name": "title"}');

create table public.video_carousel (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text,
  video_url text not null,
  thumbnail_url text,
  order_index integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint video_carousel_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint video_carousel_description_length check (char_length(description) <= 2000),
  constraint video_carousel_video_url_http check (
    char_length(video_url) <= 1000 and video_url ~* '^(https?:/)?/[^\s]+$'),
  constraint video_carousel_thumbnail_url_safe check (
    thumbnail_url is null or thumbnail_url = ''
    or (char_length(thumbnail_url) <= 1000 and thumbnail_url ~* '^(https?://|/|thumbnails/)[^\s]+$')),
  constraint video_carousel_order_index_min check (order_index >= 0)
);
comment on table public.video_carousel is 'The videos of the home page, in order of order_index.';
comment on column public.video_carousel.video_url is 'An http(s) URL or a path on this site.';
create index video_carousel_order_idx on public.video_carousel (order_index, created_at desc, id);

revoke all on public.video_carousel from anon, authenticated;
grant select on public.video_carousel to anon, authenticated;
grant
  insert (id, title, description, video_url, thumbnail_url, order_index, is_active, created_at, updated_at),
  update (title, description, video_url, thumbnail_url, order_index, is_active),
  delete on public.video_carousel to authenticated;
alter table public.video_carousel enable row level security;
create policy "everyone reads active videos" on public.video_carousel
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create videos" on public.video_carousel
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change videos" on public.video_carousel
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete videos" on public.video_carousel
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.video_carousel
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.video_carousel
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.video_carousel
  for each row execute function private.write_audit_entry('{"name": "title"}');

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  customer_name text not null,
  rating integer not null,
  review_text text not null,
  project_type text,
  is_approved boolean not null default false,
  is_featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reviews_customer_name_length check (char_length(btrim(customer_name)) between 1 and 120),
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_review_text_length check (char_length(review_text) between 10 and 5000),
  constraint reviews_project_type_length check (char_length(project_type) <= 100)
);
comment on table public.reviews is 'Customer reviews. The public sees those approved and featured.';
create index reviews_created_at_idx on public.reviews (created_at desc, id);
create index reviews_shown_idx on public.reviews (created_at desc, id) where is_approved and is_featured;
create index reviews_pending_idx on public.reviews (created_at desc, id) where not is_approved;
create index reviews_approved_idx on public.reviews (is_approved, is_featured);
create index reviews_updated_at_idx on public.reviews (updated_at desc);

revoke all on public.reviews from anon, authenticated;
grant select on public.reviews to anon, authenticated;
grant
  insert (id, customer_name, rating, review_text, project_type, is_approved, is_featured, created_at, updated_at),
  update (customer_name, rating, review_text, project_type, is_approved, is_featured),
  delete on public.reviews to authenticated;
alter table public.reviews enable row level security;
create policy "everyone reads approved and featured reviews" on public.reviews
  for select to anon, authenticated using ((is_approved and is_featured) or (select private.is_staff()));
create policy "staff create reviews" on public.reviews
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change reviews" on public.reviews
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete reviews" on public.reviews
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.reviews
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.reviews
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.reviews
  for each row execute function private.write_audit_entry('{"name": "customer_name"}');

create table public.past_projects (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text,
  project_type text not null,
  location text,
  completion_date date,
  is_featured boolean not null default false,
  images text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint past_projects_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint past_projects_description_length check (char_length(description) <= 5000),
  constraint past_projects_project_type_length check (char_length(btrim(project_type)) between 1 and 100),
  constraint past_projects_location_length check (char_length(location) <= 200),
  constraint past_projects_images_paths check (
    cardinality(images) <= 50 and private.all_match(images, '^projects/[^\s/]{1,250}$'))
);
comment on table public.past_projects is 'Finished work for the portfolio.';
comment on column public.past_projects.images is 'Keys in the images bucket, the cover first.';
create index past_projects_created_at_idx on public.past_projects (created_at desc, id);
create index past_projects_updated_at_idx on public.past_projects (updated_at desc);

revoke all on public.past_projects from anon, authenticated;
grant select on public.past_projects to anon, authenticated;
grant
  insert (id, title, description, project_type, location, completion_date, is_featured, images, created_at, updated_at),
  update (title, description, project_type, location, completion_date, is_featured, images),
  delete on public.past_projects to authenticated;
alter table public.past_projects enable row level security;
create policy "everyone reads projects" on public.past_projects
  for select to anon, authenticated using (true);
create policy "staff create projects" on public.past_projects
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change projects" on public.past_projects
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete projects" on public.past_projects
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.past_projects
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.past_projects
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.past_projects
  for each row execute function private.write_audit_entry('{"name": "title"}');

-- size_group, floor_area: visitors may not send regular expressions, so the public list filters and sorts
-- by stored columns.
-- Its groups are those of the shed filter in app/domain; a test compares the two.
create table public.shed_listings (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text,
  material_type text not null,
  color text not null,
  size text not null,
  shed_style text not null,
  price numeric(10, 2),
  images text[] not null default '{}',
  is_active boolean not null default true,
  is_featured boolean not null default false,
  specifications jsonb not null default '{"standard_features": [], "optional_upgrades": []}',
  design jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  size_group text not null generated always as (
    case
      when size ~* '(^|\D)(8\s*[x×]\s*8|8\s*[x×]\s*10|8\s*[x×]\s*12)(\D|$)' then 'Small'
      when size ~* '(^|\D)(10\s*[x×]\s*10|10\s*[x×]\s*12|10\s*[x×]\s*16)(\D|$)' then 'Medium'
      when size ~* '(^|\D)(12\s*[x×]\s*12|12\s*[x×]\s*16|12\s*[x×]\s*20|14\s*[x×]\s*20)(\D|$)' then 'Large'
      else 'Other'
    end) stored,
  floor_area numeric generated always as (
    substring(size from '([0-9]{1,4}(?:\.[0-9]+)?)\s*[xX×]\s*[0-9]')::numeric
    * substring(size from '[0-9]\s*[xX×]\s*([0-9]{1,4}(?:\.[0-9]+)?)')::numeric) stored,
  constraint shed_listings_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint shed_listings_description_length check (char_length(description) <= 5000),
  constraint shed_listings_material_type_length check (char_length(btrim(material_type)) between 1 and 60),
  constraint shed_listings_color_length check (char_length(btrim(color)) between 1 and 60),
  constraint shed_listings_size_length check (char_length(btrim(size)) between 1 and 60),
  constraint shed_listings_shed_style_length check (char_length(btrim(shed_style)) between 1 and 60),
  constraint shed_listings_price_positive check (price >= 0),
  constraint shed_listings_images_paths check (
    cardinality(images) <= 50 and private.all_match(images, '^sheds/[^\s/]{1,250}$')),
  constraint shed_listings_specifications_lists check (
    jsonb_typeof(specifications) = 'object'
    and coalesce(jsonb_typeof(specifications -> 'standard_features'), 'array') = 'array'
    and coalesce(jsonb_typeof(specifications -> 'optional_upgrades'), 'array') = 'array'
    and pg_column_size(specifications) <= 20000),
  constraint shed_listings_design_valid check (design is null or private.is_shed_design(design))
);
comment on table public.shed_listings is 'Sheds on offer. The public sees the active ones.';
comment on column public.shed_listings.price is 'Canadian dollars; null means contact for price.';
comment on column public.shed_listings.specifications is 'Object with standard_features and optional_upgrades, lists of text.';
comment on column public.shed_listings.design is
  'The design that the listing was made from; null without one. It holds while style and size of the listing are its own.';
comment on column public.shed_listings.size_group is
  'The group of the public size filter: Small, Medium, Large or Other.';
comment on column public.shed_listings.floor_area is
  'Square feet, by which the public list is sorted; null if the size is not width by depth.';
create index shed_listings_created_at_idx on public.shed_listings (created_at desc, id);
create index shed_listings_active_idx on public.shed_listings (is_active);
-- The public list filters by substring, which no index supports. With the filtered columns included,
-- an index-only scan finds the rows of a page and their count; only the page is read from the table.
create index shed_listings_list_idx on public.shed_listings (is_featured desc, created_at desc, id)
  include (is_active, material_type, shed_style, size_group, color, price) where is_active;
-- The other orders of the public list. A backward scan would have nulls first.
create index shed_listings_price_idx on public.shed_listings (price, created_at desc, id) where is_active;
create index shed_listings_price_desc_idx on public.shed_listings (price desc nulls last, created_at desc, id)
  where is_active;
create index shed_listings_size_idx on public.shed_listings (floor_area, created_at desc, id) where is_active;
create index shed_listings_size_desc_idx on public.shed_listings (floor_area desc nulls last, created_at desc, id)
  where is_active;

revoke all on public.shed_listings from anon, authenticated;
grant select on public.shed_listings to anon, authenticated;
grant
  insert (id, title, description, material_type, color, size, shed_style, price, images, is_active, is_featured,
    specifications, design, created_at, updated_at),
  update (title, description, material_type, color, size, shed_style, price, images, is_active, is_featured,
    specifications),
  delete on public.shed_listings to authenticated;
alter table public.shed_listings enable row level security;
create policy "everyone reads active sheds" on public.shed_listings
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create sheds" on public.shed_listings
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change sheds" on public.shed_listings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete sheds" on public.shed_listings
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.shed_listings
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.shed_listings
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.shed_listings
  for each row execute function private.write_audit_entry('{"name": "title"}');

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null,
  excerpt text,
  content text not null,
  author text not null,
  is_published boolean not null default false,
  published_at timestamptz,
  featured_image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint blog_posts_slug_key unique (slug),
  constraint blog_posts_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint blog_posts_slug_shape check (slug ~ '^[^\s/?#%]{1,200}$'),
  constraint blog_posts_excerpt_length check (char_length(excerpt) <= 1000),
  constraint blog_posts_content_length check (char_length(content) between 10 and 500000),
  constraint blog_posts_content_text_length check (
    char_length(btrim(regexp_replace(content, '<[^>]*>', '', 'g'))) >= 10),
  constraint blog_posts_author_length check (char_length(btrim(author)) between 1 and 120),
  constraint blog_posts_featured_image_path check (
    featured_image is null or featured_image = ''
    or (char_length(featured_image) <= 500 and featured_image ~* '^(https?://|blog/)[^\s]+$'))
);
comment on table public.blog_posts is 'The blog. The public sees the published posts.';
comment on column public.blog_posts.content is 'Rich text as HTML, sanitized again when it is rendered.';
create index blog_posts_created_at_idx on public.blog_posts (created_at desc, id);
create index blog_posts_shown_idx on public.blog_posts (published_at desc, created_at desc, id) where is_published;
create index blog_posts_published_idx on public.blog_posts (is_published);

revoke all on public.blog_posts from anon, authenticated;
grant select on public.blog_posts to anon, authenticated;
grant
  insert (id, title, slug, excerpt, content, author, is_published, published_at, featured_image, created_at, updated_at),
  update (title, slug, excerpt, content, author, is_published, published_at, featured_image),
  delete on public.blog_posts to authenticated;
alter table public.blog_posts enable row level security;
create policy "everyone reads published posts" on public.blog_posts
  for select to anon, authenticated using (is_published or (select private.is_staff()));
create policy "staff create posts" on public.blog_posts
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change posts" on public.blog_posts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete posts" on public.blog_posts
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.blog_posts
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit_entry('{"name": "title"}');

-- Redirects from former slugs. A slug that another post takes over belongs to that post from its
-- publication on.
create table public.blog_post_slug_history (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  constraint blog_post_slug_history_slug_key unique (slug),
  constraint blog_post_slug_history_slug_shape check (slug ~ '^[^\s/?#%]{1,200}$')
);
comment on table public.blog_post_slug_history is
  'Every slug under which a post has been published, the current one included. Written by a trigger.';
comment on column public.blog_post_slug_history.post_id is
  'No foreign key: when a deleted post is restored with its id, its former slugs redirect to it again.';
create index blog_post_slug_history_post_id_idx on public.blog_post_slug_history (post_id);

revoke all on public.blog_post_slug_history from anon, authenticated;
grant select on public.blog_post_slug_history to anon, authenticated;
alter table public.blog_post_slug_history enable row level security;
create policy "everyone reads the slugs of published posts" on public.blog_post_slug_history
  for select to anon, authenticated
  using (
    exists (select from public.blog_posts as post where post.id = post_id and post.is_published)
    or (select private.is_staff()));

-- security definer: no role of the API may write the table.
create function private.record_blog_post_slug() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.blog_post_slug_history (slug, post_id) values (new.slug, new.id)
      on conflict on constraint blog_post_slug_history_slug_key
      do update set post_id = excluded.post_id, created_at = now()
      where blog_post_slug_history.post_id <> excluded.post_id;
    return null;
  end
  $$;
comment on function private.record_blog_post_slug() is 'Stores the slug under which a post is published.';

create trigger record_slug after insert or update of slug, is_published on public.blog_posts
  for each row when (new.is_published) execute function private.record_blog_post_slug();

create table public.site_pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint site_pages_slug_key unique (slug),
  constraint site_pages_slug_known check (slug in ('privacy', 'accessibility')),
  constraint site_pages_title_length check (char_length(btrim(title)) between 1 and 120),
  constraint site_pages_content_length check (char_length(content) <= 100000),
  constraint site_pages_content_text_length check (
    char_length(btrim(regexp_replace(content, '<[^>]*>', '', 'g'))) >= 10)
);
comment on table public.site_pages is
  'The owner''s own text for /privacy and /accessibility. A page without a row shows the website''s default text.';
comment on column public.site_pages.content is
  'Rich text as HTML, sanitized again when it is rendered; {business} and other placeholders are replaced by the settings.';

revoke all on public.site_pages from anon, authenticated;
grant select on public.site_pages to anon, authenticated;
grant insert (slug, title, content), update (title, content), delete on public.site_pages to authenticated;
alter table public.site_pages enable row level security;
create policy "everyone reads pages" on public.site_pages
  for select to anon, authenticated using (true);
create policy "staff create pages" on public.site_pages
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change pages" on public.site_pages
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete pages" on public.site_pages
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.site_pages
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.site_pages
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.site_pages
  for each row execute function private.write_audit_entry('{"name": "title"}');

create table public.image_alt_texts (
  path text primary key,
  alt text not null default '',
  focal_x integer,
  focal_y integer,
  updated_at timestamptz not null default now(),
  constraint image_alt_texts_path_shape check (
    char_length(path) <= 1000
    and path ~* '^(https?://|/|(projects|sheds|blog|hero|thumbnails)/)[^\s]+$'),
  constraint image_alt_texts_alt_length check (char_length(btrim(alt)) <= 300),
  constraint image_alt_texts_focal_point_range check (focal_x between 0 and 100 and focal_y between 0 and 100),
  constraint image_alt_texts_focal_point_complete check (num_nonnulls(focal_x, focal_y) <> 1),
  constraint image_alt_texts_not_empty check (btrim(alt) <> '' or focal_x is not null)
);
comment on table public.image_alt_texts is
  'Alt texts and focal points. For an image without an alt text the page generates one.';
comment on column public.image_alt_texts.focal_x is
  'Percent from the left: with focal_y the point that stays visible where the image is cropped; null for the middle.';
comment on column public.image_alt_texts.focal_y is 'Percent from the top.';
comment on column public.image_alt_texts.path is
  'As in the record that shows the image: a key in the images bucket, an http(s) URL or a path on this site.';

revoke all on public.image_alt_texts from anon, authenticated;
grant select on public.image_alt_texts to anon, authenticated;
grant insert (path, alt, focal_x, focal_y), update (path, alt, focal_x, focal_y), delete
  on public.image_alt_texts to authenticated;
alter table public.image_alt_texts enable row level security;
-- The subqueries run under the caller's policies, which hides the paths of images of drafts.
create policy "everyone reads the alt texts of visible images" on public.image_alt_texts
  for select to anon, authenticated
  using (
    (select private.is_staff())
    or path in (select unnest(images) from public.past_projects)
    or path in (select unnest(images) from public.shed_listings)
    or path in (select featured_image from public.blog_posts where featured_image is not null)
    or path in (select image_url from public.home_content where image_url is not null)
    or path in (select thumbnail_url from public.video_carousel where thumbnail_url is not null));
create policy "staff create alt texts" on public.image_alt_texts
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change alt texts" on public.image_alt_texts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete alt texts" on public.image_alt_texts
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.image_alt_texts
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.image_alt_texts
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.image_alt_texts
  for each row execute function private.write_audit_entry('{"name": "alt"}');

create function public.get_image_alt_texts(paths text[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(path, jsonb_strip_nulls(jsonb_build_object(
      'alt', alt,
      'focalPoint', case when focal_x is not null then jsonb_build_object('x', focal_x, 'y', focal_y) end
    ))), '{}')
    from public.image_alt_texts where path = any (paths)
  $$;
comment on function public.get_image_alt_texts(text[]) is
  'Alt texts and focal points by path. A function, because so many paths exceed the length of a URL.';
revoke execute on function public.get_image_alt_texts(text[]) from public;
grant execute on function public.get_image_alt_texts(text[]) to anon, authenticated, service_role;
