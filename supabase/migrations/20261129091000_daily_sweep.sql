-- On hosted Supabase no process of the website deletes what has expired: send-due-mails does, once a day. It and a server
-- find unused uploads by the same query.

create function public.begin_daily_sweep() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if not private.is_clock_steady() then return false; end if;
    insert into private.visitor_storage as stored (swept_at) values (now() - interval '22 hours 10 minutes')
      on conflict (id) do update set swept_at = excluded.swept_at
      where stored.swept_at is null or private.seconds_elapsed(stored.swept_at, 23 * 3600);
    return found;
  end
  $$;

comment on function public.begin_daily_sweep() is
  'True for the one caller who sweeps today: not in the hour after a jump of the clock, and 50 minutes later if that one has not finished.';
revoke execute on function public.begin_daily_sweep() from public, anon, authenticated;
grant execute on function public.begin_daily_sweep() to service_role;

create function public.finish_daily_sweep() returns void
  language sql volatile security definer
  set search_path = ''
  as $$ update private.visitor_storage set swept_at = now() where true $$;

comment on function public.finish_daily_sweep() is 'The next sweep begins in 23 hours.';
revoke execute on function public.finish_daily_sweep() from public, anon, authenticated;
grant execute on function public.finish_daily_sweep() to service_role;

comment on column private.visitor_storage.swept_at is 'When the last daily sweep ended; for one that runs, 22 hours before it began.';

create function public.list_unused_uploads(caller_clock timestamptz, min_hours integer, max_paths integer, among text[] default null)
  returns text[]
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(array_agg(name), '{}') from (
      select image.name from storage.objects as image
      where image.bucket_id = 'images' and (among is null or image.name = any (among))
        and (image.name like 'orders/%' or private.is_inspiration_path(image.name))
        and greatest(image.created_at, image.updated_at) < least(now(), caller_clock) - make_interval(hours => min_hours)
        and image.name not in (
          select path from public.quote_requests, unnest(inspiration_images) as path where path is not null
          union select path from private.list_quote_images() as path
          union select review.image from public.reviews as review where review.image is not null)
        and not exists (select from public.blog_posts as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.past_projects as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.shed_listings as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.home_content as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.video_carousel as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.site_pages as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.own_pages as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.business_settings as row where strpos(row::text, image.name) > 0)
        and not exists (select from public.deleted_records as row where strpos(row.record::text, image.name) > 0)
        and not exists (select from public.former_values as row where strpos(row.before::text, image.name) > 0)
        and not exists (
          select from public.audit_entries as entry
          where entry.action = 'update' and entry.occurred_at > now() - interval '30 days'
            and strpos(entry.before::text, image.name) > 0)
      limit max_paths) as unused
  $$;

comment on function public.list_unused_uploads(timestamptz, integer, integer, text[]) is
  'Images of visitors, quotes and orders that are older than min_hours by both clocks and that no request, quote, review, content or restorable record references.';
revoke execute on function public.list_unused_uploads(timestamptz, integer, integer, text[]) from public, anon, authenticated;
grant execute on function public.list_unused_uploads(timestamptz, integer, integer, text[]) to service_role;
