import { randomInt } from 'node:crypto';
import { inject } from 'vitest';
import { serviceClient } from '#tests/e2e/support/service.ts';

const { url, directory } = inject('site');

/** The built site that all tests of this project share. What they store, they need not remove. */
export const site = { url, directory, service: serviceClient({ url, directory }) };

/** Requests a path of the site. Redirects are answers, not followed. */
export type Visit = (path: string, init?: RequestInit) => Promise<Response>;

/** A visitor with a network of its own, as the rate limits count them. */
export function newVisitor(): Visit {
  const part = () => randomInt(1, 255);
  const network = `10.${part()}.${part()}.${part()}`;
  return (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', network);
    return fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
  };
}

/** The URLs that a sitemap lists. */
export async function readSitemap(visit: Visit): Promise<{ pages: string[]; images: string[] }> {
  const xml = await (await visit('/sitemap.xml')).text();
  const list = (tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, href = '']) => href);
  return { pages: list('loc'), images: list('image:loc') };
}

const characters = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** Some text of an HTML page without its character references. */
export function decode(html: string): string {
  return html.replace(
    /&(lt|gt|quot|#x27|amp);/g,
    (_, name: keyof typeof characters) => characters[name],
  );
}
