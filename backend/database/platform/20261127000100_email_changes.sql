-- A changed e-mail address is confirmed at both addresses, and the old one can undo it: one row for each link. Several
-- changes within three days can each be undone.

delete from auth.one_time_tokens where token_type = 'email_change';
alter table auth.one_time_tokens
  drop constraint one_time_tokens_token_type_check,
  drop constraint one_time_tokens_user_id_token_type_key,
  add constraint one_time_tokens_token_type_check check (
    token_type in ('recovery', 'email_change_current', 'email_change_new', 'email_change_undo'));
create unique index one_time_tokens_newest_key on auth.one_time_tokens (user_id, token_type)
  where token_type <> 'email_change_undo';
