-- The DKIM selector of the sender's domain, which only the mail provider knows.

alter table private.mail_settings
  add column dkim_selector text,
  add constraint mail_settings_dkim_selector_length check (char_length(dkim_selector) between 1 and 100);
comment on column private.mail_settings.dkim_selector is
  'Names the key at {selector}._domainkey of the sender''s domain, for the check of its DNS records; null if nobody entered one.';
