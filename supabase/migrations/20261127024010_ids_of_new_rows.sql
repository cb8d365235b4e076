-- A form sends the id of its new row, so that saving again after a lost answer stores no second one. Drafts of quotes
-- and requests made from messages were the only rows whose id the database alone chose.

grant insert (id) on public.quotes to authenticated;

drop function public.create_request_from_message(uuid, text);
create function public.create_request_from_message(message_id uuid, project_type text, request_id uuid default gen_random_uuid())
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
    insert into public.quote_requests (id, customer_name, email, phone, project_type, description, custom_message)
      values (create_request_from_message.request_id, message.name, message.email, message.phone,
        create_request_from_message.project_type, message.message, 'Subject: ' || nullif(btrim(message.subject), ''))
      on conflict (id) do nothing
      returning id into created;
    -- The owner has the e-mail about the message.
    delete from private.outbox where quote_request_id = created;
    return create_request_from_message.request_id;
  end
  $$;
comment on function public.create_request_from_message(uuid, text, uuid) is
  'Stores a quote request with the sender and text of a contact message, which stays, unless there is one with this id. Returns the id; null if the message is deleted.';
revoke execute on function public.create_request_from_message(uuid, text, uuid) from public, anon;
grant execute on function public.create_request_from_message(uuid, text, uuid) to authenticated;
