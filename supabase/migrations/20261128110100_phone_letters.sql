-- Phone numbers with letters, such as 705-555-SHED, are found by their digits, and by letters where they were typed as digits:
-- searched texts have both, and a search asks for the digits (app/lib/phone-letters.ts).

create function private.list_lettered_numbers(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(string_agg(concat(' ', regexp_replace(number[1], '\D', '', 'g'),
        translate(upper(left(regexp_replace(number[2], '[^0-9A-Za-z]', '', 'g'), 7)),
          'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '22233344455566677778889999'), ' ' || number[3]), ''), '')
      from regexp_matches(value, '(?:^|[^0-9A-Z])((?:\+?1[-.\s\u2010-\u2015]{0,3})?\(?[2-9][0-9]{2}\)?[-.\s\u2010-\u2015]{0,3})'
        '([2-9][0-9]{2}[-.\s\u2010-\u2015]{0,3}[A-Za-z]{4}|[0-9A-Z](?:[-.]?[0-9A-Z]){6,10})(?![0-9A-Za-z])'
        '(?:[\s,;(]*(?:[Ee]xt[a-z]*|EXT|x|X|#|[Ll]ocal|[Pp]oste)[\s.:#-]*([0-9]{1,7}))?', 'g') as number
      where number[2] ~ '[A-Za-z]' and number[2] !~ 'EXT|X[0-9]'
  $$;
comment on function private.list_lettered_numbers(text) is
  'The phone numbers of a text that are written with letters, in digits and with their extensions.';
grant execute on function private.list_lettered_numbers(text) to anon, authenticated, service_role;

create or replace function private.normalize_text(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'))
      || private.list_lettered_numbers(normalize(value, NFKD))
  $$;
comment on function private.normalize_text(text) is
  'The text in lower case and without diacritics, followed by its phone numbers with letters in digits, for searching and sorting.';

-- Triggers and generated columns compute what is stored already.
alter table public.contact_submissions disable trigger touch_updated_at;
alter table public.quote_requests disable trigger touch_updated_at;
alter table public.quotes disable trigger user;
update public.contact_submissions set phone = phone
  where private.list_lettered_numbers(concat_ws(' ', phone, message)) <> '';
update public.quote_requests set phone = phone
  where private.list_lettered_numbers(concat_ws(' ', phone, description, custom_message, notes)) <> '';
update public.quotes set customer_phone = customer_phone where private.list_lettered_numbers(customer_phone) <> '';
alter table public.contact_submissions enable trigger touch_updated_at;
alter table public.quote_requests enable trigger touch_updated_at;
alter table public.quotes enable trigger user;
