-- The Colleagues screen: who may use the back office, and what they have begun.

create function private.has_second_step(account uuid) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    -- Some implementations of Supabase's protocol have no auth.mfa_factors.
    return to_regclass('auth.mfa_factors') is not null and exists (
      select from auth.mfa_factors as factor where factor.user_id = account and factor.status = 'verified');
  end
  $$;
comment on function private.has_second_step(uuid) is 'True if two-step sign-in is on for the account.';
revoke execute on function private.has_second_step(uuid) from public;

create function public.read_colleagues() returns table (
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
comment on function public.read_colleagues() is
  'For staff: everyone who may use the back office, oldest first, with the drafts that they were the last to change.';
revoke execute on function public.read_colleagues() from public, anon, authenticated;
grant execute on function public.read_colleagues() to authenticated;
comment on table public.staff is 'Accounts that may use the back office. Maintained by the Colleagues screen and npm run staff.';
