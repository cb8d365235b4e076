-- When the links of a changed address were mailed: the account screen shows the change while they are valid.

alter table auth.users add column email_change_sent_at timestamptz;
