-- What visitors send. Anonymous callers can add a row and nothing else.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  subject text,
  message text not null,
  status text not null default 'unread',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_submissions_name_length check (char_length(btrim(name)) between 2 and 120),
  constraint contact_submissions_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint contact_submissions_phone_length check (char_length(phone) <= 40),
  constraint contact_submissions_subject_length check (subject is null or char_length(btrim(subject)) between 3 and 200),
  constraint contact_submissions_message_length check (
    char_length(btrim(message)) >= 10 and char_length(message) <= 10000),
  constraint contact_submissions_status_known check (status in ('unread', 'read'))
);
comment on table public.contact_submissions is 'Messages from the contact form.';

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  constraint quote_requests_notes_length check (char_length(notes) <= 10000)
);
comment on table public.quote_requests is 'Requests for a quote. Only customer_name, email, project_type and description are required.';
comment on column public.quote_requests.inspiration_images is 'Paths in the images bucket, below inspiration/.';
comment on column public.quote_requests.notes is 'What staff note for themselves; never shown to the customer.';

revoke all on public.contact_submissions, public.quote_requests from anon, authenticated;
grant insert (name, email, phone, subject, message) on public.contact_submissions to anon, authenticated;
grant insert (customer_name, email, phone, project_type, material_type, color, size, shed_style, description,
  budget_range, timeline, custom_message, inspiration_images) on public.quote_requests to anon, authenticated;
grant select, delete on public.contact_submissions, public.quote_requests to authenticated;
grant update (status) on public.contact_submissions to authenticated;
grant update (status, notes) on public.quote_requests to authenticated;

alter table public.contact_submissions enable row level security;
alter table public.quote_requests enable row level security;

create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc, id);
create index contact_submissions_status_idx on public.contact_submissions (status, created_at desc, id);
create index quote_requests_created_at_idx on public.quote_requests (created_at desc, id);
create index quote_requests_status_idx on public.quote_requests (status, created_at desc, id);

create trigger touch_updated_at before update on public.contact_submissions
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.contact_submissions
  for each statement execute function private.notify_change();
create trigger touch_updated_at before update on public.quote_requests
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.quote_requests
  for each statement execute function private.notify_change();

create policy "everyone sends a contact message" on public.contact_submissions
  for insert to anon, authenticated with check (true);
create policy "staff read contact messages" on public.contact_submissions
  for select to authenticated using ((select private.is_staff()));
create policy "staff change contact messages" on public.contact_submissions
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete contact messages" on public.contact_submissions
  for delete to authenticated using ((select private.is_staff()));

create policy "everyone sends a quote request" on public.quote_requests
  for insert to anon, authenticated with check (true);
create policy "staff read quote requests" on public.quote_requests
  for select to authenticated using ((select private.is_staff()));
create policy "staff change quote requests" on public.quote_requests
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete quote requests" on public.quote_requests
  for delete to authenticated using ((select private.is_staff()));
