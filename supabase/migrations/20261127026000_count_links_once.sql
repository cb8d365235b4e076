-- A link counts once: 'https://www.' was two links, and so was an address inside another one.

create or replace function private.find_spam_reasons(name text, body text) returns text[]
  language sql immutable
  set search_path = ''
  as $$
  select array_remove(array[
    case when name ~* '(https?://|www\.)' then 'link_in_name' end,
    case when body ~* '(\[(url|link)\s*=|<a\s[^>]*href)' then 'markup' end,
    case when (select count(*) from regexp_matches(body, '(?:https?://|\mwww\.)[^\s,;|<>"()\[\]]*', 'gi')) > 4
      then 'many_links' end
  ], null) $$;
comment on function private.find_spam_reasons(text, text) is
  'Spam reasons in the text of an enquiry: a link in the name, links in forum or HTML markup, more than four links.';
