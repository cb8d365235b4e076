-- Where a visitor lives, and how and when to reach them: optional, on both forms.

alter table public.contact_submissions add column location text, add column contact_preference text,
  add constraint contact_submissions_location_length check (char_length(location) <= 120),
  add constraint contact_submissions_contact_preference_length check (char_length(contact_preference) <= 120);
alter table public.quote_requests add column location text, add column contact_preference text,
  add constraint quote_requests_location_length check (char_length(location) <= 120),
  add constraint quote_requests_contact_preference_length check (char_length(contact_preference) <= 120);
comment on column public.contact_submissions.location is 'Town or postal code.';
comment on column public.contact_submissions.contact_preference is 'How and when the sender wants to be reached.';
comment on column public.quote_requests.location is 'Town or postal code.';
comment on column public.quote_requests.contact_preference is 'How and when the sender wants to be reached.';

grant insert (location, contact_preference) on public.contact_submissions to anon, authenticated;
grant insert (location, contact_preference) on public.quote_requests to anon, authenticated;
grant update (location, contact_preference) on public.contact_submissions to authenticated;
grant update (location, contact_preference) on public.quote_requests to authenticated;
drop trigger guard_update on public.contact_submissions;
create trigger guard_update before update on public.contact_submissions
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'name', 'email', 'phone', 'location',
    'contact_preference', 'subject', 'message', 'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order',
    'subject_order', 'message_order');
drop trigger guard_update on public.quote_requests;
create trigger guard_update before update on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'customer_name', 'email', 'phone', 'location',
    'contact_preference', 'project_type', 'material_type', 'color', 'size', 'shed_style', 'description', 'budget_range',
    'timeline', 'custom_message', 'inspiration_images', 'design', 'delivery_km', 'price_basis', 'design_price',
    'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order', 'budget_order', 'size_order');

-- What is not given adds nothing, so that rows from before are computed as they were.
create or replace function private.compute_columns(stored public.contact_submissions) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.reference || ' ' || stored.name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || coalesce(stored.subject, '') || ' '
        || stored.message || coalesce(' ' || stored.location, '') || coalesce(' ' || stored.contact_preference, '')), 60000),
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
        || coalesce(stored.notes, '') || coalesce(' ' || stored.location, '')
        || coalesce(' ' || stored.contact_preference, '')), 60000),
      'name_order', left(private.normalize_text(btrim(stored.customer_name)), 100),
      'budget_order', case when stored.budget_range ~* '^\s*under' then 0
        else left(replace(substring(stored.budget_range from '[0-9][0-9,]*'), ',', ''), 9)::integer end,
      'size_order', substring(stored.size from '^\s*([0-9]{1,4})\s*[xX×]')::integer
        * substring(stored.size from '[xX×]\s*([0-9]{1,4})')::integer)
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
        enquiry ->> 'custom_message', enquiry ->> 'location', enquiry ->> 'contact_preference'));
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

create or replace function public.create_request_from_message(message_id uuid, project_type text, request_id uuid default gen_random_uuid())
  returns uuid
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    message public.contact_submissions;
    created uuid;
  begin
    perform private.require_staff();
    select * into message from public.contact_submissions where id = message_id for no key update;
    if message.id is null then return null; end if;
    insert into public.quote_requests (id, customer_name, email, phone, location, contact_preference, project_type, description,
        custom_message)
      values (create_request_from_message.request_id, message.name, message.email, message.phone,
        message.location, message.contact_preference, create_request_from_message.project_type, message.message, 'Subject: ' || nullif(btrim(message.subject), ''))
      on conflict (id) do nothing
      returning id into created;
    -- The owner has the e-mail about the message.
    delete from private.outbox where quote_request_id = created;
    return create_request_from_message.request_id;
  end
  $$;
