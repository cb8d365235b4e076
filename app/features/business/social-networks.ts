import type { SocialLink } from '#app/lib/site-looks.ts';

/** The networks besides those of the specification, with the domains of their profiles, as in the database. */
export const socialNetworks = {
  linkedin: { label: 'LinkedIn', domains: ['linkedin.com'] },
  youtube: { label: 'YouTube', domains: ['youtube.com'] },
  tiktok: { label: 'TikTok', domains: ['tiktok.com'] },
  pinterest: { label: 'Pinterest', domains: ['pinterest.com', 'pinterest.ca'] },
  houzz: { label: 'Houzz', domains: ['houzz.com'] },
  x: { label: 'X', domains: ['x.com', 'twitter.com'] },
} as const;

export type SocialNetwork = keyof typeof socialNetworks;
export type SocialUrls = Partial<Record<SocialNetwork, string>>;

export const socialNetworkNames = Object.keys(socialNetworks) as SocialNetwork[];

/** Whether it is an https URL on the network's own domain. */
export function isProfileUrl(network: SocialNetwork, text: string): boolean {
  const { domains } = socialNetworks[network];
  const host = /^https:\/\/([a-z0-9.-]+)(?:\/\S*)?$/i.exec(text)?.[1]?.toLowerCase();
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`));
}

/** The profiles of the column `social_urls`, in the usual order. */
export function listSocialLinks(stored: unknown): SocialLink[] {
  const urls = parseSocialUrls(stored);
  return socialNetworkNames.flatMap((network) => {
    const url = urls[network];
    return url ? [{ label: socialNetworks[network].label, url }] : [];
  });
}

/** Reads the column `social_urls`, as far as it has profiles of known networks. */
export function parseSocialUrls(stored: unknown): SocialUrls {
  const entries = new Map(Object.entries(stored ?? {}));
  return Object.fromEntries(
    socialNetworkNames.flatMap((network) => {
      const url: unknown = entries.get(network);
      return typeof url === 'string' && isProfileUrl(network, url) ? [[network, url]] : [];
    }),
  );
}
