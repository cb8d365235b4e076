-- The link by which an invited colleague chooses a password.

alter table auth.one_time_tokens
  drop constraint one_time_tokens_token_type_check,
  add constraint one_time_tokens_token_type_check check (
    token_type in ('recovery', 'invite', 'email_change_current', 'email_change_new', 'email_change_undo'));
