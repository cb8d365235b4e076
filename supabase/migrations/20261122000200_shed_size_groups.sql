-- The size groups of the public filter as a stored column, so that the list is filtered by a plain
-- comparison: visitors may not send regular expressions. The groups are those of
-- app/domain/shed-filter.ts; a test compares the two.

alter table public.shed_listings
  add column size_group text not null generated always as (
    case
      when size ~* '(^|\D)(8\s*[x×]\s*8|8\s*[x×]\s*10|8\s*[x×]\s*12)(\D|$)' then 'Small'
      when size ~* '(^|\D)(10\s*[x×]\s*10|10\s*[x×]\s*12|10\s*[x×]\s*16)(\D|$)' then 'Medium'
      when size ~* '(^|\D)(12\s*[x×]\s*12|12\s*[x×]\s*16|12\s*[x×]\s*20|14\s*[x×]\s*20)(\D|$)' then 'Large'
      else 'Other'
    end) stored;
comment on column public.shed_listings.size_group is
  'The group of the public size filter: Small, Medium, Large or Other.';

-- The column that is filtered by belongs into the index that finds a page of the list.
drop index public.shed_listings_list_idx;
create index shed_listings_list_idx on public.shed_listings (is_featured desc, created_at desc, id)
  include (is_active, material_type, shed_style, size_group, color) where is_active;
