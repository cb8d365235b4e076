-- The website's files have moved: comments name what a value is, not the folder of the code that defines it.
comment on function private.is_shed_design(jsonb) is
  'True for a design as the website stores it: no other keys, whole numbers within their limits, known options, at most 24 openings.';
comment on function private.is_price_list(jsonb) is
  'True for the prices of a price list, with or without an HST, which only calculate_price reads. Amounts are whole cents, percentages whole basis points.';
comment on column public.price_lists.prices is 'Whole cents and basis points; private.is_price_list has the keys.';
comment on function private.is_framing(jsonb) is
  'True for framing settings: inches, stock lengths in feet, waste as a share.';
comment on function private.is_quote_content(jsonb) is
  'True for the content of a quote. Amounts are whole cents, quantities whole thousandths.';
comment on function private.calculate_quote_totals(jsonb, jsonb) is
  'Totals in whole cents, by default of the proposed selection. Null for an invalid content or selection. The website computes the same.';
comment on function private.is_quote_transition(text, text) is
  'True if a quote may change from the first state to the second.';
comment on column public.quotes.content is
  'The working copy; private.is_quote_content has its form. Customers see versions only.';
