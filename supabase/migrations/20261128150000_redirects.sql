-- The Redirects screen: where old addresses lead, and the pages that visitors did not find.

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null,
  to_url text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirects_from_path_key unique (from_path),
  constraint redirects_from_path_shape check (
    char_length(from_path) between 2 and 500 and from_path = lower(from_path)
    and from_path ~ '^/[^/?#\\[:space:][:cntrl:]][^#\\[:space:][:cntrl:]]*$' and split_part(from_path, '?', 1) !~ '/$'
    and from_path !~ '^/(admin(/|\?|$)|quotes/)'),
  constraint redirects_to_url_shape check (
    char_length(to_url) <= 2000 and (
      to_url ~ '^/([?#]|$)' or to_url ~ '^/[^/\\[:space:][:cntrl:]][^\\[:space:][:cntrl:]]*$'
      or to_url ~* '^https?://[^/\\[:space:][:cntrl:]][^\\[:space:][:cntrl:]]*$')
    and to_url ~ '^[!-~]+$' and to_url !~ '\\')
);
comment on table public.redirects is
  'Where the website sends visitors of old addresses, permanently, if it has no page there. At most 5,000.';
comment on column public.redirects.from_path is
  'A path as toRedirectPath in app/features/moving/redirects.ts writes it: encoded, in lower case, without a slash at the end; with a query if only that address is meant.';
comment on column public.redirects.to_url is 'A path on this site or an http(s) URL, in ASCII as the header Location must be.';

revoke all on public.redirects from anon, authenticated;
grant select on public.redirects to anon, authenticated;
grant insert (id, from_path, to_url, created_at, updated_at), update (id, from_path, to_url, created_at, updated_at),
  delete on public.redirects to authenticated;
alter table public.redirects enable row level security;
create policy "everyone reads redirects" on public.redirects
  for select to anon, authenticated using (true);
create policy "staff create redirects" on public.redirects
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change redirects" on public.redirects
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete redirects" on public.redirects
  for delete to authenticated using ((select private.is_staff()));

create function private.check_redirects() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    chained record;
  begin
    -- Two that lead to each other must not be saved at the same time.
    perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
    if (select count(*) from public.redirects) > 5000 then
      raise check_violation using message = 'There can be at most 5,000 redirects. Delete some that no one needs any more.';
    end if;
    select redirect.from_path, following.from_path as next_path, following.to_url into chained
      from public.redirects as redirect
        cross join lateral (select lower(split_part(redirect.to_url, '#', 1)) as address) as target
        cross join lateral (
          values (regexp_replace(target.address, '/+(?=\?|$)', '')), (rtrim(split_part(target.address, '?', 1), '/'))) as step (path)
        join public.redirects as following on following.from_path = step.path
      where redirect.to_url like '/%'
      order by redirect.from_path, following.from_path
      limit 1;
    if not found then return null; end if;
    raise check_violation using message = case when chained.from_path = chained.next_path
      then format('%s would lead to itself.', chained.from_path)
      else format('%s leads to %s, which is redirected to %s. Point %s straight there.',
        chained.from_path, chained.next_path, chained.to_url, chained.from_path) end;
  end
  $$;
comment on function private.check_redirects() is
  'Rejects what would make a loop or a chain of redirects, and more than 5,000 of them.';
revoke execute on function private.check_redirects() from public, anon, authenticated;

create trigger guard_update before update on public.redirects
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.redirects
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');
create trigger touch_updated_at before update on public.redirects
  for each row execute function private.touch_updated_at();
create trigger check_redirects after insert or update on public.redirects
  for each statement execute function private.check_redirects();
create trigger notify_change after insert or update or delete on public.redirects
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.redirects
  for each row execute function private.write_audit_entry('{"name": "from_path"}');

create table public.missing_pages (
  path text primary key,
  hits integer not null default 1,
  referrer_host text,
  last_on date not null default current_date,
  constraint missing_pages_path_shape check (char_length(path) between 2 and 200 and path like '/%'),
  constraint missing_pages_hits_min check (hits > 0),
  constraint missing_pages_referrer_host_length check (char_length(referrer_host) between 1 and 253)
);
comment on table public.missing_pages is
  'The addresses at which visitors found no page, as totals without anything about the visitors. At most 1,000, for 90 days.';
comment on column public.missing_pages.path is 'As redirects.from_path, without a query.';
comment on column public.missing_pages.referrer_host is 'The site that had the first link, if the browser named it.';
comment on column public.missing_pages.last_on is 'The last day on which it was opened.';

revoke all on public.missing_pages from anon, authenticated, service_role;
grant select, delete on public.missing_pages to authenticated;
grant select on public.missing_pages to service_role;
alter table public.missing_pages enable row level security;
create policy "staff read missing pages" on public.missing_pages
  for select to authenticated using ((select private.is_staff()));
create policy "staff delete missing pages" on public.missing_pages
  for delete to authenticated using ((select private.is_staff()));
-- Not for what redirects and record_missing_pages delete.
create trigger write_audit_entry after delete on public.missing_pages
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_entry('{"name": "path"}');

create function private.forget_missing_page() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- record_missing_pages locks rows in another order.
    perform pg_advisory_xact_lock(hashtextextended('missing_pages', 0));
    delete from public.missing_pages where path = new.from_path;
    return null;
  end
  $$;
comment on function private.forget_missing_page() is 'Forgets the count of an address that is redirected now.';
revoke execute on function private.forget_missing_page() from public, anon, authenticated;
create trigger forget_missing_page after insert or update of from_path on public.redirects
  for each row execute function private.forget_missing_page();

create function public.record_missing_pages(pages jsonb) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    select pg_advisory_xact_lock(hashtextextended('missing_pages', 0));
    insert into public.missing_pages as stored (path, hits, referrer_host, last_on)
      select page.path, page.hits, page.referrer_host, private.get_today()
      from jsonb_to_recordset(pages) as page (path text, hits integer, referrer_host text)
      where not exists (select from public.redirects as redirect where redirect.from_path = page.path)
      order by page.path
      on conflict (path) do update set hits = least(stored.hits::bigint + excluded.hits, 2147483647)::integer,
        referrer_host = coalesce(stored.referrer_host, excluded.referrer_host), last_on = excluded.last_on;
    delete from public.missing_pages where last_on < private.get_today() - 90;
    delete from public.missing_pages where path in (
      select path from public.missing_pages order by hits desc, last_on desc, path offset 1000);
  $$;
comment on function public.record_missing_pages(jsonb) is
  'Adds to the counts of missing pages: a list of path, hits and referrer_host. Keeps the 1,000 most visited of the last 90 days.';
revoke execute on function public.record_missing_pages(jsonb) from public, anon, authenticated;
grant execute on function public.record_missing_pages(jsonb) to service_role;
