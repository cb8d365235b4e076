-- A customer's message during the seconds in which the e-mail about an earlier one is sent waits for ten minutes, too.

create or replace function private.queue_message_mail(quote public.quotes, mail_type text, message_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    waiting uuid;
    last_sent_at timestamptz;
  begin
    select id into waiting from private.outbox as mail
      where mail.quote_id = quote.id and mail.status = 'waiting' and mail.quote_mail ->> 'to' = 'owner'
        and mail.quote_mail ->> 'type' in ('question', 'change') and private.seconds_elapsed(mail.leased_at, mail.lease_seconds)
      order by mail.queued_at limit 1 for update;
    if waiting is not null then
      update private.outbox as mail set quote_mail = mail.quote_mail || '{"type": "change"}'
        where mail.id = waiting and mail_type = 'change';
      return;
    end if;
    -- One that is being sent has only leased_at.
    select max(coalesce(mail.sent_at, mail.leased_at)) into last_sent_at from private.outbox as mail
      where mail.quote_id = quote.id and mail.quote_mail ->> 'to' = 'owner' and mail.quote_mail ->> 'type' in ('question', 'change');
    perform private.queue_quote_mail(quote, 'owner', mail_type, message_id);
    update private.outbox as mail
      set backoff_seconds = greatest(mail.backoff_seconds, 600 - extract(epoch from now() - last_sent_at)::integer)
      where mail.quote_id = quote.id and mail.quote_mail ->> 'subject' = message_id::text
        and last_sent_at between now() - interval '10 minutes' and now();
  end
  $$;
