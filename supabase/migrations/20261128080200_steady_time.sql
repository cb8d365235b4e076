-- Commands that delete by age go by the database's clock, unless it has jumped, as its own functions do.

create function public.get_steady_time() returns timestamptz
  language sql volatile security definer
  set search_path = ''
  as $$ select case when private.is_clock_steady() then clock_timestamp() end $$;
comment on function public.get_steady_time() is
  'The time by the database''s clock; null in the hour after it has jumped ahead by more than a day, when nothing is deleted by age.';
revoke execute on function public.get_steady_time() from public, anon, authenticated;
grant execute on function public.get_steady_time() to service_role;
