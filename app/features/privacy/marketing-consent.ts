import type { Client } from '#app/lib/client.ts';

const wordings = {
  '1': 'Yes, send me news and offers by e-mail now and then. I can take this back at any time.',
  '2': 'Yes, email me news and offers now and then. I can withdraw my consent at any time.',
} as const;

/** The current version, which is the value of the checkbox. */
export const newsVersion = '2';

export const newsWording = wordings[newsVersion];

export const newsFieldName = 'news';

/** Returns the wording that a posted checkbox value agrees to; undefined if it was not checked. */
export function getConsentWording(posted: string | undefined): string | undefined {
  return Object.entries(wordings).find(([version]) => version === posted)?.[1];
}

/** Stores a consent to news by email with the wording that was agreed to. */
export async function insertMarketingConsent(
  client: Client,
  row: { email: string; wording: string; source: 'contact' | 'quote' },
): Promise<void> {
  await client.from('marketing_consents').insert(row).throwOnError();
}
