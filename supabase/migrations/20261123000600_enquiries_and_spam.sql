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
    left(private.normalize_text(
      name || ' ' || email || ' ' || coalesce(phone, '') || ' '
      || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(subject, '') || ' '
      || message), 60000)) stored,
  name_order text collate "C" not null generated always as (
    left(private.normalize_text(btrim(name)), 100)) stored,
  subject_order text collate "C" generated always as (
    left(private.normalize_text(nullif(btrim(subject), '')), 100)) stored,
  message_order text collate "C" not null generated always as (
    left(private.normalize_text(left(btrim(message), 200)), 100)) stored,
  constraint contact_submissions_name_length check (char_length(btrim(name)) between 2 and 120),
  constraint contact_submissions_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint contact_submissions_phone_length check (char_length(phone) <= 40),
  constraint contact_submissions_subject_length check (subject is null or char_length(btrim(subject)) between 3 and 200),
  constraint contact_submissions_message_length check (
    char_length(btrim(message)) >= 10 and char_length(message) <= 10000),
  constraint contact_submissions_status_known check (status in ('unread', 'read')),
  constraint contact_submissions_spam_reasons_known check (spam_reasons <@ array[
    'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links'])
);
comment on table public.contact_submissions is 'Messages from the contact form.';
comment on column public.contact_submissions.is_spam is 'Set by receive_enquiry on insert. Staff may change it.';
comment on column public.contact_submissions.spam_reasons is 'Why receive_enquiry set is_spam. Unchanged if staff change is_spam.';
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
-- Of visitors' data only what staff decide on.
create trigger write_audit_entry after insert or update or delete on public.contact_submissions
  for each row execute function private.write_audit_entry('{"stored": ["status", "is_spam", "created_at"]}');

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
  design jsonb,
  delivery_km integer,
  price_basis text,
  design_price jsonb,
  status text not null default 'pending',
  notes text,
  is_spam boolean not null default false,
  spam_reasons text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    left(private.normalize_text(
      customer_name || ' ' || email || ' ' || coalesce(phone, '') || ' '
      || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || project_type || ' '
      || coalesce(material_type, '') || ' ' || coalesce(color, '') || ' ' || coalesce(size, '') || ' '
      || coalesce(shed_style, '') || ' ' || coalesce(budget_range, '') || ' '
      || coalesce(timeline, '') || ' ' || description || ' ' || coalesce(custom_message, '') || ' '
      || coalesce(notes, '')), 60000)) stored,
  name_order text collate "C" not null generated always as (
    left(private.normalize_text(btrim(customer_name)), 100)) stored,
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
  constraint quote_requests_design_valid check (design is null or private.is_shed_design(design)),
  constraint quote_requests_delivery_km_range check (delivery_km between 0 and 5000),
  constraint quote_requests_price_basis_length check (char_length(price_basis) <= 40),
  constraint quote_requests_status_known check (status in ('pending', 'responded')),
  constraint quote_requests_notes_length check (char_length(notes) <= 10000),
  constraint quote_requests_spam_reasons_known check (spam_reasons <@ array[
    'hidden_field', 'no_token', 'too_fast', 'no_challenge', 'link_in_name', 'markup', 'many_links'])
);
comment on table public.quote_requests is 'Requests for a quote. Only customer_name, email, project_type and description are required.';
comment on column public.quote_requests.inspiration_images is 'Keys in the images bucket, below inspiration/.';
comment on column public.quote_requests.design is 'The shed that the visitor designed; null without a design.';
comment on column public.quote_requests.delivery_km is 'The distance that the visitor chose for the price.';
comment on column public.quote_requests.price_basis is
  'From price_design: the version of the price list and the visibility by which the page of the visitor showed the price. Without amounts.';
comment on column public.quote_requests.design_price is
  'Set by price_request on insert, never by a client: the price of the design (full), what visitors see of it (shown), and whether the visitor saw it (wasSeen).';
comment on column public.quote_requests.notes is 'Internal notes of staff, never shown to the customer.';
comment on column public.quote_requests.is_spam is 'Set by receive_enquiry on insert. Staff may change it.';
comment on column public.quote_requests.spam_reasons is 'Why receive_enquiry set is_spam. Unchanged if staff change is_spam.';
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
  budget_range, timeline, custom_message, inspiration_images, design, delivery_km, price_basis)
  on public.quote_requests to anon, authenticated;
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
create trigger write_audit_entry after insert or update or delete on public.quote_requests
  for each row execute function private.write_audit_entry(
    '{"stored": ["status", "is_spam", "project_type", "created_at", "notes"], "erased_on_delete": ["notes"]}');

-- Its name sorts before receive_enquiry, which converts the row to text: an invalid design never gets there.
create function private.price_request() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.is_shed_design(new.design) then
      raise check_violation using message = 'The design is invalid',
        constraint = 'quote_requests_design_valid', table = 'quote_requests', column = 'design';
    end if;
    -- A row that is moved to another database has its price already.
    if current_setting('role', true) in ('anon', 'authenticated') then
      new.design_price := private.price_by_published_list(new.design, new.delivery_km, new.price_basis);
    end if;
    return new;
  end
  $$;
comment on function private.price_request() is 'Refuses an invalid design and stores the price of a valid one.';
create trigger price_request before insert on public.quote_requests
  for each row when (new.design is not null) execute function private.price_request();

-- Visitors insert through the website's form or directly: both are enquiries. Spam is stored and marked,
-- never rejected. It is classified here, where all inserts pass. See docs/decisions/008-spam.md.

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

-- One submission is one enquiry: a double click, or a second attempt after a lost response. A repeated
-- text is not. Rows are deleted with their enquiry, and when an enquiry arrives a day later.
create table private.submissions (
  key text primary key,
  enquiry_id uuid not null,
  stored_at timestamptz not null default now()
);
comment on table private.submissions is 'By which submission a visitor''s enquiry was stored.';
comment on column private.submissions.key is
  'SHA-256 of the table, the id of the submission or the visitor''s network, and the content.';
comment on column private.submissions.enquiry_id is
  'Without a foreign key: the row is stored before the enquiry.';
create index submissions_enquiry_id_idx on private.submissions (enquiry_id);
create index submissions_stored_at_idx on private.submissions (stored_at);
revoke all on private.submissions from anon, authenticated;
alter table private.submissions enable row level security;

create function private.take_submission(table_name text, submission text, enquiry jsonb) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    has_id constant boolean := submission like 'id-%';
    content text := (enquiry - array['id', 'status', 'notes', 'is_spam', 'spam_reasons', 'design_price', 'created_at',
      'updated_at'])::text;
    submission_key text;
  begin
    -- Without an id the images were uploaded again, under new names.
    if not has_id then
      content := regexp_replace(content, '"inspiration/[0-9]+-', '"', 'g');
    end if;
    submission_key := encode(sha256(convert_to(concat_ws(E'\n', table_name, submission, content), 'UTF8')), 'hex');
    perform pg_advisory_xact_lock(hashtextextended(submission_key, 0));
    if exists (
      select from private.submissions as earlier
      where earlier.key = submission_key
        and not private.seconds_elapsed(earlier.stored_at, case when has_id then 86400 else 60 end)
    ) then
      return false;
    end if;
    delete from private.submissions where key in (
      select earlier.key from private.submissions as earlier
      where (earlier.stored_at < now() - interval '1 day' or earlier.stored_at > now() + interval '1 day')
        and earlier.key <> submission_key
      limit 100 for update skip locked);
    insert into private.submissions (key, enquiry_id) values (submission_key, (enquiry ->> 'id')::uuid)
      on conflict (key) do update set enquiry_id = excluded.enquiry_id, stored_at = excluded.stored_at;
    return true;
  end
  $$;
comment on function private.take_submission(text, text, jsonb) is
  'Stores a submission; false if it was stored before: with an id and the same content within a day, without one within 60 seconds.';
revoke execute on function private.take_submission(text, text, jsonb) from public, anon, authenticated;

create function private.delete_submissions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from private.submissions where enquiry_id in (select id from deleted);
    return null;
  end
  $$;
comment on function private.delete_submissions() is 'Deletes by which submissions the deleted enquiries were stored.';
create trigger delete_submissions after delete on public.contact_submissions
  referencing old table as deleted for each statement execute function private.delete_submissions();
create trigger delete_submissions after delete on public.quote_requests
  referencing old table as deleted for each statement execute function private.delete_submissions();

create function private.receive_enquiry() returns trigger
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
    network text := headers ->> 'x-ridgeline-network';
    submission text := 'ip-' || coalesce(network, headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for', '');
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
      select exists (
        select from private.form_secrets
        where verdict[4] = private.hmac_sha256(concat_ws(E'\n', tg_table_name, enquiry ->> 'email',
          coalesce(enquiry ->> 'message', enquiry ->> 'description'), verdict[1], verdict[2], verdict[3]), secret)
        and abs(verdict[1]::numeric / 1000 - extract(epoch from now())) < 900
      ) into is_form;
    end if;
    if not private.take_submission(tg_table_name, submission, enquiry) then
      return null;
    end if;

    new.spam_reasons := form_reasons || private.find_spam_reasons(
      coalesce(enquiry ->> 'name', enquiry ->> 'customer_name'),
      concat_ws(' ', enquiry ->> 'subject', enquiry ->> 'message', enquiry ->> 'description',
        enquiry ->> 'custom_message'));
    new.is_spam := cardinality(new.spam_reasons) > 0;

    -- A flood without the form does not close the form. The website limits the forms of each network;
    -- our backend sets x-ridgeline-network, of which an IPv6 /48 counts as one.
    is_form := is_form or not exists (select from private.form_secrets);
    network := left(regexp_replace(network, '^(([0-9a-f]+:){3})[0-9a-f]+::/64$', '\1:/48'), 50);
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
comment on function private.receive_enquiry() is
  'Skips what a submission has stored already, sets is_spam and spam_reasons, and limits the rows that visitors insert per hour.';

create trigger receive_enquiry before insert on public.contact_submissions
  for each row execute function private.receive_enquiry();
create trigger receive_enquiry before insert on public.quote_requests
  for each row execute function private.receive_enquiry();
