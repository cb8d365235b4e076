-- A document that has failed waits behind the others.

create or replace function public.claim_quote_document() returns jsonb
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
      order by attempts, created_at, id limit 1 for update skip locked;
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
  'The document with the fewest attempts that has waited longest, for the website to write: leased for a minute, then longer with each attempt.';
