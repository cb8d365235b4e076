-- The home page's HST number is the one of documents: a text of its own went on showing after the setting had changed.

alter table public.tax_settings add column hst_number_shown boolean not null default false;
comment on column public.tax_settings.hst_number is
  'What documents state. Visitors read it with get_shown_hst_number alone, if hst_number_shown.';
comment on column public.tax_settings.hst_number_shown is
  'Whether the home page has the number, while HST is charged and the number is entered.';
grant insert (hst_number_shown), update (hst_number_shown) on public.tax_settings to authenticated;

-- Without a number for documents, the text is it if it has the form that the setting requires. A text that is not the
-- number of documents stays stored.
update public.tax_settings as taxes set hst_number = entered.text
  from (select btrim(trust_texts ->> 'hst') as text from public.business_settings) as entered
  where taxes.hst_number = '' and entered.text ~* '^([0-9][\s-]*){9}RT[\s-]*[0-9]{4}$' and char_length(entered.text) <= 40;
update public.tax_settings as taxes set hst_number_shown = true
  from (select regexp_replace(upper(trust_texts ->> 'hst'), '[^0-9A-Z]', '', 'g') as text from public.business_settings)
    as entered
  where taxes.hst_number <> ''
    and position(regexp_replace(upper(taxes.hst_number), '[^0-9A-Z]', '', 'g') in entered.text) > 0;
update public.business_settings as settings set trust_texts = trust_texts - 'hst'
  where btrim(trust_texts ->> 'hst') = '' or exists (
    select from public.tax_settings as taxes where taxes.hst_number <> ''
      and regexp_replace(upper(taxes.hst_number), '[^0-9A-Z]', '', 'g')
        = regexp_replace(upper(settings.trust_texts ->> 'hst'), '[^0-9A-Z]', '', 'g'));

comment on column public.business_settings.trust_texts is
  'A text by the name of a fact of the home page (since, licences, insurance, wsib, warranty, payment, lead_times) or of a step of an order (ask, visit, quote, build). What has none is not shown.';

create function public.get_shown_hst_number() returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select hst_number from public.tax_settings where hst_charged and hst_number_shown and hst_number <> ''
  $$;
comment on function public.get_shown_hst_number() is
  'The HST number that visitors see. Null if HST is not charged, or the number is not entered or not to be shown.';
revoke execute on function public.get_shown_hst_number() from public;
grant execute on function public.get_shown_hst_number() to anon, authenticated, service_role;
