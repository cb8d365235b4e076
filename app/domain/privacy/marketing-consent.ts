const wordings = {
  '1': 'Yes, send me news and offers by e-mail now and then. I can take this back at any time.',
} as const;

/** The version that the forms show now, which is the value of their box. */
export const newsVersion = '1';

/** What the forms say now. */
export const newsWording = wordings[newsVersion];

/** The name of the box in both forms. */
export const newsFieldName = 'news';

/** The words that somebody has agreed to, from the value of the box that they posted; undefined without a tick. */
export function getConsentWording(posted: string | undefined): string | undefined {
  return Object.entries(wordings).find(([version]) => version === posted)?.[1];
}
