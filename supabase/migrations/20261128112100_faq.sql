-- The questions that every customer asks, with the owner's answers, for a page of their own.

create function private.is_faq(entries jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(entries) = 'array' then jsonb_array_length(entries) <= 50 and not exists (
      select from jsonb_array_elements(entries) as listed (entry)
      where coalesce(char_length(btrim(entry ->> 'question')), 0) not between 1 and 200
        or coalesce(char_length(btrim(entry ->> 'answer')), 0) not between 1 and 2000)
    else false end
  $$;
comment on function private.is_faq(jsonb) is
  'True for a list of at most 50 objects with a question of up to 200 characters and an answer of up to 2,000.';
revoke execute on function private.is_faq(jsonb) from public;
grant execute on function private.is_faq(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column faq jsonb not null default '[]',
  add constraint business_settings_faq_valid check (private.is_faq(faq) and pg_column_size(faq) <= 400000);
comment on table public.business_settings is
  'One row: name, contact, hours, social links, coordinates, retention, and what visitors read of area, payment, services, the business and frequent questions.';
comment on column public.business_settings.faq is
  'Frequent questions in order, objects with question and answer, plain text. Without any there is no page.';
grant insert (faq), update (faq) on public.business_settings to authenticated;
