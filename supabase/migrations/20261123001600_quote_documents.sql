-- PDFs of quotes in a private bucket. The website's process writes them with the publishable key: what it may
-- read and upload it signs with the form secret. See docs/decisions/028-quotes.md.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('quotes', 'quotes', false, 10485760, array['application/pdf']);

create table public.quote_documents (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes (id) on delete cascade,
  version integer not null,
  type text not null,
  status text not null default 'waiting',
  path text,
  sha256 text,
  attempts integer not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  constraint quote_documents_version_key unique (quote_id, version, type),
  constraint quote_documents_type_known check (type in ('offer', 'acceptance')),
  constraint quote_documents_status_known check (status in ('waiting', 'stored', 'erased')),
  constraint quote_documents_stored_whole check (status <> 'stored' or num_nulls(path, sha256, stored_at) = 0),
  constraint quote_documents_erased_whole check (status <> 'erased' or path is null)
);
comment on table public.quote_documents is
  'PDFs of versions: the offer, and what was accepted with its certificate. The website writes those that wait.';
comment on column public.quote_documents.path is 'Key in the bucket quotes; while it waits, where the latest attempt may upload.';
comment on column public.quote_documents.sha256 is 'Of the file. Also in the evidence log, and there when the file is erased.';
create index quote_documents_waiting_idx on public.quote_documents (created_at) where status = 'waiting';

revoke all on public.quote_documents from anon, authenticated, service_role;
grant select on public.quote_documents to authenticated, service_role;
alter table public.quote_documents enable row level security;
create policy "staff read quote documents" on public.quote_documents
  for select to authenticated using ((select private.is_staff()));

create table private.quote_file_removals (
  path text primary key,
  queued_at timestamptz not null default now()
);
comment on table private.quote_file_removals is
  'Keys in the bucket quotes whose files are to be removed: of erased quotes, and of attempts that ended before their file was stored.';
revoke all on private.quote_file_removals from anon, authenticated, service_role;
alter table private.quote_file_removals enable row level security;

-- The header "x-quote-documents: <milliseconds since 1970> <signature>".
create function private.is_signed_by_website(action text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
    signed constant text[] := string_to_array(headers ->> 'x-quote-documents', ' ');
  begin
    return coalesce(cardinality(signed) = 2 and signed[1] ~ '^[0-9]{1,15}$'
      and abs(signed[1]::numeric / 1000 - extract(epoch from now())) < 900
      and exists (
        select from private.form_secrets
        where signed[2] = private.hmac_sha256(concat_ws(E'\n', 'quote-documents', signed[1], action), secret)), false);
  end
  $$;
comment on function private.is_signed_by_website(text) is
  'True if the website has signed this action within 15 minutes. Never true without a form secret.';
grant execute on function private.is_signed_by_website(text) to anon, authenticated, service_role;

create function private.is_awaited_quote_file(object_name text) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select exists (select from public.quote_documents where path = object_name and status = 'waiting') $$;
comment on function private.is_awaited_quote_file(text) is 'True for the key that the latest attempt of a document may upload.';
grant execute on function private.is_awaited_quote_file(text) to anon, authenticated, service_role;

create policy "staff read documents of quotes" on storage.objects
  for select to authenticated
  using (bucket_id = 'quotes' and (select private.is_staff()));
create policy "the website reads a document of a quote" on storage.objects
  for select to anon
  using (bucket_id = 'quotes' and private.is_signed_by_website(concat_ws(E'\n', 'file', name)));
create policy "the website adds a document of a quote" on storage.objects
  for insert to anon
  with check (bucket_id = 'quotes' and private.is_signed_by_website(concat_ws(E'\n', 'file', name))
    and private.is_awaited_quote_file(name));

create function private.get_mail_document_type(mail_type text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select case when mail_type in ('sent', 'adjusted') then 'offer' when mail_type = 'accepted' then 'acceptance' end $$;
comment on function private.get_mail_document_type(text) is 'Which document an e-mail carries; null for none.';

-- A document takes a second. An e-mail waits an hour for it at most, and not at all if no website can sign.
create function private.get_document_delay(quote uuid, version integer, mail_type text) returns integer
  language sql stable security definer
  set search_path = ''
  as $$
    select case when exists (select from private.form_secrets) and exists (
        select from public.quote_documents as document
        where document.quote_id = quote and document.version = get_document_delay.version and document.status = 'waiting'
          and document.type = private.get_mail_document_type(mail_type) and document.attempts < 4)
      then 3600 else 0 end
  $$;
comment on function private.get_document_delay(uuid, integer, text) is
  'Seconds for which an e-mail waits for its document. It is due as soon as that is stored, and after four failed attempts.';
revoke execute on function private.get_document_delay(uuid, integer, text) from public, anon, authenticated;

create function private.release_mails(document public.quote_documents) returns void
  language sql volatile security definer
  set search_path = ''
  as $$
    update private.outbox set backoff_seconds = 0
      where quote_id = document.quote_id and status = 'waiting' and attempts = 0
        and quote_mail ->> 'version' = document.version::text
        and private.get_mail_document_type(quote_mail ->> 'type') = document.type
  $$;
comment on function private.release_mails(public.quote_documents) is 'Makes the e-mails due that wait for this document.';
revoke execute on function private.release_mails(public.quote_documents) from public, anon, authenticated;

create function private.find_mail_document(quote uuid, version integer, mail_type text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('type', type, 'version', document.version,
      'path', case when status = 'stored' then path end, 'sha256', case when status = 'stored' then sha256 end)
    from public.quote_documents as document
    where document.quote_id = quote and document.version = find_mail_document.version
      and document.type = private.get_mail_document_type(mail_type)
  $$;
comment on function private.find_mail_document(uuid, integer, text) is
  'Key and hash of the document that an e-mail carries: null if it is not stored. Null for e-mails without a document.';
revoke execute on function private.find_mail_document(uuid, integer, text) from public, anon, authenticated;

create function private.describe_acceptance(acceptance public.quote_acceptances) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('version', acceptance.version, 'channel', acceptance.channel, 'selection', acceptance.selection,
      'at', facts ->> 'at', 'local', facts ->> 'local', 'total', acceptance.totals -> 'total',
      'openedAt', facts #>> '{data,openedAt}', 'reviewAt', (
        select review.occurred_at from public.quote_events as review
        where review.quote_id = event.quote_id and review.hash = facts #>> '{data,reviewHash}'),
      'reviewHash', facts #>> '{data,reviewHash}', 'note', (
        select value from public.quote_event_details where event_id = event.id and field = 'note'),
      'source', facts #>> '{data,source}',
      'documentSha256', facts #>> '{data,documentSha256}', 'pdfSha256', facts #>> '{data,pdfSha256}',
      'agreementSha256', acceptance.agreement_sha256, 'consent', facts #>> '{data,consent}',
      'previousHash', event.previous_hash, 'hash', event.hash, 'personal', (
        select coalesce(jsonb_object_agg(field, value), '{}') from public.quote_event_details
        where event_id = event.id and value is not null))
    from public.quote_events as event, lateral (select event.entry::jsonb) as parsed (facts)
    where event.quote_id = acceptance.quote_id and event.hash = acceptance.event_hash
  $$;
comment on function private.describe_acceptance(public.quote_acceptances) is 'The content of a certificate: from the event accepted and its personal values.';
revoke execute on function private.describe_acceptance(public.quote_acceptances) from public, anon, authenticated;

create function private.describe_quote_document(document public.quote_documents) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object('id', document.id, 'type', document.type, 'attempts', document.attempts, 'path', document.path,
      'document', sent.document::jsonb, 'documentSha256', sent.document_sha256,
      'customer', jsonb_build_object(
        'name', coalesce(customer.name, quote.customer_name),
        'address', coalesce(customer.address, case when customer.name is null then quote.customer_address end, '')),
      'acceptance', case document.type
        when 'acceptance' then (
          select private.describe_acceptance(acceptance) from public.quote_acceptances as acceptance
          where acceptance.version_id = sent.id)
        end,
      'adjusted', (
        select private.describe_acceptance(acceptance) from public.quote_acceptances as acceptance
        where document.type = 'offer' and acceptance.quote_id = quote.id and acceptance.version = (
          select (event.entry::jsonb #>> '{data,acceptedVersion}')::integer from public.quote_events as event
          where event.quote_id = quote.id and event.type = 'adjusted'
            and event.entry::jsonb #>> '{data,version}' = document.version::text)))
    from public.quotes as quote
      join public.quote_versions as sent on sent.quote_id = quote.id and sent.version = document.version
      left join lateral (
        select max(detail.value) filter (where detail.field = 'name') as name,
          max(detail.value) filter (where detail.field = 'address') as address
        from public.quote_event_details as detail join public.quote_events as event on event.id = detail.event_id
        where event.quote_id = quote.id and event.type = 'sent'
          and event.entry::jsonb #>> '{data,version}' = document.version::text) as customer on true
    where quote.id = document.quote_id
  $$;
comment on function private.describe_quote_document(public.quote_documents) is
  'What the website needs for a document. The customer is the one to whom the version was sent.';
revoke execute on function private.describe_quote_document(public.quote_documents) from public, anon, authenticated;

create function public.claim_quote_document() returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    document public.quote_documents;
  begin
    if not private.is_signed_by_website('claim') then return '{"status": "refused"}'::jsonb; end if;
    select * into document from public.quote_documents
      where status = 'waiting' and attempts < 20
        and private.seconds_elapsed(claimed_at, least(60 * 2 ^ greatest(attempts - 1, 0), 3600)::integer)
      order by created_at, id limit 1 for update skip locked;
    if document.id is null then return '{"status": "none"}'::jsonb; end if;
    insert into private.quote_file_removals (path) select document.path where document.path is not null on conflict do nothing;
    update public.quote_documents as claimed
      set attempts = document.attempts + 1, claimed_at = now(), path = document.quote_id || '/'
        || encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') || '.pdf'
      where claimed.id = document.id returning * into document;
    if document.attempts > 4 then perform private.release_mails(document); end if;
    return private.describe_quote_document(document) || '{"status": "claimed"}';
  end
  $$;
comment on function public.claim_quote_document() is
  'The document that has waited longest, for the website to write: leased for a minute, then longer with each attempt.';
revoke execute on function public.claim_quote_document() from public;
grant execute on function public.claim_quote_document() to anon, authenticated, service_role;

create function public.store_quote_document(document_id uuid, document_path text, document_sha256 text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    stored public.quote_documents;
    quote public.quotes;
  begin
    if not private.is_signed_by_website(concat_ws(E'\n', 'store', document_id, document_path, document_sha256)) then
      return '{"status": "refused"}'::jsonb;
    end if;
    select * into stored from public.quote_documents where id = document_id;
    quote := private.lock_quote(stored.quote_id);
    select * into stored from public.quote_documents where id = document_id for update;
    if stored.id is null or stored.status <> 'waiting' or stored.path is distinct from document_path
      or document_sha256 !~ '^[0-9a-f]{64}$'
      or not exists (select from storage.objects where bucket_id = 'quotes' and name = document_path)
    then
      return '{"status": "refused"}'::jsonb;
    end if;
    update public.quote_documents as changed set status = 'stored', sha256 = document_sha256, stored_at = now()
      where changed.id = stored.id returning * into stored;
    perform private.append_quote_event(quote.id, 'document', 'system',
      jsonb_build_object('version', stored.version, 'type', stored.type, 'sha256', stored.sha256));
    perform private.release_mails(stored);
    return '{"status": "stored"}'::jsonb;
  end
  $$;
comment on function public.store_quote_document(uuid, text, text) is
  'Stores that the website has uploaded a document, logs its hash, and makes the e-mails due that carry it. A later attempt ends an earlier one.';
revoke execute on function public.store_quote_document(uuid, text, text) from public;
grant execute on function public.store_quote_document(uuid, text, text) to anon, authenticated, service_role;

create function public.find_quote_document(token text, document_type text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    link constant private.quote_tokens := private.find_quote_link(token);
    quote public.quotes;
    document public.quote_documents;
  begin
    select * into quote from public.quotes where id = link.quote_id;
    select * into document from public.quote_documents as found
      where found.quote_id = quote.id and found.type = document_type
        and found.version = case document_type when 'acceptance' then quote.accepted_version else private.get_shown_version(quote) end;
    if document.id is null or document.status = 'erased' then return '{"status": "not_found"}'::jsonb; end if;
    return jsonb_build_object('status', document.status, 'number', quote.number, 'version', document.version,
      'path', document.path, 'sha256', document.sha256);
  end
  $$;
comment on function public.find_quote_document(text, text) is
  'Where a document is, for whoever has the quote''s link: that of the shown version (offer), or of the accepted one (acceptance).';
revoke execute on function public.find_quote_document(text, text) from public;
grant execute on function public.find_quote_document(text, text) to anon, authenticated, service_role;

create function private.list_unneeded_quote_files() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(path), '[]') from (
      select path from private.quote_file_removals
      where private.seconds_elapsed(queued_at, 600) order by queued_at limit 100) as due
  $$;
comment on function private.list_unneeded_quote_files() is
  'Keys of files to remove. An upload of an attempt that is given up has ended by then.';
revoke execute on function private.list_unneeded_quote_files() from public, anon, authenticated;

create function public.forget_quote_files(paths text[]) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    removed integer;
  begin
    delete from private.quote_file_removals where path = any (paths);
    get diagnostics removed = row_count;
    return removed;
  end
  $$;
comment on function public.forget_quote_files(text[]) is 'Deletes the keys of files that have been removed from the list of files to remove.';
revoke execute on function public.forget_quote_files(text[]) from public, anon, authenticated;
grant execute on function public.forget_quote_files(text[]) to service_role;
