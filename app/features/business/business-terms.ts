/** What search engines are told: how far from the yard the business works, in metres. */
export const serviceRadius = 50_000;

/** What search engines are told: how customers pay. */
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
