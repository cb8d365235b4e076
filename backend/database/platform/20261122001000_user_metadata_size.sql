-- Access tokens repeat user metadata, and requests with headers of more than 16 KiB are refused. The
-- limit is 2 KiB of JSON without the spaces that jsonb writes after separators outside of strings.

update auth.users
set raw_user_meta_data = '{}', updated_at = now()
where octet_length(
  regexp_replace(raw_user_meta_data::text, '("(?:[^"\\]|\\.)*")|([:,]) ', '\1\2', 'g')
) > 2048;
