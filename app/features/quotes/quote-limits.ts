/** The database checks the same in private.is_quote_content. */
export const quoteLimits = {
  items: 100,
  alternatives: 3,
  images: 12,
  /** 100,000 of a unit. */
  quantityMilli: 100_000_000,
  /** A million dollars. */
  cents: 100_000_000,
  title: 120,
  text: 10_000,
  line: 500,
  unit: 20,
  term: 200,
} as const;
