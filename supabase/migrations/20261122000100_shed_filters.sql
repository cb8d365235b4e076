-- A filter of the public list is a part of a word, which no index finds. But in the list's own order,
-- with the columns that are filtered by, an index alone tells which sheds a page shows and how many
-- there are; only those of the page are read from the table.

create index shed_listings_list_idx on public.shed_listings (is_featured desc, created_at desc, id)
  include (is_active, material_type, shed_style, size, color) where is_active;
drop index public.shed_listings_shown_idx;
