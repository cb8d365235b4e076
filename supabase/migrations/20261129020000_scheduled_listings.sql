-- Listings and projects can have a date from which visitors see them, by the database's clock, as posts and pages have.

alter table public.shed_listings add column published_at timestamptz;
comment on table public.shed_listings is 'Sheds on offer. The public sees the active ones, from their date on.';
comment on column public.shed_listings.published_at is
  'From when visitors see the listing while it is active, by the database''s clock; null to show it at once.';
grant insert (published_at), update (published_at) on public.shed_listings to authenticated;
alter policy "everyone reads active sheds" on public.shed_listings
  using ((is_active and (published_at is null or published_at <= now())) or (select private.is_staff()));
alter policy "everyone reads active sheds" on public.shed_listings rename to "everyone reads active sheds from their date on";
-- Counts and pages of the public list read these indexes alone.
drop index public.shed_listings_active_idx;
create index shed_listings_active_idx on public.shed_listings (is_active, published_at);
drop index public.shed_listings_list_idx;
create index shed_listings_list_idx on public.shed_listings (is_featured desc, order_index nulls first, created_at desc, id)
  include (is_active, published_at, material_type, shed_style, size_group, color, price) where is_active;

alter table public.past_projects add column published_at timestamptz;
comment on table public.past_projects is
  'Finished work for the portfolio. The public sees the active projects, from their date on.';
comment on column public.past_projects.published_at is
  'From when visitors see the project while it is active, by the database''s clock; null to show it at once.';
grant insert (published_at), update (published_at) on public.past_projects to authenticated;
alter policy "everyone reads active projects" on public.past_projects
  using ((is_active and (published_at is null or published_at <= now())) or (select private.is_staff()));
alter policy "everyone reads active projects" on public.past_projects
  rename to "everyone reads active projects from their date on";
drop index public.past_projects_active_idx;
create index past_projects_active_idx on public.past_projects (is_active, published_at);
