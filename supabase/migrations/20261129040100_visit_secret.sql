-- The website signs its counts of views with a secret of their own: that of evidence is for whom a quote has seen, and nothing else.

alter table private.signing_secrets
  drop constraint signing_secrets_purpose_values,
  add constraint signing_secrets_purpose_values check (purpose in ('forms', 'documents', 'evidence', 'previews', 'visits'));

-- It is derived from that of evidence, because FORM_SECRET itself is not stored: on hosted Supabase nobody has to set it again.
create function private.derive_visit_secret(evidence_secret text) returns text
  language sql immutable
  set search_path = ''
  as $$ select private.hmac_sha256('ridgeline visits', evidence_secret) $$;
comment on function private.derive_visit_secret(text) is
  'The secret for counts of views, as deriveSigningSecrets of the website''s server derives it.';
revoke execute on function private.derive_visit_secret(text) from public, anon, authenticated, service_role;

insert into private.signing_secrets (purpose, secret, created_at, retired_at)
  select 'visits', private.derive_visit_secret(secret), created_at, retired_at
  from private.signing_secrets where purpose = 'evidence';

create or replace function private.set_form_secret(form_secret text) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    if char_length(form_secret) < 32 then raise 'FORM_SECRET must have at least 32 characters'; end if;
    perform private.set_signing_secret(purpose, private.hmac_sha256('ridgeline ' || purpose, form_secret))
      from unnest(array['forms', 'documents', 'evidence']) as purpose;
    perform private.set_signing_secret('visits',
      private.derive_visit_secret(private.hmac_sha256('ridgeline evidence', form_secret)));
  end
  $$;

create or replace function public.count_visits(counts text, signed_at text, signature text) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    max_names constant integer := 100;
    days_kept constant integer := 3 * 365 + 1;
    today constant date := private.get_today();
  begin
    if not private.is_signed('visits', signed_at, concat_ws(E'\n', 'visits', signed_at, counts), signature) then
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
