-- An answer answers what its author has seen: a question that has arrived meanwhile goes on waiting.

create or replace function private.mark_quote_message() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.author = 'customer' then
      update public.quotes set unread_at = clock_timestamp(), question_at = coalesce(question_at, new.created_at)
        where id = new.quote_id;
    else
      update public.quotes set question_at = null where id = new.quote_id and question_at is not null;
    end if;
    return null;
  end
  $$;

-- It was the time of the trigger, a moment after the message.
update public.quotes as quote
  set question_at = coalesce(
    (select max(message.created_at) from public.quote_messages as message
      where message.quote_id = quote.id and message.author = 'customer' and message.created_at <= quote.question_at),
    quote.question_at)
  where quote.question_at is not null;

drop function public.answer_quote_message(uuid, uuid, text);
create function public.answer_quote_message(message_id uuid, quote_id uuid, body text, asked_at timestamptz default null) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    quote public.quotes;
  begin
    perform private.require_staff();
    quote := private.lock_quote(answer_quote_message.quote_id);
    if quote.id is null or quote.version = 0 or quote.erased_at is not null then return '{"status": "not_found"}'::jsonb; end if;
    if message_id is null or coalesce(char_length(btrim(body)) not between 1 and 5000, true) then
      return '{"status": "invalid"}'::jsonb;
    end if;
    insert into public.quote_messages (id, quote_id, version, author, type, body)
      values (message_id, quote.id, quote.version, 'staff', 'answer', btrim(body)) on conflict do nothing;
    if found then
      -- The trigger of the message has cleared it.
      update public.quotes as answered
        set question_at = (
          select min(later.created_at) from public.quote_messages as later
          where later.quote_id = answered.id and later.author = 'customer' and later.created_at > asked_at
            and later.created_at >= quote.question_at)
        where answered.id = quote.id and asked_at is not null and quote.question_at is not null;
      perform private.append_quote_event(quote.id, 'message', 'staff', jsonb_build_object('type', 'answer', 'message', message_id),
        jsonb_build_object('body', btrim(body)));
      perform private.queue_quote_mail(quote, 'customer', 'answer', message_id);
    elsif not exists (
      select from public.quote_messages as stored where stored.id = message_id and stored.quote_id = quote.id
        and stored.author = 'staff' and stored.body = btrim(answer_quote_message.body))
    then
      return '{"status": "already_sent"}'::jsonb;
    end if;
    return '{"status": "sent"}'::jsonb;
  end
  $$;
comment on function public.answer_quote_message(uuid, uuid, text, timestamptz) is
  'Answers the customer at the quote and by email. What the customer has written after asked_at goes on waiting; without it nothing does. A repeated request is one answer; already_sent if it has another text.';
revoke execute on function public.answer_quote_message(uuid, uuid, text, timestamptz) from public, anon;
grant execute on function public.answer_quote_message(uuid, uuid, text, timestamptz) to authenticated;
