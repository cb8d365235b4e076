import { parseUrl } from '#app/lib/urls.ts';

/** The hosts of sites where customers review builders, without `www.` and `m.`. */
const knownHosts: Record<string, readonly string[]> = {
  Google: [
    ...['google.com', 'google.ca', 'maps.google.com', 'maps.google.ca', 'search.google.com'],
    ...['maps.app.goo.gl', 'share.google', 'g.page', 'g.co'],
  ],
  Facebook: ['facebook.com', 'fb.com'],
  Instagram: ['instagram.com'],
  HomeStars: ['homestars.com'],
  Houzz: ['houzz.com'],
  TrustedPros: ['trustedpros.ca'],
  Yelp: ['yelp.com', 'yelp.ca'],
  BBB: ['bbb.org'],
};

/**
 * Names the site of a review's link for a sentence.
 * @param url the column `source_url`
 * @returns such as Google, or the host of another site; undefined if there is no URL by https
 */
export function getReviewSource(url: string | null): string | undefined {
  const parsed = parseUrl(url ?? '');
  if (parsed?.protocol !== 'https:') return undefined;
  const host = parsed.hostname.replace(/^(www|m)\./, '');
  return Object.keys(knownHosts).find((name) => knownHosts[name]?.includes(host)) ?? host;
}
