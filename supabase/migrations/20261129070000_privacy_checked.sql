-- The owner confirms the privacy page as they confirm the wording of quotes: with a day of their own.

alter table public.business_settings add column privacy_checked_on date;
comment on column public.business_settings.privacy_checked_on is
  'The day on which the owner checked that the privacy page describes what they do.';
grant insert (privacy_checked_on), update (privacy_checked_on) on public.business_settings to authenticated;
