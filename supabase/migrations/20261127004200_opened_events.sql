-- Whether a link has been opened within a day is looked up among the openings of that day, not among all of a quote.
create index quote_events_opened_idx on public.quote_events (quote_id, occurred_at) where type = 'opened';
