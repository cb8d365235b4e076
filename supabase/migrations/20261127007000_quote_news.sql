-- What a customer does at the link of a quote is unread until staff open the quote, and a message waits until
-- it is answered.

alter table public.quotes
  add column unread_at timestamptz,
  add column question_at timestamptz;
comment on column public.quotes.unread_at is
  'When the customer last wrote, accepted or declined at the link; null once staff have opened the quote.';
comment on column public.quotes.question_at is
  'When the customer wrote the first message that neither an answer nor a new version has followed.';
create index quotes_unread_at_idx on public.quotes (unread_at desc) where unread_at is not null;
create index quotes_question_at_idx on public.quotes (question_at) where question_at is not null;
create index quotes_news_idx on public.quotes (unread_at desc nulls last, created_at desc, id);

create function private.mark_quote_news() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if new.erased_at is not null or new.state = 'withdrawn' then
      new.unread_at := null;
      new.question_at := null;
    elsif new.version <> old.version then
      new.question_at := null;
    elsif (new.state = 'declined' and old.state <> 'declined')
      or (new.lapsed_as = 'declined' and old.lapsed_as is distinct from 'declined')
    then
      new.unread_at := clock_timestamp();
    end if;
    return new;
  end
  $$;
comment on function private.mark_quote_news() is
  'Marks a declined quote as unread. A new version answers the messages before it; what is withdrawn or erased has no news.';
create trigger mark_quote_news before update of state, version, lapsed_as, erased_at on public.quotes
  for each row execute function private.mark_quote_news();

create function private.mark_quote_message() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.author = 'customer' then
      update public.quotes set unread_at = clock_timestamp(), question_at = coalesce(question_at, clock_timestamp())
        where id = new.quote_id;
    else
      update public.quotes set question_at = null where id = new.quote_id and question_at is not null;
    end if;
    return null;
  end
  $$;
comment on function private.mark_quote_message() is 'A customer''s message makes its quote unread and waits for an answer.';
revoke execute on function private.mark_quote_message() from public, anon, authenticated;
create trigger mark_quote_message after insert on public.quote_messages
  for each row execute function private.mark_quote_message();

create function private.mark_quote_acceptance() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.quotes set unread_at = clock_timestamp() where id = new.quote_id;
    return null;
  end
  $$;
comment on function private.mark_quote_acceptance() is 'An acceptance at the link makes its quote unread.';
revoke execute on function private.mark_quote_acceptance() from public, anon, authenticated;
create trigger mark_quote_acceptance after insert on public.quote_acceptances
  for each row when (new.channel = 'online') execute function private.mark_quote_acceptance();

create function public.mark_quote_read(quote_id uuid, seen_at timestamptz) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    update public.quotes as quote set unread_at = null
      where quote.id = mark_quote_read.quote_id and quote.unread_at <= seen_at;
  end
  $$;
comment on function public.mark_quote_read(uuid, timestamptz) is
  'Staff have opened a quote whose unread_at was seen_at. What the customer has done since stays unread.';
revoke execute on function public.mark_quote_read(uuid, timestamptz) from public, anon;
grant execute on function public.mark_quote_read(uuid, timestamptz) to authenticated;

-- Messages from before this migration: those without an answer or a later version wait for one.
update public.quotes as quote
  set question_at = waiting.since
  from (
    select message.quote_id, min(message.created_at) as since from public.quote_messages as message
    where message.author = 'customer'
      and not exists (
        select from public.quote_messages as answer
        where answer.quote_id = message.quote_id and answer.author = 'staff' and answer.created_at > message.created_at)
      and not exists (
        select from public.quote_versions as later
        where later.quote_id = message.quote_id and later.created_at > message.created_at)
    group by message.quote_id) as waiting
  where waiting.quote_id = quote.id and quote.erased_at is null and quote.state <> 'withdrawn';
