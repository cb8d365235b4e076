-- The owner's words for headings, buttons and notes of the website.

create function private.is_site_texts(texts jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(texts) = 'object' then not exists (
      select from jsonb_each(texts) as entry (name, value)
      where name <> all (array['hero_button', 'hero_link', 'hero_note', 'sheds_title', 'sheds_link', 'designer_title',
          'designer_text', 'designer_button', 'videos_title', 'services_title', 'services_other', 'work_title',
          'reviews_title', 'steps_title', 'facts_title', 'people_title', 'contact_title', 'contact_text', 'quote_text',
          'quote_first_step', 'quote_second_step', 'reply_note', 'footer_text'])
        or jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') > 300)
    else false end
  $$;
comment on function private.is_site_texts(jsonb) is
  'True for an object with texts of at most 300 characters by the names that the website knows (app/features/business/site-texts.ts).';
revoke execute on function private.is_site_texts(jsonb) from public;
grant execute on function private.is_site_texts(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column site_texts jsonb not null default '{}',
  add constraint business_settings_site_texts_valid check (private.is_site_texts(site_texts));
comment on column public.business_settings.site_texts is
  'The owner''s text by the name of a heading, button or note; an empty one hides a note. What has none has the website''s usual text.';
grant insert (site_texts), update (site_texts) on public.business_settings to authenticated;
