/** The radius around the yard in which the business works, in metres; for search engines. */
export const serviceRadius = 50_000;

/** How customers can pay; for search engines. */
export const payment = ['cash', 'credit card', 'bank transfer'] as const;

/** The services of the home page, in the order of the specification. */
export const serviceNames = [
  'Shops',
  'Garages & Additions',
  'Siding',
  'Soffit & Fascia',
  'Eavestrough & Roofing',
  'Garage Doors',
  'Custom Sheds',
] as const;

export type ServiceName = (typeof serviceNames)[number];
export type ServiceTexts = Partial<Record<ServiceName, string>>;

/** Reads the column `service_texts`, as far as it has texts. */
export const parseServiceTexts = (stored: unknown): ServiceTexts =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([, text]) => typeof text === 'string'));
