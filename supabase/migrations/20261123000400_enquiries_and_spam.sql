-- Contact messages and quote requests. Anonymous callers may insert and nothing else.
--
-- search_text and the *_order columns serve the searches and sort orders of the back office: normalized,
-- and collated "C" so that every server sorts alike. A trigram index would not help: with row-level
-- security PostgreSQL uses an index for leakproof operators only, and LIKE is not leakproof.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  subject text,
  message text not null,
  status text not null default 'unread',
  is_spam boolean not null default false,
  spam_reasons text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    left(private.plain_text(
      name || ' ' || email || ' ' || coalesce(phone, '') || ' '
      || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(subject, '') || ' '
      || message), 60000)) stored,
  name_order text collate "C" not null generated always as (
    left(private.plain_text(btrim(name)), 100)) stored,
  subject_order text collate "C" generated always as (
    left(private.plain_text(nullif(btrim(subject), '')), 100)) stored,
  message_order text collate "C" not null generated always as (
    left(private.plain_text(left(btrim(message), 200)), 100)) stored,
  constraint contact_submissions_name_length check (char_length(btrim(name)) between 2 and 120),
  constraint contact_submissions_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint contact_submissions_phone_length check (char_length(phone) <= 40),
  constraint contact_submissions_subject_length check (subject is null or char_length(btrim(subject)) between 3 and 200),
  constraint contact_submissions_message_length check (
    char_length(btrim(message)) >= 10 and char_length(message) <= 10000),
  constraint contact_submissions_status_known check (status in ('unread', 'read')),
  constraint contact_submissions_spam_reasons_known check (spam_reasons <@ array[
    'no_form', 'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links'])
);
comment on table public.contact_submissions is 'Messages from the contact form.';
comment on column public.contact_submissions.is_spam is 'Set by classify_spam on insert. Staff may change it.';
comment on column public.contact_submissions.spam_reasons is 'Why classify_spam set is_spam. Unchanged if staff change is_spam.';
comment on column public.contact_submissions.search_text is 'All text of the row, in lower case and without diacritics.';
comment on column public.contact_submissions.name_order is 'Sort key of name.';
comment on column public.contact_submissions.subject_order is 'Sort key of subject.';
comment on column public.contact_submissions.message_order is 'Sort key of message.';
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc, id);
create index contact_submissions_shown_idx on public.contact_submissions (created_at desc, id) where not is_spam;
create index contact_submissions_spam_idx on public.contact_submissions (created_at desc, id) where is_spam;
create index contact_submissions_status_idx on public.contact_submissions (status, created_at desc, id);
create index contact_submissions_name_order_idx on public.contact_submissions (name_order, created_at desc, id);
create index contact_submissions_subject_order_idx on public.contact_submissions (subject_order, created_at desc, id);
create index contact_submissions_message_order_idx on public.contact_submissions (message_order, created_at desc, id);
create index contact_submissions_email_idx on public.contact_submissions (lower(email), created_at desc);

revoke all on public.contact_submissions from anon, authenticated;
grant insert (name, email, phone, subject, message) on public.contact_submissions to anon, authenticated;
grant select, update (status, is_spam), delete on public.contact_submissions to authenticated;
alter table public.contact_submissions enable row level security;
create policy "everyone sends a contact message" on public.contact_submissions
  for insert to anon, authenticated with check (true);
create policy "staff read contact messages" on public.contact_submissions
  for select to authenticated using ((select private.is_staff()));
create policy "staff change contact messages" on public.contact_submissions
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete contact messages" on public.contact_submissions
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.contact_submissions
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.contact_submissions
  for each statement execute function private.notify_change();

create table public.quote_requests (
  id uuid primary key default gen_random_uuid(),
  customer_name text not null,
  email text not null,
  phone text,
  project_type text not null,
  material_type text,
  color text,
  size text,
  shed_style text,
  description text not null,
  budget_range text,
  timeline text,
  custom_message text,
  inspiration_images text[] not null default '{}',
  status text not null default 'pending',
  notes text,
  is_spam boolean not null default false,
  spam_reasons text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    left(private.plain_text(
      customer_name || ' ' || email || ' ' || coalesce(phone, '') || ' '
      || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || project_type || ' '
      || coalesce(material_type, '') || ' ' || coalesce(color, '') || ' ' || coalesce(size, '') || ' '
      || coalesce(shed_style, '') || ' ' || coalesce(budget_range, '') || ' '
      || coalesce(timeline, '') || ' ' || description || ' ' || coalesce(custom_message, '') || ' '
      || coalesce(notes, '')), 60000)) stored,
  name_order text collate "C" not null generated always as (
    left(private.plain_text(btrim(customer_name)), 100)) stored,
  budget_order integer generated always as (
    case when budget_range ~* '^\s*under' then 0
    else left(replace(substring(budget_range from '[0-9][0-9,]*'), ',', ''), 9)::integer end) stored,
  size_order integer generated always as (
    substring(size from '^\s*([0-9]{1,4})\s*[xX×]')::integer
    * substring(size from '[xX×]\s*([0-9]{1,4})')::integer) stored,
  constraint quote_requests_customer_name_length check (char_length(btrim(customer_name)) between 2 and 120),
  constraint quote_requests_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint quote_requests_phone_length check (char_length(phone) <= 40),
  constraint quote_requests_project_type_length check (char_length(btrim(project_type)) between 1 and 100),
  constraint quote_requests_material_type_length check (char_length(material_type) <= 60),
  constraint quote_requests_color_length check (char_length(color) <= 60),
  constraint quote_requests_size_length check (char_length(size) <= 60),
  constraint quote_requests_shed_style_length check (char_length(shed_style) <= 60),
  constraint quote_requests_description_length check (
    char_length(btrim(description)) >= 10 and char_length(description) <= 10000),
  constraint quote_requests_budget_range_length check (char_length(budget_range) <= 60),
  constraint quote_requests_timeline_length check (char_length(timeline) <= 60),
  constraint quote_requests_custom_message_length check (char_length(custom_message) <= 10000),
  constraint quote_requests_inspiration_images_paths check (
    cardinality(inspiration_images) <= 20
    and private.all_match(inspiration_images, '^inspiration/[0-9]+-[A-Za-z0-9._-]{1,150}$')),
  constraint quote_requests_status_known check (status in ('pending', 'responded')),
  constraint quote_requests_notes_length check (char_length(notes) <= 10000),
  constraint quote_requests_spam_reasons_known check (spam_reasons <@ array[
    'no_form', 'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links'])
);
comment on table public.quote_requests is 'Requests for a quote. Only customer_name, email, project_type and description are required.';
comment on column public.quote_requests.inspiration_images is 'Keys in the images bucket, below inspiration/.';
comment on column public.quote_requests.notes is 'Internal notes of staff, never shown to the customer.';
comment on column public.quote_requests.is_spam is 'Set by classify_spam on insert. Staff may change it.';
comment on column public.quote_requests.spam_reasons is 'Why classify_spam set is_spam. Unchanged if staff change is_spam.';
comment on column public.quote_requests.search_text is 'All text of the row and its notes, in lower case and without diacritics.';
comment on column public.quote_requests.name_order is 'Sort key of customer_name.';
comment on column public.quote_requests.budget_order is 'Lower bound of budget_range in dollars; null without one.';
comment on column public.quote_requests.size_order is 'Floor area in square feet; null if size has no dimensions.';
create index quote_requests_created_at_idx on public.quote_requests (created_at desc, id);
create index quote_requests_shown_idx on public.quote_requests (created_at desc, id) where not is_spam;
create index quote_requests_spam_idx on public.quote_requests (created_at desc, id) where is_spam;
create index quote_requests_status_idx on public.quote_requests (status, created_at desc, id);
create index quote_requests_name_order_idx on public.quote_requests (name_order, created_at desc, id);
create index quote_requests_project_type_idx on public.quote_requests (project_type, material_type, created_at desc, id);
create index quote_requests_budget_order_idx on public.quote_requests (budget_order, size_order, created_at desc, id);
create index quote_requests_email_idx on public.quote_requests (lower(email), created_at desc);

revoke all on public.quote_requests from anon, authenticated;
grant insert (customer_name, email, phone, project_type, material_type, color, size, shed_style, description,
  budget_range, timeline, custom_message, inspiration_images) on public.quote_requests to anon, authenticated;
grant select, update (status, notes, is_spam), delete on public.quote_requests to authenticated;
alter table public.quote_requests enable row level security;
create policy "everyone sends a quote request" on public.quote_requests
  for insert to anon, authenticated with check (true);
create policy "staff read quote requests" on public.quote_requests
  for select to authenticated using ((select private.is_staff()));
create policy "staff change quote requests" on public.quote_requests
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete quote requests" on public.quote_requests
  for delete to authenticated using ((select private.is_staff()));

create trigger touch_updated_at before update on public.quote_requests
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.quote_requests
  for each statement execute function private.notify_change();

-- Spam is stored and marked, never rejected. It is classified here, because visitors can also insert
-- without the website's form. See docs/decisions/008-spam.md.

create table private.form_secrets (
  secret text primary key,
  created_at timestamptz not null default now(),
  constraint form_secrets_secret_length check (char_length(secret) between 32 and 200)
);
comment on table private.form_secrets is
  'Secrets with which the website''s server signs the x-form-verdict header. No signature is required if the table is empty.';
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
    for i in 0..63 loop
      inner_key := set_byte(inner_key, i, get_byte(key, i) # 54);
      outer_key := set_byte(outer_key, i, get_byte(key, i) # 92);
    end loop;
    return encode(sha256(outer_key || sha256(inner_key || convert_to(message, 'UTF8'))), 'hex');
  end
  $$;
comment on function private.hmac_sha256(text, text) is
  'HMAC-SHA256 (RFC 2104) in hexadecimal, without an extension.';

create function private.find_spam_reasons(name text, body text) returns text[]
  language sql immutable
  set search_path = ''
  as $$
  select array_remove(array[
    case when name ~* '(https?://|www\.)' then 'link_in_name' end,
    case when body ~* '(\[(url|link)\s*=|<a\s[^>]*href)' then 'markup' end,
    case when (select count(*) from regexp_matches(body, 'https?://|www\.', 'gi')) > 4
      then 'many_links' end
  ], null) $$;
comment on function private.find_spam_reasons(text, text) is
  'Spam reasons in the text of an enquiry: a link in the name, links in forum or HTML markup, more than four links.';

create function private.classify_spam() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    max_enquiries_per_hour constant integer := 500;
    enquiry jsonb := to_jsonb(new);
    verdict text[] := string_to_array(
      nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-form-verdict', ' ');
    form_reasons text[] := '{}';
    is_signed boolean := false;
  begin
    if current_setting('role', true) not in ('anon', 'authenticated') or private.is_staff() then
      return new;
    end if;

    -- The header is '<milliseconds since 1970> <reasons or -> <signature over this row>'.
    if verdict[1] ~ '^[0-9]{1,15}$' and cardinality(verdict) = 3 then
      select exists (
        select from private.form_secrets
        where verdict[3] = private.hmac_sha256(concat_ws(E'\n', tg_table_name, enquiry ->> 'email',
          coalesce(enquiry ->> 'message', enquiry ->> 'description'), verdict[1], verdict[2]), secret)
        and abs(verdict[1]::numeric / 1000 - extract(epoch from now())) < 900
      ) into is_signed;
      -- Unsigned reasons count too: they can only mark the sender's own row.
      select coalesce(array_agg(reason), '{}') into form_reasons
        from unnest(string_to_array(verdict[2], ',')) as reason
        where reason in ('hidden_field', 'no_token', 'too_fast', 'no_challenge');
    end if;
    if not is_signed and exists (select from private.form_secrets) then
      form_reasons := form_reasons || 'no_form'::text;
    end if;
    new.spam_reasons := form_reasons || private.find_spam_reasons(
      coalesce(enquiry ->> 'name', enquiry ->> 'customer_name'),
      concat_ws(' ', enquiry ->> 'subject', enquiry ->> 'message', enquiry ->> 'description',
        enquiry ->> 'custom_message'));
    new.is_spam := cardinality(new.spam_reasons) > 0;

    -- Two limits for all visitors together: a flood without the form does not close the form.
    if not public.take_rate_limit(
      'enquiries:' || tg_table_name || case when is_signed then ':form' else ':other' end,
      max_enquiries_per_hour, 3600)
    then
      raise sqlstate 'PT429' using
        message = 'Too many enquiries have arrived within the hour, please try again later',
        detail = format('%s takes %s an hour', tg_table_name, max_enquiries_per_hour);
    end if;
    return new;
  end
  $$;
comment on function private.classify_spam() is
  'Sets is_spam and spam_reasons, and limits the rows that visitors insert per hour.';

-- A double click, or a second attempt after a lost response, stores one enquiry. The advisory lock
-- serializes inserts of one sender.

create function private.skip_repeated_contact_submission() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('contact_submissions ' || lower(new.email), 0));
    if exists (
      select from public.contact_submissions as earlier
      where lower(earlier.email) = lower(new.email)
        and earlier.created_at > now() - interval '1 hour'
        and (earlier.name, earlier.phone, earlier.subject, earlier.message)
          is not distinct from (new.name, new.phone, new.subject, new.message)
    ) then
      return null;
    end if;
    return new;
  end
  $$;
comment on function private.skip_repeated_contact_submission() is
  'Skips an insert that equals one of the same sender within the hour.';

create function private.skip_repeated_quote_request() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('quote_requests ' || lower(new.email), 0));
    if exists (
      select from public.quote_requests as earlier
      where lower(earlier.email) = lower(new.email)
        and earlier.created_at > now() - interval '1 hour'
        and (earlier.customer_name, earlier.phone, earlier.project_type, earlier.material_type,
          earlier.color, earlier.size, earlier.shed_style, earlier.description, earlier.budget_range,
          earlier.timeline, earlier.custom_message, earlier.inspiration_images)
          is not distinct from (new.customer_name, new.phone, new.project_type, new.material_type,
          new.color, new.size, new.shed_style, new.description, new.budget_range,
          new.timeline, new.custom_message, new.inspiration_images)
    ) then
      return null;
    end if;
    return new;
  end
  $$;
comment on function private.skip_repeated_quote_request() is
  'Skips an insert that equals one of the same sender within the hour, images included.';

-- Triggers of one event run in alphabetical order: classify_spam before skip_repeated.
create trigger classify_spam before insert on public.contact_submissions
  for each row execute function private.classify_spam();
create trigger skip_repeated before insert on public.contact_submissions
  for each row execute function private.skip_repeated_contact_submission();
create trigger classify_spam before insert on public.quote_requests
  for each row execute function private.classify_spam();
create trigger skip_repeated before insert on public.quote_requests
  for each row execute function private.skip_repeated_quote_request();
