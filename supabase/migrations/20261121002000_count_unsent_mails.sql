-- How many enquiries the owner has had no mail about, for the dashboard.

create function public.count_unsent_mails() returns integer
  language sql stable security invoker
  set search_path = ''
  as $$
    select count(*)::integer
    from private.outbox as mail
    where state <> 'sent'
      and (reason is not null or private.lies_apart(created_at, 300))
      and not private.is_spam_mail(mail)
  $$;
comment on function public.count_unsent_mails() is
  'How many mails to the owner have not gone, counted as unsent_mails_of tells them; 0 for who is not staff.';
revoke execute on function public.count_unsent_mails() from public, anon;
grant execute on function public.count_unsent_mails() to authenticated;
