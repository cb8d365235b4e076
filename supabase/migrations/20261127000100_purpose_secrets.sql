-- The website's server signs three things, each with a secret of its own: what a form has found (x-form-verdict),
-- what it does with documents of quotes (x-quote-documents), and whom it has seen (x-quote-client).

drop table private.form_secrets;

create table private.signing_secrets (
  purpose text not null,
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (purpose, secret),
  constraint signing_secrets_purpose_values check (purpose in ('forms', 'documents', 'evidence')),
  constraint signing_secrets_secret_length check (char_length(secret) between 32 and 200)
);
comment on table private.signing_secrets is
  'Secrets with which the website''s server signs: one valid for each purpose, and the former one for 15 minutes. Left out of backups.';
create unique index signing_secrets_valid_key on private.signing_secrets (purpose) where retired_at is null;
revoke all on private.signing_secrets from anon, authenticated, service_role;
alter table private.signing_secrets enable row level security;

create function private.set_signing_secret(secret_purpose text, new_secret text) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    lock table private.signing_secrets in share row exclusive mode;
    if exists (
      select from private.signing_secrets
      where purpose = secret_purpose and secret = new_secret and retired_at is null)
    then
      return;
    end if;
    delete from private.signing_secrets where purpose = secret_purpose and retired_at is not null;
    update private.signing_secrets set retired_at = now() where purpose = secret_purpose;
    insert into private.signing_secrets (purpose, secret) values (secret_purpose, new_secret);
  end
  $$;
comment on function private.set_signing_secret(text, text) is 'Makes this the valid secret. The one it replaces passes for 15 more minutes.';
revoke execute on function private.set_signing_secret(text, text) from public, anon, authenticated, service_role;

create function private.set_form_secret(form_secret text) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if char_length(form_secret) < 32 then raise 'FORM_SECRET must have at least 32 characters'; end if;
    perform private.set_signing_secret(purpose, private.hmac_sha256('ridgeline ' || purpose, form_secret))
      from unnest(array['forms', 'documents', 'evidence']) as purpose;
  end
  $$;
comment on function private.set_form_secret(text) is
  'Derives the secret of each purpose from FORM_SECRET, as the website does, and makes it valid. FORM_SECRET itself is not stored.';
revoke execute on function private.set_form_secret(text) from public, anon, authenticated, service_role;

create function private.is_signed(secret_purpose text, time_ms text, message text, signature text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(time_ms ~ '^[0-9]{1,15}$' and abs(time_ms::numeric / 1000 - extract(epoch from now())) < 900
      and exists (
        select from private.signing_secrets
        where purpose = secret_purpose and (retired_at is null or not private.seconds_elapsed(retired_at, 900))
          and signature = private.hmac_sha256(message, secret)), false)
  $$;
comment on function private.is_signed(text, text, text, text) is
  'True if the website has signed this message for this purpose within 15 minutes. Never true without a secret.';
revoke execute on function private.is_signed(text, text, text, text) from public, anon, authenticated;

create or replace function private.get_quote_client() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    signed constant text[] := string_to_array(headers ->> 'x-quote-client', ' ');
  begin
    if cardinality(signed) = 4 and signed[2] ~ '^[0-9a-f.:]{2,45}$'
      and char_length(signed[3]) <= 3000 and signed[3] ~ '^[A-Za-z0-9+/]*={0,2}$'
      and private.is_signed('evidence', signed[1],
        concat_ws(E'\n', 'quote-client', signed[1], signed[2], signed[3]), signed[4])
    then
      return jsonb_build_object('source', 'website', 'ip', signed[2],
        'userAgent', left(convert_from(decode(signed[3], 'base64'), 'UTF8'), 500));
    end if;
    return jsonb_strip_nulls(jsonb_build_object('source', 'request',
      'ip', private.get_client_ip(),
      'userAgent', left(headers ->> 'user-agent', 500)));
  end
  $$;

create or replace function private.is_signed_by_website(action text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    signed constant text[] := string_to_array(headers ->> 'x-quote-documents', ' ');
  begin
    return coalesce(cardinality(signed) = 2 and private.is_signed('documents', signed[1],
      concat_ws(E'\n', 'quote-documents', signed[1], action), signed[2]), false);
  end
  $$;
comment on function private.is_signed_by_website(text) is
  'True if the website has signed this action within 15 minutes. Never true without a secret for documents.';

create or replace function private.get_document_delay(quote uuid, version integer, mail_type text) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
    select case when exists (select from private.signing_secrets where purpose = 'documents') and exists (
        select from public.quote_documents as document
        where document.quote_id = quote and document.version = get_document_delay.version and document.status = 'waiting'
          and document.type = private.get_mail_document_type(mail_type) and document.attempts < 4)
      then 3600 else 0 end
  $$;

create or replace function private.receive_enquiry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    max_forms_per_hour constant integer := 500;
    max_others_per_hour constant integer := 100;
    max_others_of_network_per_hour constant integer := 20;
    enquiry jsonb := to_jsonb(new);
    headers jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    verdict text[] := string_to_array(headers ->> 'x-form-verdict', ' ');
    network constant text := private.get_customer_network();
    submission text := 'ip-' || coalesce(private.get_client_ip(), '');
    form_reasons text[] := '{}';
    is_form boolean := false;
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff() then
      return new;
    end if;

    -- '<milliseconds since 1970> <reasons or -> <submission> <signature over these and the row>'. Unsigned
    -- reasons and submissions count too: they can only mark or skip the sender's own row.
    if verdict[1] ~ '^[0-9]{1,15}$' and verdict[3] ~ '^(id|ip)-[A-Za-z0-9_-]{1,64}$' and cardinality(verdict) = 4 then
      submission := verdict[3];
      select coalesce(array_agg(reason), '{}') into form_reasons
        from unnest(string_to_array(verdict[2], ',')) as reason
        where reason in ('hidden_field', 'no_token', 'too_fast', 'no_challenge');
      is_form := private.is_signed('forms', verdict[1], concat_ws(E'\n', tg_table_name, enquiry ->> 'email',
        coalesce(enquiry ->> 'message', enquiry ->> 'description'), verdict[1], verdict[2], verdict[3]), verdict[4]);
    end if;
    if not private.take_submission(tg_table_name, submission, enquiry) then
      return null;
    end if;

    new.spam_reasons := form_reasons || private.find_spam_reasons(
      coalesce(enquiry ->> 'name', enquiry ->> 'customer_name'),
      concat_ws(' ', enquiry ->> 'subject', enquiry ->> 'message', enquiry ->> 'description',
        enquiry ->> 'custom_message'));
    new.is_spam := cardinality(new.spam_reasons) > 0;

    -- A flood without the form does not close the form. The website limits the forms of each network.
    is_form := is_form or not exists (select from private.signing_secrets where purpose = 'forms');
    if not is_form and network <> '' and not public.take_rate_limit(
      concat('enquiries:', tg_table_name, ':', network), max_others_of_network_per_hour, 3600)
    then
      raise sqlstate 'PT429' using
        message = 'Too many enquiries from this address, please try again later',
        detail = format('%s takes %s an hour of a network', tg_table_name, max_others_of_network_per_hour);
    end if;
    if not public.take_rate_limit(
      concat('enquiries:', tg_table_name, case when is_form then ':form' else ':other' end),
      case when is_form then max_forms_per_hour else max_others_per_hour end, 3600)
    then
      raise sqlstate 'PT429' using
        message = 'Too many enquiries have arrived within the hour, please try again later',
        detail = format('%s takes %s an hour', tg_table_name,
          case when is_form then max_forms_per_hour else max_others_per_hour end);
    end if;
    return new;
  end
  $$;
