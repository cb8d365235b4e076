-- What looks like spam is stored and marked, never refused. The marks are made here, where every
-- insert comes by: what visitors send through the website's form, and what is sent to the tables
-- without it. See docs/decisions/008-spam.md.

create table private.form_secrets (
  secret text primary key,
  created_at timestamptz not null default now(),
  constraint form_secrets_secret_length check (char_length(secret) between 32 and 200)
);
comment on table private.form_secrets is
  'What the website''s server proves itself with when it hands over a form. While there is none, nobody is asked for a proof.';
revoke all on private.form_secrets from anon, authenticated;
alter table private.form_secrets enable row level security;

create function private.hmac_sha256(message text, secret text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
  declare
    key bytea := convert_to(secret, 'UTF8');
    inner_key bytea;
    outer_key bytea;
  begin
    if length(key) > 64 then key := sha256(key); end if;
    key := key || decode(repeat('00', 64 - length(key)), 'hex');
    inner_key := key;
    outer_key := key;
    for place in 0..63 loop
      inner_key := set_byte(inner_key, place, get_byte(key, place) # 54);
      outer_key := set_byte(outer_key, place, get_byte(key, place) # 92);
    end loop;
    return encode(sha256(outer_key || sha256(inner_key || convert_to(message, 'UTF8'))), 'hex');
  end
  $$;
comment on function private.hmac_sha256(text, text) is
  'HMAC-SHA256 (RFC 2104) in hexadecimal, without an extension.';

create function private.spam_in_text(name text, words text) returns text[]
  language sql immutable
  set search_path = ''
  as $$
  select array_remove(array[
    case when name ~* '(https?://|www\.)' then 'link_in_name' end,
    case when words ~* '(\[(url|link)\s*=|<a\s[^>]*href)' then 'markup' end,
    case when (select count(*) from regexp_matches(words, 'https?://|www\.', 'gi')) > 4
      then 'many_links' end
  ], null) $$;
comment on function private.spam_in_text(text, text) is
  'What of an enquiry''s own words looks like spam: a link for a name, links in forum or HTML markup, more than four links.';

alter table public.contact_submissions
  add column is_spam boolean not null default false,
  add column spam_reasons text[] not null default '{}',
  add constraint contact_submissions_spam_reasons_known check (spam_reasons <@ array[
    'no_form', 'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links']);
alter table public.quote_requests
  add column is_spam boolean not null default false,
  add column spam_reasons text[] not null default '{}',
  add constraint quote_requests_spam_reasons_known check (spam_reasons <@ array[
    'no_form', 'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links']);
comment on column public.contact_submissions.is_spam is 'Kept apart from the other messages. Staff may change it.';
comment on column public.contact_submissions.spam_reasons is 'Why it was marked when it came; stays where staff decide otherwise.';
comment on column public.quote_requests.is_spam is 'Kept apart from the other requests. Staff may change it.';
comment on column public.quote_requests.spam_reasons is 'Why it was marked when it came; stays where staff decide otherwise.';

grant update (is_spam) on public.contact_submissions, public.quote_requests to authenticated;

create index contact_submissions_spam_idx on public.contact_submissions (created_at desc, id) where is_spam;
create index quote_requests_spam_idx on public.quote_requests (created_at desc, id) where is_spam;

create function private.judge_enquiry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    enquiries_per_hour constant integer := 500;
    enquiry jsonb := to_jsonb(new);
    verdict text[] := string_to_array(
      nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-form-verdict', ' ');
    found text[] := '{}';
    proven boolean := false;
  begin
    -- Staff and the service key are no visitors.
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff() then
      return new;
    end if;

    -- A verdict is '<milliseconds since 1970> <reasons or -> <signature>', and made for this row.
    if verdict[1] ~ '^[0-9]{1,15}$' and cardinality(verdict) = 3 then
      select exists (
        select from private.form_secrets
        where verdict[3] = private.hmac_sha256(concat_ws(E'\n', tg_table_name, enquiry ->> 'email',
          coalesce(enquiry ->> 'message', enquiry ->> 'description'), verdict[1], verdict[2]), secret)
        and abs(verdict[1]::numeric / 1000 - extract(epoch from now())) < 900
      ) into proven;
      -- Without a proof they count as well: nobody gains by accusing oneself.
      select coalesce(array_agg(reason), '{}') into found
        from unnest(string_to_array(verdict[2], ',')) as reason
        where reason in ('hidden_field', 'no_token', 'too_fast', 'no_challenge');
    end if;
    if not proven and exists (select from private.form_secrets) then
      found := found || 'no_form'::text;
    end if;
    new.spam_reasons := found || private.spam_in_text(
      coalesce(enquiry ->> 'name', enquiry ->> 'customer_name'),
      concat_ws(' ', enquiry ->> 'subject', enquiry ->> 'message', enquiry ->> 'description',
        enquiry ->> 'custom_message'));
    new.is_spam := cardinality(new.spam_reasons) > 0;

    -- Everyone together. Whoever floods the tables without the form does not close the form.
    if not public.take_rate_limit(
      'enquiries:' || tg_table_name || case when proven then ':form' else ':other' end,
      enquiries_per_hour, 3600)
    then
      raise sqlstate 'PT429' using
        message = 'Too many enquiries have arrived within the hour, please try again later',
        detail = format('%s takes %s an hour', tg_table_name, enquiries_per_hour);
    end if;
    return new;
  end
  $$;
comment on function private.judge_enquiry() is
  'Marks what looks like spam, and bounds what visitors add to a table within an hour, everyone together.';

-- Before skip_repeated, by its name: triggers run in that order.
create trigger judge_enquiry before insert on public.contact_submissions
  for each row execute function private.judge_enquiry();
create trigger judge_enquiry before insert on public.quote_requests
  for each row execute function private.judge_enquiry();
