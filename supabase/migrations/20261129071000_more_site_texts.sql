-- The owner's words for the pages of designs, contact and the blog, too.

create or replace function private.is_site_texts(texts jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select case when jsonb_typeof(texts) = 'object' then not exists (
      select from jsonb_each(texts) as entry (name, value)
      where name <> all (array['hero_button', 'hero_link', 'hero_note', 'sheds_title', 'sheds_link', 'designer_title',
          'designer_text', 'designer_button', 'videos_title', 'services_title', 'services_other',
          'work_title', 'reviews_title', 'steps_title', 'facts_title', 'people_title', 'contact_title',
          'contact_text', 'quote_text', 'quote_first_step', 'quote_second_step', 'design_title',
          'design_text', 'design_styles', 'design_listings', 'design_changes', 'contact_page_title',
          'contact_page_text', 'blog_title', 'blog_text', 'reply_note', 'footer_text'])
        or jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') > 300)
    else false end
  $$;
