-- The owner's own pages under /pages/, such as About, Warranty and Financing, and links that show one before it is public.

create table public.own_pages (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  content text not null,
  is_published boolean not null default false,
  published_at timestamptz,
  in_footer boolean not null default true,
  in_menu boolean not null default false,
  order_index integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint own_pages_slug_key unique (slug),
  constraint own_pages_title_length check (char_length(btrim(title)) between 1 and 120),
  constraint own_pages_slug_shape check (char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint own_pages_description_length check (char_length(description) <= 300),
  constraint own_pages_content_length check (char_length(btrim(content)) between 1 and 200000),
  constraint own_pages_published_dated check (not is_published or published_at is not null),
  constraint own_pages_order_index_range check (order_index between 0 and 9999)
);
comment on table public.own_pages is
  'The owner''s own pages, at /pages/ and their slug. The public sees those published, from their date on.';
comment on column public.own_pages.description is 'The description for search engines; null to use the start of the text.';
comment on column public.own_pages.content is
  'Rich text as HTML, sanitized again when it is rendered. Each <div data-block="…"> holds a block as JSON: a gallery, a comparison of before and after, a video, a review, a question or a button.';
comment on column public.own_pages.published_at is
  'From when visitors see the page, by the database''s clock. Set by a trigger when a page is published without a date.';
comment on column public.own_pages.in_footer is 'Whether the footer links to the page.';
comment on column public.own_pages.in_menu is 'Whether the navigation below the header links to the page.';
comment on column public.own_pages.order_index is 'The place among the links, lowest first; equal ones by title.';
create index own_pages_created_at_idx on public.own_pages (created_at desc, id);
create index own_pages_links_idx on public.own_pages (order_index, title, id) where is_published;

revoke all on public.own_pages from anon, authenticated;
grant select on public.own_pages to anon, authenticated;
grant
  insert (id, title, slug, description, content, is_published, published_at, in_footer, in_menu, order_index, created_at,
    updated_at),
  update (id, title, slug, description, content, is_published, published_at, in_footer, in_menu, order_index, created_at,
    updated_at),
  delete on public.own_pages to authenticated;
alter table public.own_pages enable row level security;
create policy "everyone reads published pages from their date on" on public.own_pages
  for select to anon, authenticated
  using ((is_published and published_at <= now()) or (select private.is_staff()));
create policy "staff create pages" on public.own_pages
  for insert to authenticated
  with check ((select private.is_staff()) and created_at <= now() and updated_at <= now());
create policy "staff change pages" on public.own_pages
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff delete pages" on public.own_pages
  for delete to authenticated using ((select private.is_staff()));

create function private.date_own_page() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.published_at := now();
    return new;
  end
  $$;
comment on function private.date_own_page() is
  'Dates a page that is published without a date, by the database''s clock: by a browser''s, it could be in the future.';
revoke execute on function private.date_own_page() from public, anon, authenticated;

create trigger date_own_page before insert or update on public.own_pages
  for each row when (new.is_published and new.published_at is null) execute function private.date_own_page();
create trigger guard_update before update on public.own_pages
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger touch_updated_at before update on public.own_pages
  for each row execute function private.touch_updated_at();
create trigger notify_change after insert or update or delete on public.own_pages
  for each statement execute function private.notify_change();
create trigger write_audit_entry after insert or update or delete on public.own_pages
  for each row execute function private.write_audit_entry('{"name": "title"}');

alter table public.deleted_records
  drop constraint deleted_records_table_known,
  add constraint deleted_records_table_known check (table_name in (
    'quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects', 'shed_listings', 'reviews',
    'blog_posts', 'own_pages', 'video_carousel', 'price_lists')
    or (is_demonstration and table_name in (
      'business_settings', 'tax_settings', 'designer_settings', 'quote_settings', 'home_content')));
create trigger keep_deleted_record before delete on public.own_pages
  for each row when (current_user = 'authenticated') execute function private.keep_deleted_record();
create trigger forget_deleted_record after insert on public.own_pages
  for each row execute function private.forget_deleted_record();

create function public.find_own_pages(patterns text[])
  returns setof public.own_pages
  language sql stable security invoker
  set search_path = ''
  as $$
    select page.* from public.own_pages as page,
      lateral (select concat_ws(' ', page.title, page.slug, page.description) as search_text) as searched
    where case when octet_length(search_text) = length(search_text) then lower(search_text)
      else private.normalize_text(search_text) end like all (patterns)
  $$;
comment on function public.find_own_pages(text[]) is 'Pages whose title, slug or description matches all patterns.';
revoke execute on function public.find_own_pages(text[]) from public, anon;
grant execute on function public.find_own_pages(text[]) to authenticated, service_role;

-- A preview link holds the page, the end of its seven days and a signature, so that nothing is stored for it. Its secret is
-- made with the first link and left out of backups, as the others are.
alter table private.signing_secrets
  drop constraint signing_secrets_purpose_values,
  add constraint signing_secrets_purpose_values check (purpose in ('forms', 'documents', 'evidence', 'previews'));

create function private.sign_page_preview(page_id uuid, ends_at bigint) returns text
  language sql stable
  set search_path = ''
  as $$
    select left(private.hmac_sha256(concat_ws(E'\n', 'page-preview', page_id, ends_at), secret), 40)
    from private.signing_secrets where purpose = 'previews' and retired_at is null
  $$;
comment on function private.sign_page_preview(uuid, bigint) is
  'The signature of a preview link that ends at a time in seconds since 1970; null before the first link.';

create function public.create_page_preview(page_id uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    ends_at constant bigint := extract(epoch from now() + interval '7 days');
  begin
    perform private.require_staff();
    if not exists (select from public.own_pages where id = page_id) then return null; end if;
    insert into private.signing_secrets (purpose, secret)
      values ('previews', encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'))
      on conflict (purpose) where retired_at is null do nothing;
    return concat_ws('.', page_id, ends_at, private.sign_page_preview(page_id, ends_at));
  end
  $$;
comment on function public.create_page_preview(uuid) is
  'For staff: the token of a link that shows a page as it is stored, published or not, for seven days; null without the page.';
revoke execute on function private.sign_page_preview(uuid, bigint), public.create_page_preview(uuid)
  from public, anon, authenticated;
grant execute on function public.create_page_preview(uuid) to authenticated;

create function public.open_page_preview(token text) returns setof public.own_pages
  language plpgsql stable security definer
  set search_path = ''
  set lock_timeout = '500ms'
  as $$
  declare
    parts constant text[] := regexp_match(
      token, '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.]([0-9]{1,12})[.]([0-9a-f]{40})$');
  begin
    if parts is null or parts[2]::bigint < extract(epoch from now()) then return; end if;
    if private.sign_page_preview(parts[1]::uuid, parts[2]::bigint) is distinct from parts[3] then return; end if;
    return query select * from public.own_pages as page where page.id = parts[1]::uuid;
  end
  $$;
comment on function public.open_page_preview(text) is
  'The page of a preview link; nothing for a link that has ended or was not signed here.';
revoke execute on function public.open_page_preview(text) from public;
grant execute on function public.open_page_preview(text) to anon, authenticated, service_role;

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
          'shed_listings', 'reviews', 'blog_posts', 'own_pages', 'video_carousel', 'home_content', 'business_settings',
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

create or replace function private.is_image_used(path text) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select path in (select shown from private.list_quote_images() as shown)
      or exists (select from public.blog_posts as stored where strpos(stored::text, path) > 0)
      or exists (select from public.past_projects as stored where strpos(stored::text, path) > 0)
      or exists (select from public.shed_listings as stored where strpos(stored::text, path) > 0)
      or exists (select from public.home_content as stored where strpos(stored::text, path) > 0)
      or exists (select from public.video_carousel as stored where strpos(stored::text, path) > 0)
      or exists (select from public.site_pages as stored where strpos(stored::text, path) > 0)
      or exists (select from public.own_pages as stored where strpos(stored::text, path) > 0)
      or exists (select from public.business_settings as stored where strpos(stored::text, path) > 0)
      or exists (select from public.deleted_records as kept where strpos(kept.record::text, path) > 0)
      or exists (select from public.former_values as kept where strpos(kept.before::text, path) > 0)
      or exists (
        select from public.audit_entries as entry
        where entry.action = 'update' and entry.occurred_at > now() - interval '30 days' and strpos(entry.before::text, path) > 0)
  $$;

create or replace function public.read_colleagues() returns table (
    id uuid, email text, added_at timestamptz, last_sign_in_at timestamptz, has_second_step boolean, is_invited boolean,
    drafts text[])
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    perform private.require_staff();
    return query
      with draft as (
        select 'quotes' as table_name, quote.id::text as record_id,
          'quote ' || coalesce(nullif(quote.title, ''), nullif(quote.customer_name, ''), 'without a title') as name
          from public.quotes as quote where quote.state = 'draft'
        union all
        select 'blog_posts', post.id::text, 'post ' || post.title from public.blog_posts as post where not post.is_published
        union all
        select 'own_pages', page.id::text, 'page ' || page.title from public.own_pages as page where not page.is_published
        union all
        select 'price_lists', list.id::text, 'price list' from public.price_lists as list where list.published_at is null
      ), begun as (
        select draft.name, (
          select entry.actor_id from public.audit_entries as entry
          where entry.table_name = draft.table_name and entry.record_id = draft.record_id
          order by entry.id desc limit 1) as actor_id
        from draft
      )
      select account.id, account.email::text, staff.created_at, account.last_sign_in_at,
        private.has_second_step(account.id), account.email_confirmed_at is null,
        array(select distinct begun.name from begun where begun.actor_id = account.id order by 1)
      from public.staff join auth.users as account on account.id = staff.user_id
      order by staff.created_at, account.email;
  end
  $$;
