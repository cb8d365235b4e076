-- What visitors want to know before they ask: who the business is, how an order comes about, and when it builds.

alter table public.business_settings
  add column trust_texts jsonb not null default '{}',
  add constraint business_settings_trust_texts_object check (
    jsonb_typeof(trust_texts) = 'object' and pg_column_size(trust_texts) <= 12000);
comment on table public.business_settings is
  'One row: name, contact, hours, social links, coordinates, retention, and what visitors read of area, payment, services and the business.';
comment on column public.business_settings.trust_texts is
  'A text by the name of a fact of the home page (since, licences, insurance, wsib, warranty, payment, lead_times) or of a step of an order (ask, visit, quote, build). What has none is not shown.';
grant insert (trust_texts), update (trust_texts) on public.business_settings to authenticated;
