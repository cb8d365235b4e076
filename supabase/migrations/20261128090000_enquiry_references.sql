-- Every enquiry has a reference, R-2026-0142 for a request and M-2026-0143 for a message, by which its sender and staff
-- name it. The database assigns it; rows that are put back, moved or sent back keep theirs.

create sequence private.enquiry_numbers;
revoke all on sequence private.enquiry_numbers from public, anon, authenticated, service_role;

create function private.format_reference(table_name text, day date, number bigint) returns text
  language sql immutable
  set search_path = ''
  as $$
    select concat(case table_name when 'quote_requests' then 'R' else 'M' end, '-', to_char(day, 'YYYY'), '-',
      lpad(number::text, greatest(4, char_length(number::text)), '0'))
  $$;
comment on function private.format_reference(text, date, bigint) is
  'The reference of a quote request or contact message: its kind, the year, and a number of at least four digits.';
revoke execute on function private.format_reference(text, date, bigint) from public, anon, authenticated;

create function private.reference_enquiry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.reference = '' then
      new.reference := private.format_reference(tg_table_name, private.get_today(), nextval('private.enquiry_numbers'));
    end if;
    return new;
  end
  $$;
comment on function private.reference_enquiry() is
  'Assigns the next reference to a new enquiry. Its triggers run between receive_enquiry, which skips repeated submissions, and set_computed_columns.';
revoke execute on function private.reference_enquiry() from public, anon, authenticated;

alter table public.contact_submissions add column reference text not null default '';
alter table public.quote_requests add column reference text not null default '';
comment on column public.contact_submissions.reference is 'Such as M-2026-0143, set by reference_enquiry on insert, never by a client.';
comment on column public.quote_requests.reference is 'Such as R-2026-0142, set by reference_enquiry on insert, never by a client.';

create or replace function private.compute_columns(stored public.contact_submissions) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.reference || ' ' || stored.name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || coalesce(stored.subject, '') || ' '
        || stored.message), 60000),
      'name_order', left(private.normalize_text(btrim(stored.name)), 100),
      'subject_order', left(private.normalize_text(nullif(btrim(stored.subject), '')), 100),
      'message_order', left(private.normalize_text(left(btrim(stored.message), 200)), 100))
  $$;
create or replace function private.compute_columns(stored public.quote_requests) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.reference || ' ' || stored.customer_name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || stored.project_type || ' '
        || coalesce(stored.material_type, '') || ' ' || coalesce(stored.color, '') || ' ' || coalesce(stored.size, '') || ' '
        || coalesce(stored.shed_style, '') || ' ' || coalesce(stored.budget_range, '') || ' '
        || coalesce(stored.timeline, '') || ' ' || stored.description || ' ' || coalesce(stored.custom_message, '') || ' '
        || coalesce(stored.notes, '')), 60000),
      'name_order', left(private.normalize_text(btrim(stored.customer_name)), 100),
      'budget_order', case when stored.budget_range ~* '^\s*under' then 0
        else left(replace(substring(stored.budget_range from '[0-9][0-9,]*'), ',', ''), 9)::integer end,
      'size_order', substring(stored.size from '^\s*([0-9]{1,4})\s*[xX×]')::integer
        * substring(stored.size from '[xX×]\s*([0-9]{1,4})')::integer)
  $$;

-- What is stored gets numbers in the order of its arrival; set_computed_columns makes it found by them.
alter table public.contact_submissions disable trigger touch_updated_at;
alter table public.quote_requests disable trigger touch_updated_at;
with enquiries as (
    select 'quote_requests' as table_name, id, created_at from public.quote_requests
    union all select 'contact_submissions', id, created_at from public.contact_submissions),
  numbered as (
    select id, private.format_reference(table_name, (created_at at time zone 'America/Toronto')::date,
      row_number() over (order by created_at, id)) as reference from enquiries),
  requests as (
    update public.quote_requests as request set reference = numbered.reference from numbered where numbered.id = request.id)
update public.contact_submissions as message set reference = numbered.reference from numbered where numbered.id = message.id;
alter table public.contact_submissions enable trigger touch_updated_at;
alter table public.quote_requests enable trigger touch_updated_at;
select setval('private.enquiry_numbers', greatest(rows, 1), rows > 0) from (
  select (select count(*) from public.quote_requests) + (select count(*) from public.contact_submissions) as rows) as stored;

alter table public.contact_submissions add constraint contact_submissions_reference_key unique (reference),
  add constraint contact_submissions_reference_shape check (reference ~ '^M-[0-9]{4}-[0-9]{4,}$');
alter table public.quote_requests add constraint quote_requests_reference_key unique (reference),
  add constraint quote_requests_reference_shape check (reference ~ '^R-[0-9]{4}-[0-9]{4,}$');

create trigger reference_enquiry before insert on public.contact_submissions
  for each row execute function private.reference_enquiry();
create trigger reference_enquiry before insert on public.quote_requests
  for each row execute function private.reference_enquiry();

grant insert (reference), update (reference) on public.contact_submissions to authenticated;
grant insert (reference), update (reference) on public.quote_requests to authenticated;
drop trigger guard_update on public.contact_submissions;
create trigger guard_update before update on public.contact_submissions
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'name', 'email', 'phone', 'subject', 'message',
    'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order', 'subject_order', 'message_order');
drop trigger guard_insert on public.contact_submissions;
create trigger guard_insert before insert on public.contact_submissions
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('reference', 'status', 'is_spam', 'spam_reasons', 'created_at', 'updated_at');
drop trigger guard_update on public.quote_requests;
create trigger guard_update before update on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'customer_name', 'email', 'phone', 'project_type',
    'material_type', 'color', 'size', 'shed_style', 'description', 'budget_range', 'timeline', 'custom_message',
    'inspiration_images', 'design', 'delivery_km', 'price_basis', 'design_price', 'spam_reasons', 'created_at',
    'updated_at', 'search_text', 'name_order', 'budget_order', 'size_order');
drop trigger guard_insert on public.quote_requests;
create trigger guard_insert before insert on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('reference', 'design_price', 'status', 'notes', 'is_spam',
    'spam_reasons', 'created_at', 'updated_at');
