-- Which listing a request came from, and the way from view to order of each listing.

alter table public.quote_requests add column shed_id uuid;
comment on column public.quote_requests.shed_id is
  'The listing whose quote form was sent; null for other requests. Without a foreign key: a deleted listing can be put back.';
create index quote_requests_shed_id_idx on public.quote_requests (shed_id, created_at) where shed_id is not null;
grant insert (shed_id) on public.quote_requests to anon, authenticated;
grant update (shed_id) on public.quote_requests to authenticated;
drop trigger guard_update on public.quote_requests;
create trigger guard_update before update on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'reference', 'customer_name', 'email', 'phone', 'location',
    'contact_preference', 'project_type', 'material_type', 'color', 'size', 'shed_style', 'description', 'budget_range',
    'timeline', 'custom_message', 'inspiration_images', 'design', 'delivery_km', 'price_basis', 'design_price', 'shed_id',
    'additions', 'unread_at', 'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order', 'budget_order',
    'size_order');

create function public.list_listing_funnels(first_day date, last_day date) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with period as (
      select first_day::timestamp at time zone 'America/Toronto' as starts_at,
        (last_day + 1)::timestamp at time zone 'America/Toronto' as ends_at
    ), viewed as (
      select visit.name, sum(visit.views) as views from public.daily_visits as visit
      where visit.kind = 'listing' and visit.day between first_day and last_day
      group by visit.name
    ), requested as (
      select request.shed_id, count(*) as requests from period cross join public.quote_requests as request
      where request.shed_id is not null and not request.is_spam
        and request.created_at >= starts_at and request.created_at < ends_at
      group by request.shed_id
    ), quoted as (
      select request.shed_id,
        count(*) filter (where quote.first_sent_at >= starts_at and quote.first_sent_at < ends_at) as quotes,
        count(*) filter (where quote.accepted_at >= starts_at and quote.accepted_at < ends_at) as accepted
      from period cross join public.quote_requests as request
        join public.quotes as quote on quote.quote_request_id = request.id
      where request.shed_id is not null
      group by request.shed_id
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', shed.id, 'title', shed.title, 'views', coalesce(viewed.views, 0),
      'requests', coalesce(requested.requests, 0), 'quotes', coalesce(quoted.quotes, 0),
      'accepted', coalesce(quoted.accepted, 0)) order by shed.title, shed.id), '[]')
    from public.shed_listings as shed
      left join viewed on viewed.name = shed.id::text
      left join requested on requested.shed_id = shed.id
      left join quoted on quoted.shed_id = shed.id
  $$;
comment on function public.list_listing_funnels(date, date) is
  'Of each listing, by title: views, and how many requests came from its form and how many of their quotes were sent and accepted, from one day to another.';
revoke execute on function public.list_listing_funnels(date, date) from public, anon;
grant execute on function public.list_listing_funnels(date, date) to authenticated;
