-- Who wants news by e-mail: to which words they agreed, when, on which form, and who asked them
-- (Canada's anti-spam law, S.C. 2010, c. 23, section 10). A consent that was taken back stays, with
-- the moment of it, until it is erased or too old.

create table public.news_consents (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  wording text not null,
  source text not null,
  asked_by text not null default '',
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint news_consents_email_valid check (
    char_length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and email = lower(email)),
  constraint news_consents_wording_known check (wording in (
    'Yes, send me news and offers by e-mail now and then. I can take this back at any time.')),
  constraint news_consents_source_known check (source in ('contact', 'quote'))
);
comment on table public.news_consents is 'Consents to news by e-mail. Visitors add them and never see them again.';
comment on column public.news_consents.email is 'In lower case; a trigger sees to it.';
comment on column public.news_consents.wording is 'What stood beside the box, word for word. A new wording is one more that is known.';
comment on column public.news_consents.source is 'The form: contact or quote.';
comment on column public.news_consents.asked_by is 'Name, address, e-mail and telephone of the business as they stood then; a trigger fills them in.';
create index news_consents_email_idx on public.news_consents (email, created_at desc);
create index news_consents_created_at_idx on public.news_consents (created_at, id);

-- Definer rights, because visitors can't see whether they have agreed before. Who has agreed to the
-- same words already is not noted twice, without an error that would tell.
create function private.note_news_consent() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    new.email = lower(btrim(new.email));
    perform pg_advisory_xact_lock(hashtextextended('news_consents ' || new.email, 0));
    if exists (
      select from public.news_consents as earlier
      where earlier.email = new.email and earlier.wording = new.wording and earlier.withdrawn_at is null
    ) then
      return null;
    end if;
    select concat_ws(', ', business_name, nullif(address, ''), nullif(email, ''), nullif(phone, ''))
      into new.asked_by from public.business_settings limit 1;
    new.asked_by = coalesce(new.asked_by, '');
    return new;
  end
  $$;
comment on function private.note_news_consent() is
  'Writes down who asked, and skips a consent that is there already.';

create function private.note_withdrawal() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.withdrawn_at = coalesce(old.withdrawn_at, now());
    return new;
  end
  $$;
comment on function private.note_withdrawal() is
  'A change to a consent is its withdrawal, now; a second one changes nothing.';

create trigger note_news_consent before insert on public.news_consents
  for each row execute function private.note_news_consent();
create trigger note_withdrawal before update on public.news_consents
  for each row execute function private.note_withdrawal();

revoke all on public.news_consents from anon, authenticated;
grant insert (email, wording, source) on public.news_consents to anon, authenticated;
grant select, update (withdrawn_at), delete on public.news_consents to authenticated;
alter table public.news_consents enable row level security;

create policy "everyone agrees to news" on public.news_consents
  for insert to anon, authenticated with check (true);
create policy "staff read consents" on public.news_consents
  for select to authenticated using ((select private.is_staff()));
create policy "staff withdraw consents" on public.news_consents
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff erase consents" on public.news_consents
  for delete to authenticated using ((select private.is_staff()));

-- Everything that is stored under one e-mail address, however it was typed. Invoker's rights: staff
-- find what their policies show them, anybody else nothing.
create function public.personal_data_of(person text) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with hidden (columns) as (values (array['search_text', 'name_order', 'budget_order', 'size_order',
      'subject_order', 'message_order']))
    select jsonb_build_object(
      'quote_requests', (
        select coalesce(jsonb_agg(to_jsonb(request) - columns order by created_at, id), '[]')
        from public.quote_requests as request, hidden
        where lower(email) = lower(btrim(person))),
      'contact_submissions', (
        select coalesce(jsonb_agg(to_jsonb(message) - columns order by created_at, id), '[]')
        from public.contact_submissions as message, hidden
        where lower(email) = lower(btrim(person))),
      'news_consents', (
        select coalesce(jsonb_agg(to_jsonb(consent) order by created_at, id), '[]')
        from public.news_consents as consent
        where email = lower(btrim(person))))
  $$;
comment on function public.personal_data_of(text) is
  'Quote requests, contact messages and consents of one e-mail address, for export and erasure.';
revoke execute on function public.personal_data_of(text) from public, anon;
grant execute on function public.personal_data_of(text) to authenticated, service_role;
