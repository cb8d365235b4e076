-- What the site and the back office ask for most, read by an index at any size: the newest enquiries
-- that are no spam and how many there are, the reviews that wait, and when a page last changed.
-- tests/integration/plans.test.ts looks at how each query is carried out.

create index quote_requests_shown_idx on public.quote_requests (created_at desc, id) where not is_spam;
create index contact_submissions_shown_idx on public.contact_submissions (created_at desc, id) where not is_spam;
create index reviews_pending_idx on public.reviews (created_at desc, id) where not is_approved;
create index reviews_updated_at_idx on public.reviews (updated_at desc);
create index past_projects_updated_at_idx on public.past_projects (updated_at desc);
