comment on column public.business_settings.trust_texts is
  'A text by the name of a fact of the home page (since, licences, insurance, wsib, hst, warranty, payment, lead_times) or of a step of an order (ask, visit, quote, build). What has none is not shown.';
