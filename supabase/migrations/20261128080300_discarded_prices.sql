-- A discarded draft of the price list can be put back for 30 days, like other rows that staff delete.

alter table public.deleted_records
  drop constraint deleted_records_table_known,
  add constraint deleted_records_table_known check (table_name in (
    'quote_requests', 'contact_submissions', 'quotes', 'quote_templates', 'past_projects', 'shed_listings', 'reviews',
    'blog_posts', 'video_carousel', 'price_lists'));
create trigger keep_deleted_record before delete on public.price_lists
  for each row when (current_user = 'authenticated' and old.version is null) execute function private.keep_deleted_record();
create trigger forget_deleted_record after insert on public.price_lists
  for each row execute function private.forget_deleted_record();
