-- What happens on the site: daily totals without visitors, and a weekly email about them. The website's server counts in
-- memory and adds the numbers with a signature, which works the same on hosted Supabase.

create table public.daily_visits (
  day date not null,
  kind text not null,
  name text not null,
  views bigint not null,
  primary key (kind, day, name),
  constraint daily_visits_kind_known check (kind in (
    'page', 'listing', 'design', 'referrer', 'campaign', 'device', 'empty_filter', 'lcp', 'inp', 'cls')),
  constraint daily_visits_name_length check (char_length(name) between 1 and 200),
  constraint daily_visits_views_min check (views > 0)
);
comment on table public.daily_visits is
  'Daily totals of page views and of measured loading times. Nothing in it is about a person. Only the website''s server adds to it.';
comment on column public.daily_visits.day is 'The day in Toronto on which the server reported, at most a minute after the view.';
comment on column public.daily_visits.name is
  'A path, the id of a listing, a host, a device, or the upper bound of measured values; other for those beyond the 100 with the most views of a kind and day.';
create index daily_visits_day_idx on public.daily_visits (day);

revoke all on public.daily_visits from anon, authenticated;
grant select on public.daily_visits to authenticated;
alter table public.daily_visits enable row level security;
create policy "staff read visits" on public.daily_visits
  for select to authenticated using ((select private.is_staff()));

create function public.count_visits(counts text, signed_at text, signature text) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    max_names constant integer := 100;
    days_kept constant integer := 3 * 365 + 1;
    today constant date := private.get_today();
  begin
    if not private.is_signed('evidence', signed_at, concat_ws(E'\n', 'visits', signed_at, counts), signature) then
      return false;
    end if;
    -- One process after the other, so that all of them together keep to the limit of names.
    perform pg_advisory_xact_lock(hashtextextended('daily_visits', 0));
    delete from public.daily_visits as expired where expired.day < today - days_kept;
    insert into public.daily_visits as stored (day, kind, name, views)
    select today, given.kind, given.name, sum(given.views)
    from jsonb_to_recordset(counts::jsonb) as given (kind text, name text, views bigint)
    -- Pages report which listing they show, and reports can be forged.
    where given.kind <> 'listing' or exists (select from public.shed_listings where id::text = given.name)
    group by given.kind, given.name
    on conflict (kind, day, name) do update set views = stored.views + excluded.views;
    -- Whoever invents names first must not keep out those that many use.
    with excess as (
      delete from public.daily_visits as visit using (
        select ranked.kind, ranked.name, row_number() over (
          partition by ranked.kind order by ranked.views desc, ranked.name) as place
        from public.daily_visits as ranked where ranked.day = today and ranked.name <> 'other') as placed
      where visit.day = today and visit.kind = placed.kind and visit.name = placed.name and placed.place > max_names
      returning visit.kind, visit.views)
    insert into public.daily_visits as stored (day, kind, name, views)
    select today, excess.kind, 'other', sum(excess.views) from excess group by excess.kind
    on conflict (kind, day, name) do update set views = stored.views + excluded.views;
    return true;
  end
  $$;
comment on function public.count_visits(text, text, text) is
  'Adds views to today''s totals: a JSON array of kind, name and views, signed by the website. Deletes totals of more than three years ago. False without a valid signature.';
revoke execute on function public.count_visits(text, text, text) from public;
grant execute on function public.count_visits(text, text, text) to anon, authenticated, service_role;

create function public.list_visits(shown_kind text, first_day date)
  returns table (name text, title text, views bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select counted.name, coalesce(shed.title, project.title), counted.views
    from (
      select visit.name, sum(visit.views)::bigint as views from public.daily_visits as visit
      where visit.kind = shown_kind and visit.day >= first_day
      group by visit.name order by sum(visit.views) desc, visit.name limit 100) as counted
      left join public.shed_listings as shed on shown_kind = 'listing' and shed.id::text = counted.name
      left join public.past_projects as project on shown_kind = 'page' and '/projects/' || project.id = counted.name
    order by counted.views desc, counted.name
  $$;
comment on function public.list_visits(text, date) is
  'The 100 names of a kind with the most views since a day; title is that of a listing or project which still exists.';
revoke execute on function public.list_visits(text, date) from public, anon;
grant execute on function public.list_visits(text, date) to authenticated;

create function public.list_daily_visits(first_day date) returns table (day date, views bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select visit.day, sum(visit.views)::bigint from public.daily_visits as visit
    where visit.kind = 'device' and visit.day >= first_day
    group by visit.day order by visit.day
  $$;
comment on function public.list_daily_visits(date) is
  'Views by day since a day, of days that have any. Each view has one device.';
revoke execute on function public.list_daily_visits(date) from public, anon;
grant execute on function public.list_daily_visits(date) to authenticated;

create function public.summarize_visits(first_day date, last_day date) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with period as (
      select first_day::timestamp at time zone 'America/Toronto' as starts_at,
        (last_day + 1)::timestamp at time zone 'America/Toronto' as ends_at
    ), quoted as (
      select quote.first_sent_at >= starts_at and quote.first_sent_at < ends_at as is_sent,
        quote.accepted_at >= starts_at and quote.accepted_at < ends_at as is_accepted,
        request.design is not null as is_designed, quote.agreed_cents
      from period cross join public.quotes as quote
        left join public.quote_requests as request on request.id = quote.quote_request_id
    )
    select jsonb_build_object(
      'views', (select coalesce(sum(visit.views), 0) from public.daily_visits as visit
        where visit.kind = 'device' and visit.day between first_day and last_day),
      'listingViews', (select coalesce(sum(visit.views), 0) from public.daily_visits as visit
        where visit.kind = 'listing' and visit.day between first_day and last_day),
      'designViews', (select coalesce(sum(visit.views), 0) from public.daily_visits as visit
        where visit.kind = 'page' and visit.name = '/design' and visit.day between first_day and last_day),
      'requests', requested.total, 'designedRequests', requested.designed,
      'quotes', answered.sent, 'designedQuotes', answered.designed_sent,
      'accepted', answered.accepted, 'designedAccepted', answered.designed_accepted, 'wonCents', answered.won_cents,
      'openCents', (select coalesce(sum(greatest(offered_cents - coalesce(agreed_cents, 0), 0)), 0) from public.quotes
        where state in ('sent', 'viewed', 'change_requested')),
      'dueCents', (select coalesce(sum(greatest(quote.agreed_cents - coalesce(paid.cents, 0), 0)), 0)
        from public.quotes as quote left join (
          select quote_id, sum(amount_cents) as cents from public.quote_payments group by quote_id) as paid
          on paid.quote_id = quote.id
        where quote.agreed_cents is not null and quote.erased_at is null))
    from (
      select count(*) as total, count(design) as designed from period cross join public.quote_requests
      where not is_spam and created_at >= starts_at and created_at < ends_at) as requested
      cross join (
        select count(*) filter (where is_sent) as sent, count(*) filter (where is_sent and is_designed) as designed_sent,
          count(*) filter (where is_accepted) as accepted,
          count(*) filter (where is_accepted and is_designed) as designed_accepted,
          coalesce(sum(agreed_cents) filter (where is_accepted), 0) as won_cents
        from quoted) as answered
  $$;
comment on function public.summarize_visits(date, date) is
  'Views, and how many requests came, quotes were sent and were accepted from one day to another; what was agreed in that time, and what is offered and owed now, in cents.';
revoke execute on function public.summarize_visits(date, date) from public, anon;
grant execute on function public.summarize_visits(date, date) to authenticated;

alter table private.mail_settings add column sends_weekly_summary boolean not null default false;
comment on column private.mail_settings.sends_weekly_summary is
  'Whether the recipients of operation_recipients get an email about visits, requests and quotes each Monday.';

alter table private.outbox drop constraint outbox_notice_known;
alter table private.outbox add constraint outbox_notice_known
  check (notice in ('visitor_storage', 'suspected_spam', 'weekly_summary'));

create function public.queue_weekly_summary() returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    monday constant timestamp := date_trunc('week', private.get_today()::timestamp);
  begin
    if not exists (select from private.mail_settings where sends_weekly_summary)
      or clock_timestamp() < (monday + interval '7 hours') at time zone 'America/Toronto'
    then
      return false;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('weekly_summary', 0));
    if exists (
      select from private.outbox
      where notice = 'weekly_summary' and created_at >= monday at time zone 'America/Toronto')
    then
      return false;
    end if;
    delete from private.outbox where notice is not null and private.seconds_elapsed(created_at, 30 * 86400);
    insert into private.outbox (notice, backoff_seconds) values ('weekly_summary', 0);
    return true;
  end
  $$;
comment on function public.queue_weekly_summary() is
  'Queues the email about last week if staff have switched it on: on Monday from 7 on, or later in a week that has had none. True if it did.';
revoke execute on function public.queue_weekly_summary() from public, anon, authenticated;
grant execute on function public.queue_weekly_summary() to service_role;

create function private.list_top_visits(shown_kind text, first_day date, last_day date, max_names integer) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(top order by top.views desc, top.name), '[]')
    from (
      select name, sum(views)::bigint as views from public.daily_visits
      where kind = shown_kind and day between first_day and last_day
      group by name order by sum(views) desc, name limit max_names) as top
  $$;
comment on function private.list_top_visits(text, date, date, integer) is
  'The names of a kind with the most views from one day to another.';
revoke execute on function private.list_top_visits(text, date, date, integer) from public, anon, authenticated;

create function public.read_weekly_summary(mail_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('firstDay', monday - 7, 'lastDay', monday - 1,
      'week', public.summarize_visits(monday - 7, monday - 1),
      'weekBefore', public.summarize_visits(monday - 14, monday - 8),
      'pages', private.list_top_visits('page', monday - 7, monday - 1, 5),
      'referrers', private.list_top_visits('referrer', monday - 7, monday - 1, 100))
    from (
      select date_trunc('week', created_at at time zone 'America/Toronto')::date as monday
      from private.outbox where id = mail_id and notice = 'weekly_summary') as mail
  $$;
comment on function public.read_weekly_summary(uuid) is
  'What the email about a week says: the week before the one in which it was queued, and the week before that.';
revoke execute on function public.read_weekly_summary(uuid) from public, anon, authenticated;
grant execute on function public.read_weekly_summary(uuid) to service_role;
