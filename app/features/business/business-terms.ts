/** The radius around the yard in which the business works, in metres; for search engines. */
export const serviceRadius = 50_000;

/** How customers can pay; for search engines. */
export const payment = ['cash', 'credit card', 'bank transfer'] as const;

/** Facts about the business that visitors want to know before they ask. */
export const trustFacts = {
  since: 'Building since',
  licences: 'Licences and registrations',
  insurance: 'Insurance',
  wsib: 'WSIB',
  warranty: 'Warranty',
  payment: 'Deposit and payment',
  lead_times: 'Lead times',
} as const;

/** The steps of an order. */
export const orderSteps = {
  ask: 'You ask',
  visit: 'We visit',
  quote: 'You get a quote',
  build: 'We build',
} as const;

export type TrustTexts = Partial<Record<keyof typeof trustFacts | keyof typeof orderSteps, string>>;

/** Reads the column `trust_texts`, as far as it has texts. Restored rows may have former names. */
export const parseTrustTexts = (stored: unknown): TrustTexts =>
  Object.fromEntries(
    Object.entries(parseTexts(stored)).filter(([name]) => name in trustFacts || name in orderSteps),
  );

/** The texts of an object with texts. */
export const parseTexts = (stored: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([, text]) => typeof text === 'string'));
