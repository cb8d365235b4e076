-- What the website stated and nobody had entered becomes settings, empty until somebody enters them.

alter table public.business_settings
  add column service_area text,
  add column payment_methods text,
  add column service_texts jsonb not null default '{}',
  add constraint business_settings_service_area_length check (char_length(service_area) <= 200),
  add constraint business_settings_payment_methods_length check (char_length(payment_methods) <= 200),
  add constraint business_settings_service_texts_object check (
    jsonb_typeof(service_texts) = 'object' and pg_column_size(service_texts) <= 8000);
comment on table public.business_settings is
  'One row: name, contact, hours, social links, coordinates, retention, and what visitors read of area, payment and services.';
comment on column public.business_settings.service_area is 'Beside the contact details, such as 50 km around our yard; null if not stated.';
comment on column public.business_settings.payment_methods is 'Beside the contact details, such as Cash or bank transfer; null if not stated.';
comment on column public.business_settings.service_texts is
  'A sentence by the name of a service of the home page; a service without one shows its name alone.';
grant insert (service_area, payment_methods, service_texts), update (service_area, payment_methods, service_texts)
  on public.business_settings to authenticated;

-- The wording was never checked on the day that was the default, nor the methods of payment entered.
alter table public.quote_settings alter column defaults set default '{
    "paymentTerms": "The balance is due on delivery. All amounts are in Canadian dollars.",
    "delivery": "To your address, on a day that we agree with you.",
    "cancellation": "An agreement that is made at your home can be cancelled within 10 days of receiving the written copy (Consumer Protection Act, 2002)."}';
update public.quote_settings set defaults = defaults - 'checkedOn' where defaults ->> 'checkedOn' = '2026-11-23';
