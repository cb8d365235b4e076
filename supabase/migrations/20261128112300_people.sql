-- Who the customers will meet, on the home page.

create function private.is_people(entries jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(entries) = 'array' then jsonb_array_length(entries) <= 12 and not exists (
      select from jsonb_array_elements(entries) as listed (entry)
      where coalesce(char_length(btrim(entry ->> 'name')), 0) not between 1 and 120
        or coalesce(char_length(entry ->> 'role'), 0) > 120
        or coalesce(entry ->> 'photo', '') !~ '^(thumbnails/[^\s/]{1,250})?$')
    else false end
  $$;
comment on function private.is_people(jsonb) is
  'True for a list of at most 12 objects with name, role and photo, a key in the images bucket.';
revoke execute on function private.is_people(jsonb) from public;
grant execute on function private.is_people(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column people jsonb not null default '[]',
  add constraint business_settings_people_valid check (private.is_people(people) and pg_column_size(people) <= 30000);
comment on column public.business_settings.people is
  'The people of the business in order, objects with name, role and photo, a key in the images bucket (thumbnails/...). Without any the home page has no such section.';
grant insert (people), update (people) on public.business_settings to authenticated;
