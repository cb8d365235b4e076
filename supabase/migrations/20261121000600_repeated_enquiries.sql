-- A double click, or sending again after the answer was lost, stores one enquiry: the same words
-- from the same address within the hour are taken for the same enquiry, and skipped without an
-- error. The lock makes two that arrive together wait for one another.

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
  'Skips a message that the same sender has sent within the hour, word for word.';

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
  'Skips a request that the same sender has sent within the hour, word for word and with the same pictures.';

create index contact_submissions_email_idx on public.contact_submissions (lower(email), created_at desc);
create index quote_requests_email_idx on public.quote_requests (lower(email), created_at desc);

create trigger skip_repeated before insert on public.contact_submissions
  for each row execute function private.skip_repeated_contact_submission();
create trigger skip_repeated before insert on public.quote_requests
  for each row execute function private.skip_repeated_quote_request();
