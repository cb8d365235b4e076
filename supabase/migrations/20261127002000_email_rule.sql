-- One rule for e-mail addresses: what browsers accept in `type=email` (the HTML standard), and domains in other scripts,
-- as in app/domain/format/email.ts. Triggers enforce it on new and changed addresses alone: rows with an address that the
-- former, looser constraint accepted can still be edited and restored from a backup.

create function private.is_email(address text) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    with domain as (select 'a-zA-Z0-9\u00c0-\u061b\u061d-\u167f\u1681-\u180a\u1810-\u1fff\u3005-\ud7ff\uf900-\ufdff\U00020000-\U0003ffff' as letter),
    part as (select '[' || letter || ']([' || letter || '-]{0,61}[' || letter || '])?' as label from domain)
    select char_length(address) <= 254
      and address ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@' || label || '(\.' || label || ')*$')
    from part
  $$;
comment on function private.is_email(text) is
  'Whether a text is an e-mail address as the HTML standard has it, or one with a domain in another script.';

create function private.check_email() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    field constant text := tg_argv[0];
    address constant text := to_jsonb(new) ->> field;
  begin
    if address = '' and tg_table_name = 'business_settings' or private.is_email(address) is not false
      or tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> field then
      return new;
    end if;
    raise exception 'The value of % is no e-mail address', field
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, column = field,
        constraint = tg_table_name || '_' || field || '_valid';
  end
  $$;
comment on function private.check_email() is
  'Rejects a new or changed e-mail address (the column is the argument) that is none, as a check constraint would.';

grant execute on function private.is_email(text) to anon, authenticated, service_role;

alter table public.business_settings drop constraint business_settings_email_valid;
alter table public.contact_submissions drop constraint contact_submissions_email_valid;
alter table public.quote_requests drop constraint quote_requests_email_valid;
alter table public.quotes drop constraint quotes_customer_email_valid;
alter table public.marketing_consents drop constraint marketing_consents_email_valid;
alter table public.marketing_consents add constraint marketing_consents_email_lower check (email = lower(email));

create trigger check_email before insert or update of email on public.business_settings
  for each row execute function private.check_email('email');
create trigger check_email before insert or update of email on public.contact_submissions
  for each row execute function private.check_email('email');
create trigger check_email before insert or update of email on public.quote_requests
  for each row execute function private.check_email('email');
create trigger check_email before insert or update of email on public.marketing_consents
  for each row execute function private.check_email('email');
create trigger check_email before insert or update of customer_email on public.quotes
  for each row execute function private.check_email('customer_email');
