-- The announcement above each page moves to a table of its own, whose policy shows it to visitors on its days only. A
-- setting among those that everyone reads could be read before.

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  text text,
  link text,
  first_day date,
  last_day date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint announcements_text_length check (char_length(text) between 1 and 200 and text ~ '\S'),
  constraint announcements_link_valid check (char_length(link) <= 500 and link ~* '^(https?://|/([^/\\]|$))\S*$'),
  constraint announcements_days_in_order check (first_day <= last_day)
);
comment on table public.announcements is
  'One row: the bar above each page. Visitors read it on its days in Ontario by the database''s clock.';
comment on column public.announcements.text is 'Null for no bar.';
comment on column public.announcements.link is 'Where the bar leads: an http(s) URL or a path of the site.';
comment on column public.announcements.first_day is 'The first day in Ontario on which the bar shows; null for at once.';
comment on column public.announcements.last_day is 'The last day in Ontario on which the bar shows; null for no end.';
create unique index announcements_single_row on public.announcements ((true));

insert into public.announcements (text, link, first_day, last_day)
  select announcement_text, announcement_link, announcement_from, announcement_until from public.business_settings
  where announcement_text is not null;
alter table public.business_settings
  drop column announcement_text, drop column announcement_link, drop column announcement_from, drop column announcement_until;
comment on table public.business_settings is
  'One row: name, contact, hours, social links, coordinates, retention, logo and colour, and what visitors read of area, payment, services and the business.';

revoke all on public.announcements from anon, authenticated;
grant select on public.announcements to anon, authenticated;
grant insert (id, text, link, first_day, last_day, created_at, updated_at),
  update (id, text, link, first_day, last_day, created_at, updated_at)
  on public.announcements to authenticated;
alter table public.announcements enable row level security;
create policy "everyone reads the announcement on its days" on public.announcements
  for select to anon, authenticated
  using (
    (text is not null and coalesce(first_day <= (now() at time zone 'America/Toronto')::date, true)
      and coalesce(last_day >= (now() at time zone 'America/Toronto')::date, true))
    or (select private.is_staff()));
create policy "staff create the announcement" on public.announcements
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff change the announcement" on public.announcements
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger touch_updated_at before update on public.announcements
  for each row execute function private.touch_updated_at();
create trigger guard_update before update on public.announcements
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.announcements
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');
create trigger notify_change after insert or update or delete on public.announcements
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.announcements
  for each row execute function private.write_audit_entry();

-- Under the caller's own rights: grants, policies, constraints and triggers are those of any edit.
create or replace function public.put_back_values(entry_id bigint, seen timestamptz default null) returns jsonb
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  declare
    entry public.audit_entries;
    kept public.former_values;
    former jsonb;
    replaced jsonb;
    target text;
    stored jsonb;
    changed text[];
    columns text;
  begin
    select * into entry from public.audit_entries as found
      where found.id = entry_id and found.action = 'update' and found.occurred_at > now() - interval '30 days'
        and found.table_name in ('quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects',
          'shed_listings', 'reviews', 'blog_posts', 'video_carousel', 'home_content', 'business_settings',
          'announcements', 'designer_settings', 'quote_settings', 'tax_settings', 'site_pages', 'image_alt_texts');
    select * into kept from public.former_values as found where found.audit_entry_id = entry.id;
    former := coalesce(entry.before, '{}') || coalesce(kept.before, '{}');
    replaced := coalesce(entry.after, '{}') || coalesce(kept.after, '{}');
    if entry.id is null or former = '{}' or (entry.table_name = 'quotes' and kept.audit_entry_id is null) then
      return jsonb_build_object('status', 'not_found');
    end if;

    target := case entry.table_name when 'image_alt_texts' then 'path = $1' else 'id = $1::uuid' end;
    execute format('select to_jsonb(stored) from public.%I as stored where %s for update', entry.table_name, target)
      into stored using entry.record_id;
    if stored is null then return jsonb_build_object('status', 'deleted'); end if;
    select array_agg(name) filter (where stored -> name is distinct from replaced -> name),
        string_agg(quote_ident(name), ', ')
      into changed, columns from jsonb_object_keys(former) as name where stored ? name;
    if not exists (
      select from jsonb_each(former) as part where stored ? part.key and stored -> part.key is distinct from part.value)
    then
      return jsonb_build_object('status', 'unchanged');
    end if;
    if cardinality(changed) > 0 and seen is distinct from (stored ->> 'updated_at')::timestamptz then
      return jsonb_build_object('status', 'changed', 'columns', changed, 'updated_at', stored -> 'updated_at');
    end if;
    execute format('update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $2)) where %3$s',
      entry.table_name, columns, target) using entry.record_id, former;
    return jsonb_build_object('status', 'put_back');
  end
  $$;
