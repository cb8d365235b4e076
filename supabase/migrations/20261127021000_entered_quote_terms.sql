-- New quotes state what somebody entered: the screens propose wording and a number of days, and staff take them over.

alter table public.quote_settings
  alter column defaults set default '{}',
  alter column valid_days drop not null,
  alter column valid_days drop default;
comment on column public.quote_settings.valid_days is 'Days that new quotes are valid; null if staff enter a day for each quote.';
