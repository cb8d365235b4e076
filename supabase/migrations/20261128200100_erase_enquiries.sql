-- Erases enquiries in one step: what staff delete through the API is kept for 30 days, what a function deletes isn't.

create function public.erase_enquiries(enquiry_table text, record_ids uuid[]) returns integer
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    erased integer;
  begin
    perform private.require_staff();
    if enquiry_table = 'quote_requests' then
      delete from public.quote_requests where id = any (record_ids);
    elsif enquiry_table = 'contact_submissions' then
      delete from public.contact_submissions where id = any (record_ids);
    else
      raise exception 'unknown table' using errcode = '22023';
    end if;
    get diagnostics erased = row_count;
    return erased;
  end
  $$;
comment on function public.erase_enquiries(text, uuid[]) is
  'Deletes quote requests or contact messages for good, when a person is erased, and returns their number.';
revoke execute on function public.erase_enquiries(text, uuid[]) from public, anon;
grant execute on function public.erase_enquiries(text, uuid[]) to authenticated;
