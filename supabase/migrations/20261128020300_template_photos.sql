-- A template has no photos of customers: the next customer's quote would show them, and erasure could not remove them.

create function private.remove_personal_images() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.content = jsonb_set(new.content, '{images}', (
      select coalesce(jsonb_agg(path order by position), '[]')
      from jsonb_array_elements_text(new.content -> 'images') with ordinality as image (path, position)
      where path not like 'orders/%'));
    return new;
  end
  $$;
comment on function private.remove_personal_images() is 'Removes photos of quotes and orders from a template.';
revoke execute on function private.remove_personal_images() from public, anon, authenticated;
create trigger remove_personal_images before insert or update on public.quote_templates
  for each row when (jsonb_typeof(new.content -> 'images') = 'array') execute function private.remove_personal_images();
update public.quote_templates set content = content
  where jsonb_path_exists(content, '$.images[*] ? (@ starts with "orders/")');

create or replace function private.list_quote_images() returns setof text
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_array_elements_text(content -> 'images') from public.quotes
    union select jsonb_array_elements_text(content -> 'images') from public.quote_versions
    union select unnest(images) from public.quote_stages
  $$;
comment on function private.list_quote_images() is 'Keys in the bucket images that quotes, their versions and order stages show.';
