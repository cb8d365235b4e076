-- Quotes, their versions and what is recorded of them. No role of the API writes states, numbers, totals or
-- versions: functions do. See docs/decisions/028-quotes.md.

create table public.quote_settings (
  id uuid primary key default gen_random_uuid(),
  legal_name text not null default '',
  hst_number text not null default '',
  hst_charged boolean not null default true,
  hst_basis_points integer not null default 1300,
  consent_sentence text not null default
    'I have read this offer and accept it. I understand that my typed name is my electronic signature.',
  defaults jsonb not null default '{
    "paymentTerms": "The deposit, if there is one, is due when you accept, the balance on delivery. You can pay by cash, e-transfer, cheque or card. All amounts are in Canadian dollars.",
    "delivery": "To your address. We agree the day with you at least one week before.",
    "cancellation": "An agreement that is made at your home can be cancelled within 10 days of receiving the written copy (Consumer Protection Act, 2002).",
    "checkedOn": "2026-11-23"}',
  valid_days integer not null default 30,
  reminder_days integer[] not null default '{3,7,14}',
  reminder_text text not null default '',
  bookkeeping_years integer not null default 6,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_settings_legal_name_length check (char_length(legal_name) <= 200),
  constraint quote_settings_hst_number_length check (char_length(hst_number) <= 40),
  constraint quote_settings_hst_basis_points_range check (hst_basis_points between 0 and 10000),
  constraint quote_settings_consent_sentence_length check (char_length(btrim(consent_sentence)) between 20 and 1000),
  constraint quote_settings_defaults_object check (jsonb_typeof(defaults) = 'object' and pg_column_size(defaults) <= 60000),
  constraint quote_settings_valid_days_range check (valid_days between 1 and 365),
  constraint quote_settings_reminder_days_range check (
    cardinality(reminder_days) <= 3 and 1 <= all (reminder_days) and 90 >= all (reminder_days)),
  constraint quote_settings_reminder_text_length check (char_length(reminder_text) <= 2000),
  constraint quote_settings_bookkeeping_years_range check (bookkeeping_years between 1 and 20)
);
comment on table public.quote_settings is 'One row: the seller''s details on quotes, HST, and what new quotes start with. Only staff read it.';
comment on column public.quote_settings.legal_name is 'If it differs from the business name.';
comment on column public.quote_settings.consent_sentence is 'What a customer agrees to, word for word. Each version has the sentence of its time.';
comment on column public.quote_settings.defaults is 'Parts of a content (payment terms, terms and conditions, …) that new quotes start with; checkedOn is when staff last checked their wording.';
comment on column public.quote_settings.reminder_days is 'Days after sending on which customers are reminded; empty for no reminders.';
comment on column public.quote_settings.bookkeeping_years is
  'Years after the tax year for which accepted quotes are retained, also if their customer is erased.';
create unique index quote_settings_single_row on public.quote_settings ((true));

revoke all on public.quote_settings from anon, authenticated;
grant select,
  insert (legal_name, hst_number, hst_charged, hst_basis_points, consent_sentence, defaults, valid_days, reminder_days,
    reminder_text, bookkeeping_years),
  update (legal_name, hst_number, hst_charged, hst_basis_points, consent_sentence, defaults, valid_days, reminder_days,
    reminder_text, bookkeeping_years)
  on public.quote_settings to authenticated;
alter table public.quote_settings enable row level security;
create policy "staff read the quote settings" on public.quote_settings
  for select to authenticated using ((select private.is_staff()));
create policy "staff create the quote settings" on public.quote_settings
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the quote settings" on public.quote_settings
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger touch_updated_at before update on public.quote_settings
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_settings
  for each row execute function private.write_audit_entry();

create table public.quote_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_templates_name_length check (char_length(btrim(name)) between 1 and 120),
  constraint quote_templates_content_valid check (private.is_quote_content(content))
);
comment on table public.quote_templates is 'Contents that new quotes can start with. Only staff read them.';

revoke all on public.quote_templates from anon, authenticated;
grant select, insert (name, content), update (name, content), delete on public.quote_templates to authenticated;
alter table public.quote_templates enable row level security;
create policy "staff read quote templates" on public.quote_templates
  for select to authenticated using ((select private.is_staff()));
create policy "staff create quote templates" on public.quote_templates
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change quote templates" on public.quote_templates
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete quote templates" on public.quote_templates
  for delete to authenticated using ((select private.is_staff()));
create trigger touch_updated_at before update on public.quote_templates
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_templates
  for each row execute function private.write_audit_entry('{"name": "name", "stored": ["name"], "redacted": ["content"]}');

create function private.is_quote_transition(old_state text, new_state text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select new_state = any (case old_state
      when 'draft' then array['sent']
      when 'sent' then array['viewed', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'viewed' then array['sent', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'change_requested' then array['sent', 'accepted', 'declined', 'expired', 'withdrawn']
      when 'accepted' then array['sent']
      when 'declined' then array['sent', 'withdrawn']
      when 'expired' then array['sent', 'viewed', 'change_requested', 'withdrawn']
      else '{}' end)
  $$;
comment on function private.is_quote_transition(text, text) is
  'True for a change of state that app/domain/quotes/states.ts lists.';
grant execute on function private.is_quote_transition(text, text) to authenticated, service_role;

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  quote_request_id uuid references public.quote_requests (id) on delete set null,
  number text,
  state text not null default 'draft',
  state_before_expiry text,
  customer_name text not null default '',
  customer_email text,
  customer_phone text,
  customer_address text,
  content jsonb not null,
  version integer not null default 0,
  valid_until date,
  selection jsonb,
  accepted_version integer,
  agreed_version integer,
  agreed_cents bigint,
  offered_cents bigint,
  lapsed_as text,
  decline_reason text,
  first_sent_at timestamptz,
  sent_at timestamptz,
  accepted_at timestamptz,
  reminders_stopped_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text generated always as (content ->> 'title') stored,
  total_cents bigint generated always as ((private.calculate_quote_totals(content) ->> 'total')::bigint) stored,
  search_text text not null generated always as (
    left(private.normalize_text(
      coalesce(number, '') || ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' '
      || coalesce(customer_phone, '') || ' ' || regexp_replace(coalesce(customer_phone, ''), '\D', '', 'g') || ' '
      || coalesce(customer_address, '') || ' ' || coalesce(content ->> 'title', '')), 4000)) stored,
  constraint quotes_number_key unique (number),
  constraint quotes_number_shape check (number ~ '^20[0-9]{2}-[0-9]{4,}$'),
  constraint quotes_number_when_sent check ((number is null) = (version = 0) and (version = 0) = (state = 'draft')),
  constraint quotes_state_known check (state in (
    'draft', 'sent', 'viewed', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn')),
  constraint quotes_accepted_whole check (
    num_nulls(accepted_version, agreed_version, agreed_cents, accepted_at) in (0, 4)),
  constraint quotes_lapsed_as_known check (lapsed_as in ('declined', 'expired', 'withdrawn')),
  constraint quotes_customer_name_length check (char_length(customer_name) <= 120),
  constraint quotes_customer_email_valid check (
    char_length(customer_email) <= 254 and customer_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint quotes_customer_phone_length check (char_length(customer_phone) <= 40),
  constraint quotes_customer_address_length check (char_length(customer_address) <= 300),
  constraint quotes_content_valid check (private.is_quote_content(content)),
  constraint quotes_decline_reason_length check (char_length(decline_reason) <= 2000)
);
comment on table public.quotes is
  'Quotes and estimates. Staff write customer and content; functions write the rest. Quote requests are in quote_requests.';
comment on column public.quotes.number is 'Such as 2026-0041, without gaps, assigned with the first version.';
comment on column public.quotes.state is 'Only transitions of private.is_quote_transition. An extension restores state_before_expiry.';
comment on column public.quotes.customer_name is 'Empty once erased, as the other columns of the customer.';
comment on column public.quotes.content is 'The working copy, as app/domain/quotes/content.ts defines it. Customers see versions only.';
comment on column public.quotes.version is 'The latest version that was sent; 0 for a draft.';
comment on column public.quotes.valid_until is 'The last day, in Toronto, on which the latest version can be accepted.';
comment on column public.quotes.selection is 'What the customer has selected of the latest version; null without a choice.';
comment on column public.quotes.agreed_version is 'The version that is agreed: the accepted one, or that of an adjusted estimate.';
comment on column public.quotes.lapsed_as is
  'How the latest version ended while an earlier one is agreed: the state is accepted then, and stays so.';
comment on column public.quotes.agreed_cents is 'What the customer owes: the accepted total, or that of an adjusted estimate.';
comment on column public.quotes.offered_cents is
  'Total of the latest version with what the customer has selected; null for a draft.';
comment on column public.quotes.total_cents is 'Total of the working copy with the proposed selection, computed by the database.';
comment on column public.quotes.erased_at is 'When the customer''s personal data were erased.';
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_state_idx on public.quotes (state, created_at desc, id);
create index quotes_accepted_idx on public.quotes (created_at desc, id) where accepted_version is not null;
create index quotes_quote_request_id_idx on public.quotes (quote_request_id);
create index quotes_customer_email_idx on public.quotes (lower(customer_email), created_at desc);
create index quotes_valid_until_idx on public.quotes (valid_until) where state in ('sent', 'viewed', 'change_requested');

revoke all on public.quotes from anon, authenticated, service_role;
grant select on public.quotes to authenticated, service_role;
grant
  insert (quote_request_id, customer_name, customer_email, customer_phone, customer_address, content),
  update (quote_request_id, customer_name, customer_email, customer_phone, customer_address, content),
  delete on public.quotes to authenticated;
alter table public.quotes enable row level security;
create policy "staff read quotes" on public.quotes
  for select to authenticated using ((select private.is_staff()));
create policy "staff create drafts" on public.quotes
  for insert to authenticated with check ((select private.is_staff()) and state = 'draft');
create policy "staff change quotes" on public.quotes
  for update to authenticated using ((select private.is_staff()) and state <> 'withdrawn' and erased_at is null)
  with check ((select private.is_staff()));
create policy "staff delete drafts" on public.quotes
  for delete to authenticated using ((select private.is_staff()) and version = 0);

-- Staff's version of a quote changes with what staff write, not when a customer opens it or its request is deleted.
create trigger touch_updated_at before update
  of customer_name, customer_email, customer_phone, customer_address, content on public.quotes
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quotes
  for each row execute function private.write_audit_entry(
    '{"name": "number", "stored": ["number", "state", "version", "quote_request_id", "valid_until", "lapsed_as", "erased_at"],
      "redacted": ["content", "customer_name", "customer_email", "customer_phone", "customer_address"]}');

create function private.guard_quote() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      if old.number is not null then
        raise restrict_violation using message = 'A quote with a number can''t be deleted';
      end if;
      return old;
    end if;
    if new.id <> old.id or new.created_at <> old.created_at or (old.number is not null and new.number is distinct from old.number)
      or new.version < old.version or new.accepted_version < old.accepted_version
    then
      raise restrict_violation using message = 'Id, number and versions of a quote never change';
    end if;
    if new.state <> old.state and not private.is_quote_transition(old.state, new.state) then
      raise restrict_violation using message = format('A quote can''t change from %s to %s', old.state, new.state);
    end if;
    if new.accepted_version is not null and new.state in ('declined', 'expired', 'withdrawn') then
      raise restrict_violation using message = format('A quote with an accepted version can''t be %s', new.state);
    end if;
    if old.accepted_version is not null and new.erased_at is null
      and (new.customer_name, new.customer_address) is distinct from (old.customer_name, old.customer_address)
    then
      raise restrict_violation using message = 'Name and address of the customer can''t change after an acceptance';
    end if;
    return new;
  end
  $$;
comment on function private.guard_quote() is
  'Rejects transitions that are not allowed and changes of what is agreed, whoever makes them.';
create trigger guard_quote before update or delete on public.quotes
  for each row execute function private.guard_quote();

create table private.quote_numbers (
  year integer primary key,
  last_number integer not null,
  constraint quote_numbers_last_number_min check (last_number >= 1)
);
comment on table private.quote_numbers is 'The last number of each year. Its row is locked until the version is stored.';
revoke all on private.quote_numbers from anon, authenticated, service_role;
alter table private.quote_numbers enable row level security;

-- For rows that are written once. A deleted draft deletes its rows, when the quote itself is gone. Of an erased
-- quote its texts are erased.
create function private.guard_quote_record() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' and not exists (select from public.quotes where id = old.quote_id) then
      return old;
    end if;
    if tg_op = 'UPDATE' and exists (select from public.quotes where id = old.quote_id and erased_at is not null)
      and to_jsonb(new) = to_jsonb(old) || (case tg_table_name
        when 'quote_versions' then jsonb_build_object(
          'content', private.erase_quote_texts(to_jsonb(old) -> 'content'), 'document', null)
        when 'quote_payments' then '{"note": ""}' end)
    then
      return new;
    end if;
    raise restrict_violation using message = format('Rows of %s never change', tg_table_name);
  end
  $$;
comment on function private.guard_quote_record() is 'Rejects updates and deletes, but for erasure.';
revoke execute on function private.guard_quote_record() from public, anon, authenticated;

create table public.quote_versions (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  selection jsonb,
  totals jsonb not null,
  document text,
  document_sha256 text not null,
  valid_until date not null,
  created_at timestamptz not null default now(),
  constraint quote_versions_version_key unique (quote_id, version),
  constraint quote_versions_version_min check (version >= 1),
  constraint quote_versions_totals_match check (totals = private.calculate_quote_totals(content, selection)),
  constraint quote_versions_document_matches check (
    document_sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);
comment on table public.quote_versions is 'What was sent, frozen. Written by send_quote; rows never change.';
comment on column public.quote_versions.selection is
  'What was selected when it was sent: the customer''s choice of the version before; null for the proposal.';
comment on column public.quote_versions.totals is 'With that selection. The constraint computes them again.';
comment on column public.quote_versions.document is
  'The JSON text of what the customer is shown: content, totals, seller, wording, dates. Without the customer. Null once erased.';
comment on column public.quote_versions.valid_until is 'As sent; quotes.valid_until has the extended day.';

revoke all on public.quote_versions from anon, authenticated, service_role;
grant select on public.quote_versions to authenticated, service_role;
alter table public.quote_versions enable row level security;
create policy "staff read quote versions" on public.quote_versions
  for select to authenticated using ((select private.is_staff()));

create trigger guard_quote_record before update or delete on public.quote_versions
  for each row execute function private.guard_quote_record();

create table public.quote_acceptances (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version_id uuid not null references public.quote_versions (id) on delete cascade,
  version integer not null,
  selection jsonb not null,
  totals jsonb not null,
  agreement text not null,
  agreement_sha256 text not null,
  channel text not null,
  attempt uuid not null,
  event_hash text not null,
  accepted_at timestamptz not null default now(),
  constraint quote_acceptances_version_id_key unique (version_id),
  constraint quote_acceptances_channel_known check (channel in ('online', 'phone')),
  constraint quote_acceptances_agreement_matches check (
    agreement_sha256 = encode(sha256(convert_to(agreement, 'UTF8')), 'hex'))
);
comment on table public.quote_acceptances is 'One row for an accepted version; the constraint permits no second one. Rows never change.';
comment on column public.quote_acceptances.attempt is 'The id in the customer''s form, by which a repeated request is recognised.';
comment on column public.quote_acceptances.event_hash is 'Hash of the event accepted.';
create index quote_acceptances_quote_id_idx on public.quote_acceptances (quote_id, version);

revoke all on public.quote_acceptances from anon, authenticated, service_role;
grant select on public.quote_acceptances to authenticated, service_role;
alter table public.quote_acceptances enable row level security;
create policy "staff read quote acceptances" on public.quote_acceptances
  for select to authenticated using ((select private.is_staff()));

create trigger guard_quote_record before update or delete on public.quote_acceptances
  for each row execute function private.guard_quote_record();

create table public.quote_messages (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  author text not null,
  type text not null,
  body text,
  created_at timestamptz not null default now(),
  constraint quote_messages_author_known check (author in ('customer', 'staff')),
  constraint quote_messages_type_known check (type in ('question', 'change', 'answer')),
  constraint quote_messages_body_length check (char_length(btrim(body)) >= 1 and char_length(body) <= 5000)
);
comment on table public.quote_messages is 'Questions and requested changes of customers, and answers of staff. Written by functions.';
comment on column public.quote_messages.id is 'From the form, so that a repeated request is one message.';
comment on column public.quote_messages.body is 'Null once erased.';
create index quote_messages_quote_id_idx on public.quote_messages (quote_id, created_at);

revoke all on public.quote_messages from anon, authenticated, service_role;
grant select on public.quote_messages to authenticated, service_role;
alter table public.quote_messages enable row level security;
create policy "staff read quote messages" on public.quote_messages
  for select to authenticated using ((select private.is_staff()));

create trigger write_audit_entry after insert on public.quote_messages
  for each row execute function private.write_audit_entry('{"stored": ["quote_id", "type"], "redacted": ["body"]}');

create table public.quote_payments (
  id uuid primary key,
  quote_id uuid not null references public.quotes (id) on delete cascade,
  paid_on date not null,
  amount_cents bigint not null,
  method text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  constraint quote_payments_amount_range check (amount_cents <> 0 and abs(amount_cents) <= 10000000000),
  constraint quote_payments_method_known check (method in ('cash', 'e-transfer', 'cheque', 'card')),
  constraint quote_payments_note_length check (char_length(note) <= 500)
);
comment on table public.quote_payments is
  'Deposits and payments, recorded by hand. A correction is another row with a negative amount. Rows never change.';
create index quote_payments_quote_id_idx on public.quote_payments (quote_id, paid_on, created_at);

revoke all on public.quote_payments from anon, authenticated, service_role;
grant select on public.quote_payments to authenticated, service_role;
alter table public.quote_payments enable row level security;
create policy "staff read quote payments" on public.quote_payments
  for select to authenticated using ((select private.is_staff()));

create trigger guard_quote_record before update or delete on public.quote_payments
  for each row execute function private.guard_quote_record();
create trigger write_audit_entry after insert or update or delete on public.quote_payments
  for each row execute function private.write_audit_entry(
    '{"stored": ["quote_id", "paid_on", "amount_cents", "method"], "redacted": ["note"]}');

create table public.quote_stages (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  stage text not null,
  reached_on date not null,
  note text not null default '',
  images text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quote_stages_stage_key unique (quote_id, stage),
  constraint quote_stages_stage_known check (stage in ('deposit_received', 'ordered', 'building', 'ready', 'delivered')),
  constraint quote_stages_note_length check (char_length(note) <= 2000),
  constraint quote_stages_images_paths check (
    cardinality(images) <= 20 and private.all_match(images, '^orders/[^\s/]{1,250}$'))
);
comment on table public.quote_stages is 'How far an accepted order is. Shown to the customer; written by record_quote_stage.';

revoke all on public.quote_stages from anon, authenticated, service_role;
grant select on public.quote_stages to authenticated, service_role;
alter table public.quote_stages enable row level security;
create policy "staff read quote stages" on public.quote_stages
  for select to authenticated using ((select private.is_staff()));

create trigger write_audit_entry after insert or update or delete on public.quote_stages
  for each row execute function private.write_audit_entry(
    '{"name": "stage", "stored": ["quote_id", "reached_on", "stage"], "redacted": ["note", "images"]}');

create table public.quote_reminders (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  position integer not null,
  due_at timestamptz not null,
  body text not null default '',
  status text not null default 'waiting',
  queued_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint quote_reminders_position_key unique (quote_id, version, position),
  constraint quote_reminders_position_range check (position between 1 and 3),
  constraint quote_reminders_status_known check (status in ('waiting', 'queued', 'cancelled')),
  constraint quote_reminders_body_length check (char_length(body) <= 2000)
);
comment on table public.quote_reminders is
  'At most three reminders of a version. Staff change time and text of waiting ones and delete them; an answer cancels them.';
create index quote_reminders_waiting_idx on public.quote_reminders (due_at) where status = 'waiting';

revoke all on public.quote_reminders from anon, authenticated, service_role;
grant select on public.quote_reminders to authenticated, service_role;
grant update (due_at, body), delete on public.quote_reminders to authenticated;
alter table public.quote_reminders enable row level security;
create policy "staff read quote reminders" on public.quote_reminders
  for select to authenticated using ((select private.is_staff()));
create policy "staff change waiting reminders" on public.quote_reminders
  for update to authenticated using ((select private.is_staff()) and status = 'waiting')
  with check ((select private.is_staff()) and due_at < now() + interval '6 months');
create policy "staff delete waiting reminders" on public.quote_reminders
  for delete to authenticated using ((select private.is_staff()) and status = 'waiting');

create trigger touch_updated_at before update on public.quote_reminders
  for each row execute function private.touch_updated_at();
create trigger write_audit_entry after insert or update or delete on public.quote_reminders
  for each row execute function private.write_audit_entry('{"stored": ["due_at", "position"], "redacted": ["body"]}');

create function private.cancel_reminders() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.quote_reminders set status = 'cancelled' where quote_id = new.id and status = 'waiting';
    return null;
  end
  $$;
comment on function private.cancel_reminders() is
  'An answer, another version and a withdrawal end the reminders. Those of an expired quote wait for its extension.';
revoke execute on function private.cancel_reminders() from public, anon, authenticated;
create trigger cancel_reminders after update on public.quotes
  for each row when (new.state not in ('sent', 'viewed', 'expired') or new.version <> old.version or new.reminders_stopped_at is not null)
  execute function private.cancel_reminders();
