import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertRow, updateUnchanged, type Version } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { parseUrl } from '#app/lib/urls.ts';
import { z } from '#app/lib/zod.ts';

export type Redirect = Row<'redirects'>;
export type MissingPage = Row<'missing_pages'>;

export const redirectsKey = ['redirects'] as const;
export const missingPagesKey = ['missing_pages'] as const;

/** The database has the same limit. */
export const maxRedirects = 5000;
const maxFromLength = 500;
const maxToLength = 2000;
const anyOrigin = 'https://site.invalid';

/**
 * Writes an address on this site as `redirects.from_path` has it, so that any spelling finds the redirect.
 * @param pathname the path as the browser sends it or as somebody typed it, without a query
 * @returns the path percent-encoded, in lower case, without doubled slashes and without one at the end; undefined if
 * it can't be decoded
 */
export function toRedirectPath(pathname: string): string | undefined {
  try {
    const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    return `/${segments.map(encodeURIComponent).join('/')}`.toLowerCase();
  } catch {
    return undefined;
  }
}

/**
 * Finds where an address leads.
 * @param redirects targets by `from_path`
 * @returns the `Location`: a redirect of exactly this query comes first; a target without a query gets the visitor's
 */
export function findRedirect(
  redirects: ReadonlyMap<string, string>,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): string | undefined {
  const path = toRedirectPath(pathname);
  if (path === undefined) return undefined;
  const exact = redirects.get(path + search.toLowerCase());
  if (exact !== undefined) return exact;
  const target = redirects.get(path);
  if (target === undefined || search === '') return target;
  const [address = '', fragment] = target.split(/#(.*)/s);
  if (address.includes('?')) return target;
  return address + search + (fragment === undefined ? '' : `#${fragment}`);
}

/** The paths under which a redirect on the way would be found; none for another site. */
function listTargetPaths(to: string): string[] {
  if (!to.startsWith('/')) return [];
  const { pathname, search } = new URL(to, anyOrigin);
  const path = toRedirectPath(pathname);
  return path === undefined ? [] : [path + search.toLowerCase(), path];
}

/**
 * Says why an address can't be redirected as planned.
 * @param targets where all addresses lead
 * @returns undefined if the way has one step
 */
export function findChain(targets: ReadonlyMap<string, string>, from: string): string | undefined {
  const next = listTargetPaths(targets.get(from) ?? '').find((path) => targets.has(path));
  if (next === from) return 'This address would redirect to itself';
  return (
    next && `${next} already redirects to ${targets.get(next)}. Use ${targets.get(next)} instead`
  );
}

/** A redirect to this site by its whole URL would hide a loop. Two slashes at the start would lead to another site. */
export function toOwnPath(to: string, siteUrl: string): string {
  const url = parseUrl(to);
  const isOwn = url !== null && url.origin === parseUrl(siteUrl)?.origin;
  return isOwn ? toRelative(url) : to;
}

const toRelative = ({ pathname, search, hash }: URL) =>
  `/${pathname.replace(/^\/+/, '')}${search}${hash}`;

/** What the header `Location` may hold (RFC 3986), as the database requires. */
const headerValue = /^[!-~]+$/;

/**
 * Keeps the redirects that can be followed in one step.
 * @param siteUrl the site's own address: a URL of it counts as a path
 * @returns targets by `from_path`, without those that lead to a redirected address
 */
export function mapRedirects(
  rows: Pick<Redirect, 'from_path' | 'to_url'>[],
  siteUrl: string,
): Map<string, string> {
  const sendable = rows.filter(({ to_url }) => headerValue.test(to_url));
  const all = new Map(sendable.map((row) => [row.from_path, toOwnPath(row.to_url, siteUrl)]));
  return new Map([...all].filter(([from]) => findChain(all, from) === undefined));
}

/** Reads all redirects. Visitors may read them. */
export function listRedirects(client: Client): Promise<Redirect[]> {
  return fetchAllPages((first, last) =>
    client
      .from('redirects')
      .select('*', { count: 'exact' })
      .order('from_path')
      .range(first, last)
      .throwOnError(),
  );
}

export const shownMissingPages = 100;

/** Reads the addresses without a page that visitors opened most, for staff. */
export async function listMissingPages(client: Client): Promise<MissingPage[]> {
  const { data } = await client
    .from('missing_pages')
    .select('*')
    .order('hits', { ascending: false })
    .order('last_on', { ascending: false })
    .order('path')
    .limit(shownMissingPages)
    .throwOnError();
  return data;
}

export async function deleteMissingPage(client: Client, path: string): Promise<void> {
  await client.from('missing_pages').delete().eq('path', path).throwOnError();
}

export type RedirectColumns = Pick<Redirect, 'from_path' | 'to_url'>;

/** @throws RowChanged if a row with its id is stored */
export const insertRedirect = (
  client: Client,
  row: RedirectColumns & { id?: string },
): Promise<Redirect> => insertRow(client, 'redirects', row);

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export const updateRedirect = (
  client: Client,
  read: Version,
  change: RedirectColumns,
): Promise<Redirect> => updateUnchanged(client, 'redirects', read, change);

/** @throws RowNotFound if it is deleted */
export const deleteRedirect = (client: Client, id: string): Promise<Redirect> =>
  deleteRow(client, 'redirects', id);

const fromMessage = 'Please enter an address on this website, such as /old-page';
const toMessage = 'Please enter an address on this website, such as /blog, or one with https://';

/** Control characters and what URL parsers turn into a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const unsafe = /[\\\s\u0000-\u001f\u007f]/;

/** The path, with a query if there is one, of what staff typed: a path, or a URL of the old website. */
function parseFrom(typed: string): string | undefined {
  const text = typed.replace(/#.*$/s, '');
  if (unsafe.test(text)) return undefined;
  const url = /^https?:\/\//i.test(text)
    ? parseUrl(text)
    : /^\/(?!\/)/.test(text)
      ? parseUrl(text, anyOrigin)
      : null;
  const path = url && toRedirectPath(url.pathname);
  return path ? path + url.search.toLowerCase() : undefined;
}

/** The target in ASCII, as a path or a URL; empty if it is neither. */
function parseTarget(text: string, siteUrl: string): string {
  if (unsafe.test(text)) return '';
  if (/^\/(?!\/)/.test(text)) {
    const path = parseUrl(text, anyOrigin);
    return path ? toRelative(path) : '';
  }
  const url = /^https?:\/\/[^/]/i.test(text) ? parseUrl(text) : null;
  return url && url.username === '' && url.password === '' ? toOwnPath(url.href, siteUrl) : '';
}

/**
 * The form of a redirect.
 * @param siteUrl the site's own address
 * @returns a schema whose output are the columns
 */
export const createRedirectForm = (siteUrl: string) =>
  z
    .object({
      from: z
        .string()
        .trim()
        .transform((text) => parseFrom(text) ?? '')
        .refine((path) => path !== '', fromMessage)
        .refine((path) => path !== '/' && !path.startsWith('/?'), {
          error: "The home page can't be redirected",
        })
        .refine((path) => !/^\/(admin([/?]|$)|quotes\/)/.test(path), {
          error: "The admin panel and customers' quotes can't be redirected",
        })
        .refine((path) => path.length <= maxFromLength, 'Please enter a shorter address'),
      to: z
        .string()
        .trim()
        .transform((text) => parseTarget(text, siteUrl))
        .refine((target) => target !== '', toMessage)
        .refine((target) => target.length <= maxToLength, 'Please enter a shorter address'),
    })
    .transform(({ from, to }): RedirectColumns => ({ from_path: from, to_url: to }));

/**
 * Says why a redirect can't be saved beside the others.
 * @param others all redirects but this one
 * @returns the field and its message; undefined if nothing is wrong
 */
export function findConflict(
  { from_path, to_url }: RedirectColumns,
  others: readonly RedirectColumns[],
): { field: 'from' | 'to'; message: string } | undefined {
  const targets = listTargetPaths(to_url);
  if (targets.includes(from_path)) {
    return { field: 'to', message: 'This address would redirect to itself' };
  }
  for (const other of others) {
    if (other.from_path === from_path) {
      return { field: 'from', message: `This address is already redirected to ${other.to_url}` };
    }
    if (targets.includes(other.from_path)) {
      const message = `That address is redirected to ${other.to_url}. Please enter ${other.to_url} instead`;
      return { field: 'to', message };
    }
    if (listTargetPaths(other.to_url).includes(from_path)) {
      const message = `${other.from_path} leads to this address. Point it somewhere else first`;
      return { field: 'from', message };
    }
  }
  return undefined;
}

/** What probes for weaknesses ask for, and what browsers and crawlers ask for by themselves. */
const noise = new RegExp(
  [
    String.raw`/\.`,
    `/(wp-(login|admin|includes|json|content/(plugins|themes))|xmlrpc|phpmyadmin|pma|cgi-bin|vendor|actuator|solr|owa|ecp|boaform|hnap1|autodiscover|telescope|server-status|_profiler|_ignition|geoserver)([/._-]|$)`,
    String.raw`\.(env|git|sql|bak|map|ini|ya?ml|log|sh|exe|dll|zip|t?gz|rar|7z|tar)$`,
    String.raw`/(favicon|apple-touch-icon|browserconfig|(app-)?ads\.txt|sitemap|(robots|humans|security|llms)\.txt|manifest)[^/]*$`,
  ].join('|'),
);

/** Email addresses, phone numbers, and the random words of links that are meant for one person. */
const personal = /@|%40|(\d([-._()]|%20|%2b)*){10}|(?=[a-z]*\d)[0-9a-z]{20}/;
/** Base64url, as tokens are written. Words of an address have no upper case and digits both. */
const token = /(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20}/;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const maxPathLength = 200;

/**
 * The address under which a visit to a missing page is counted.
 * @param pathname as the browser sends it
 * @returns undefined for bots' probes, files of browsers, and whatever may concern one person
 */
export function toMissingPath(pathname: string): string | undefined {
  const path = toRedirectPath(pathname);
  if (path === undefined || path.length < 2 || path.length > maxPathLength) return undefined;
  if (/^\/(admin|quotes|404)(\/|$)|\.data$/.test(path)) return undefined;
  const isPersonal =
    personal.test(path.replace(uuid, '')) ||
    token.test(decodeURIComponent(pathname).replace(uuid, ''));
  return isPersonal || noise.test(path) ? undefined : path;
}

/**
 * The host of the site that linked to a page.
 * @param referrer the header `Referer`
 * @returns undefined if there is none, or it is an IP address, which may be somebody's own
 */
export function toReferrerHost(referrer: string | null): string | undefined {
  const url = parseUrl(referrer ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const { hostname } = url;
  const isIp = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isIp || hostname.length > 253 ? undefined : hostname;
}
