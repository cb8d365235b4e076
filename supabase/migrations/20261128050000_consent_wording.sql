-- A second wording of the consent to news by email. Earlier consents keep the first.

alter table public.marketing_consents
  drop constraint marketing_consents_wording_known,
  add constraint marketing_consents_wording_known check (wording in (
    'Yes, send me news and offers by e-mail now and then. I can take this back at any time.',
    'Yes, email me news and offers now and then. I can withdraw my consent at any time.'));
