-- What the public site shows and staff edit.

create table public.business_settings (
  id uuid primary key default gen_random_uuid(),
  business_name text not null,
  phone text,
  email text,
  address text,
  hours jsonb,
  facebook_url text,
  instagram_url text,
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
    instagram_url is null or instagram_url = '' or (char_length(instagram_url) <= 500 and instagram_url ~* '^https?://[^\s]+$'))
);
comment on table public.business_settings is 'The one row of facts about the business: name, contact, hours, social links.';
comment on column public.business_settings.hours is 'Object with the keys monday to sunday, each free text such as 7:00 AM - 6:00 PM or Closed.';
create unique index business_settings_single_row on public.business_settings ((true));

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
comment on column public.home_content.image_url is 'A path in the images bucket (hero/...) or an http(s) address.';

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
comment on table public.video_carousel is 'The clips of the home page, in order of order_index.';
comment on column public.video_carousel.video_url is 'An http(s) address, or a path on this site.';

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
comment on table public.reviews is 'What customers said. The public sees the approved and featured ones.';

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
comment on column public.past_projects.images is 'Paths in the images bucket, the cover first.';

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
    and pg_column_size(specifications) <= 20000)
);
comment on table public.shed_listings is 'Sheds on offer. The public sees the active ones.';
comment on column public.shed_listings.price is 'Canadian dollars; null means contact for price.';
comment on column public.shed_listings.specifications is 'Object with standard_features and optional_upgrades, lists of text.';

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
comment on column public.blog_posts.content is 'Rich text as HTML, sanitized again before it is shown.';

-- Grants: everyone may read what the policies below show; staff write columns that are theirs to write.

revoke all on public.business_settings, public.home_content, public.video_carousel, public.reviews,
  public.past_projects, public.shed_listings, public.blog_posts from anon, authenticated;
grant select on public.business_settings, public.home_content, public.video_carousel, public.reviews,
  public.past_projects, public.shed_listings, public.blog_posts to anon, authenticated;
grant delete on public.video_carousel, public.reviews, public.past_projects, public.shed_listings,
  public.blog_posts to authenticated;

grant insert (business_name, phone, email, address, hours, facebook_url, instagram_url),
  update (business_name, phone, email, address, hours, facebook_url, instagram_url)
  on public.business_settings to authenticated;
grant insert (section_name, title, subtitle, content, cta_text, cta_link, image_url, is_active),
  update (section_name, title, subtitle, content, cta_text, cta_link, image_url, is_active)
  on public.home_content to authenticated;
grant insert (title, description, video_url, thumbnail_url, order_index, is_active),
  update (title, description, video_url, thumbnail_url, order_index, is_active)
  on public.video_carousel to authenticated;
grant insert (customer_name, rating, review_text, project_type, is_approved, is_featured),
  update (customer_name, rating, review_text, project_type, is_approved, is_featured)
  on public.reviews to authenticated;
grant insert (title, description, project_type, location, completion_date, is_featured, images),
  update (title, description, project_type, location, completion_date, is_featured, images)
  on public.past_projects to authenticated;
grant insert (title, description, material_type, color, size, shed_style, price, images, is_active, is_featured, specifications),
  update (title, description, material_type, color, size, shed_style, price, images, is_active, is_featured, specifications)
  on public.shed_listings to authenticated;
grant insert (title, slug, excerpt, content, author, is_published, published_at, featured_image),
  update (title, slug, excerpt, content, author, is_published, published_at, featured_image)
  on public.blog_posts to authenticated;

alter table public.business_settings enable row level security;
alter table public.home_content enable row level security;
alter table public.video_carousel enable row level security;
alter table public.reviews enable row level security;
alter table public.past_projects enable row level security;
alter table public.shed_listings enable row level security;
alter table public.blog_posts enable row level security;

create index video_carousel_order_idx on public.video_carousel (order_index, created_at desc, id);
create index reviews_created_at_idx on public.reviews (created_at desc, id);
create index reviews_shown_idx on public.reviews (created_at desc, id) where is_approved and is_featured;
create index past_projects_created_at_idx on public.past_projects (created_at desc, id);
create index shed_listings_created_at_idx on public.shed_listings (created_at desc, id);
create index shed_listings_shown_idx on public.shed_listings (is_featured desc, created_at desc, id) where is_active;
create index blog_posts_created_at_idx on public.blog_posts (created_at desc, id);
create index blog_posts_shown_idx on public.blog_posts (published_at desc, created_at desc, id) where is_published;

do $$
declare
  name text;
begin
  foreach name in array array['business_settings', 'home_content', 'video_carousel', 'reviews',
    'past_projects', 'shed_listings', 'blog_posts']
  loop
    execute format('create trigger touch_updated_at before update on public.%I
      for each row execute function private.touch_updated_at()', name);
    execute format('create trigger notify_change after insert or update or delete on public.%I
      for each statement execute function private.notify_change()', name);
  end loop;
end
$$;

-- Policies: one for each verb.

create policy "everyone reads the settings" on public.business_settings
  for select to anon, authenticated using (true);
create policy "staff create the settings" on public.business_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the settings" on public.business_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "everyone reads active sections" on public.home_content
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create sections" on public.home_content
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change sections" on public.home_content
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "everyone reads active videos" on public.video_carousel
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create videos" on public.video_carousel
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change videos" on public.video_carousel
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete videos" on public.video_carousel
  for delete to authenticated using ((select private.is_staff()));

create policy "everyone reads approved and featured reviews" on public.reviews
  for select to anon, authenticated using ((is_approved and is_featured) or (select private.is_staff()));
create policy "staff create reviews" on public.reviews
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change reviews" on public.reviews
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete reviews" on public.reviews
  for delete to authenticated using ((select private.is_staff()));

create policy "everyone reads projects" on public.past_projects
  for select to anon, authenticated using (true);
create policy "staff create projects" on public.past_projects
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change projects" on public.past_projects
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete projects" on public.past_projects
  for delete to authenticated using ((select private.is_staff()));

create policy "everyone reads active sheds" on public.shed_listings
  for select to anon, authenticated using (is_active or (select private.is_staff()));
create policy "staff create sheds" on public.shed_listings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change sheds" on public.shed_listings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete sheds" on public.shed_listings
  for delete to authenticated using ((select private.is_staff()));

create policy "everyone reads published posts" on public.blog_posts
  for select to anon, authenticated using (is_published or (select private.is_staff()));
create policy "staff create posts" on public.blog_posts
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change posts" on public.blog_posts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete posts" on public.blog_posts
  for delete to authenticated using ((select private.is_staff()));
