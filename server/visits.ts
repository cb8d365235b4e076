import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { listRecentProjects } from '#app/features/projects/past-projects.ts';
import { filterProjects, findProjectFilter } from '#app/features/projects/project-filter.ts';
import {
  getChoiceLabel,
  listChosen,
  matchesFilter,
  parseShedFilter,
} from '#app/features/sheds/shed-filter.ts';
import { readShedFacets } from '#app/features/sheds/shed-listings.ts';
import { toVitalName, type VisitKind } from '#app/features/visits/visits.ts';
import type { Client } from '#app/lib/client.ts';
import type { OwnLists } from '#app/lib/options.ts';
import { parseJson } from '#app/lib/parse-json.ts';
import { parseUrl } from '#app/lib/urls.ts';
import { isUuid } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import { getCustomerKey, toNetwork } from '#backend/client-network.ts';
import { type CountHit, countInMemory } from '#backend/limits.ts';
import { readBytes } from '#backend/request-body.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { dataSuffix, type MatchRoute, serverPaths } from './match-route.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** Counts views in memory, without cookies or anything about a person, until they are added to the daily totals. */
export type Visits = {
  /** Counts the view of a public page by a person, once it is answered. */
  countView(
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    status: number,
    ip: string,
  ): void;
  /** POST /visits: what a page reports (`app/features/visits/public`). 204, also if nothing is counted; 400. */
  report(request: Request, ip: string): Promise<Response>;
  /**
   * Adds what was counted to the daily totals of the database. If the connection fails after the database has stored
   * the counts, they are added twice.
   * @throws PostgrestError, and Error if the database refuses the signature; the next call tries the same again
   */
  store(): Promise<void>;
};

/**
 * Names of a kind between two calls of `store`, so that one kind can't crowd out another. Six kinds can have so many;
 * with 200 characters each they fit into the body of a visitor's request. The database keeps 100 a day and kind.
 */
const maxNamesOfKind = 130;
/** Names known to this process. A network can add only some an hour; the names of its other views become `other`. */
const maxKnownNames = 5000;
const maxNetworks = 20_000;
const newNames = { words: 10, choices: 100 };
/** Names that nobody has invented. */
const fixedKeys = new Set<string>(['referrer direct', 'referrer other', 'campaign other']);
/** Pages whose views may be reported, because this process has answered a request for them. */
const maxAnswered = 2000;
const maxReports = { hits: 240, seconds: 60 };
const maxReportsInTotal = { hits: 6000, seconds: 60 };
const maxReportBytes = 10_000;

const report = z.object({
  /** The path and query of a page that is shown, and of the one before if React has replaced it. */
  view: z.string().max(8192).optional(),
  former: z.string().max(8192).optional(),
  /** Milliseconds; `cls` in thousandths. */
  lcp: z.number().min(0).max(120_000).optional(),
  inp: z.number().min(0).max(120_000).optional(),
  cls: z.number().min(0).max(100_000).optional(),
});

/** A kind and a name, `page /sheds`. Filters are kept as queries until it is known whether they find anything. */
type Key = `${VisitKind | 'filter'} ${string}`;

export function createVisits({
  matchRoute,
  client,
  secrets,
  now,
  siteUrl,
  getOwnLists = () => ({}),
  countHit = countInMemory(),
}: {
  matchRoute: MatchRoute;
  /** An anonymous one. */
  client: Client;
  /** A restore replaces it. */
  secrets: Pick<SigningSecrets, 'visits'>;
  /** Milliseconds since 1970 by the database's clock, by which it verifies the signature. */
  now: () => number;
  siteUrl: string;
  getOwnLists?: () => OwnLists;
  countHit?: CountHit;
}): Visits {
  let counts = new Map<string, number>();
  let namesOfKind = new Map<string, number>();
  const ownHost = new URL(siteUrl).host;
  const add = (key: string, views = 1) => {
    const kind = getKind(key);
    const names = namesOfKind.get(kind) ?? 0;
    const isCounted = counts.has(key);
    const name = isCounted || names < maxNamesOfKind ? key : `${kind} other`;
    if (!counts.has(name)) namesOfKind.set(kind, names + 1);
    counts.set(name, (counts.get(name) ?? 0) + views);
  };

  const knownNames = new LRUCache<string, true>({ max: maxKnownNames });
  /** Names that a network has added within an hour. */
  const added = new LRUCache<string, number>({
    ...{ max: maxNetworks, ttl: 3_600_000, noUpdateTTL: true },
  });
  /** Adds a view with a name that visitors can invent. */
  const addInvented = (key: string, ip: string) => {
    if (fixedKeys.has(key) || knownNames.get(key)) return add(key);
    const kind = getKind(key);
    const group = kind === 'referrer' || kind === 'campaign' ? 'words' : 'choices';
    const network = `${group} ${getCustomerKey(toNetwork(ip))}`;
    const names = added.get(network) ?? 0;
    if (names >= newNames[group]) return add(`${kind} other`);
    added.set(network, names + 1);
    knownNames.set(key, true);
    add(key);
  };
  const addPageKey = (key: Key, ip: string) =>
    getKind(key) === 'page' ? add(key) : addInvented(key, ip);

  let countedLists = getOwnLists();
  // Node parses each header once, and these lookups are all that a view from the page cache costs.
  const pageKeys = new LRUCache<string, Key[]>({
    max: 500,
    memoMethod: (url) => listPageKeys(url, matchRoute, countedLists),
  });
  const getPageKeys = (url: string) => {
    const lists = getOwnLists();
    if (lists !== countedLists) pageKeys.clear();
    countedLists = lists;
    return pageKeys.memo(url);
  };
  const campaigns = new LRUCache<string, Key[]>({ max: 500, memoMethod: listCampaignKeys });
  const answered = new LRUCache<string, true>({ max: maxAnswered });
  const referrers = new LRUCache<string, Referrer>({ max: 500, memoMethod: parseReferrer });

  return {
    countView({ method, url = '', headers }, status, ip) {
      if (method !== 'GET' || (status !== 200 && status !== 304)) return;
      const keys = getPageKeys(url);
      const [page] = keys;
      if (page === undefined) return;
      answered.set(page, true);
      // React loads data before it shows a page, and reports the page once it does.
      if (!isOpened(headers) || dataPath.test(url)) return;
      const device = getPersonDevice(headers);
      if (!device) return;
      for (const key of keys) addPageKey(key, ip);
      add(device);
      if (url.includes('utm_')) for (const key of campaigns.memo(url)) addInvented(key, ip);
      if (headers['sec-fetch-site'] === 'same-origin') return;
      const { host, key } = referrers.memo(headers.referer ?? '');
      if (host !== ownHost && host !== headers.host) addInvented(key, ip);
    },

    async report(request, ip) {
      const done = new Response(null, { status: 204 });
      const { headers } = request;
      const device = getPersonDevice(Object.fromEntries(headers));
      // Other sites could otherwise have their visitors report.
      if (!device || (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
        return done;
      const network = getCustomerKey(toNetwork(ip));
      if ((await countHit(network, maxReports)) || (await countHit('', maxReportsInTotal))) {
        return done;
      }
      const body = await readBytes(request, maxReportBytes).catch(() => undefined);
      const parsed = report.safeParse(parseJson(body?.toString('utf8') ?? ''));
      if (!parsed.success) return new Response('Not a valid report.', { status: 400 });
      const { view, former, ...measured } = parsed.data;
      if (view !== undefined) {
        const before = former === undefined ? [] : getPageKeys(former);
        const keys = getPageKeys(view);
        const [page] = keys;
        if (page === undefined || !answered.has(page)) return done;
        for (const key of keys) if (!before.includes(key)) addPageKey(key, ip);
        if (!before.includes(page)) add(device);
      }
      for (const vital of ['lcp', 'inp', 'cls'] as const) {
        const value = measured[vital];
        if (value !== undefined) add(`${vital} ${toVitalName(vital, value)}`);
      }
      return done;
    },

    async store() {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      namesOfKind = new Map();
      try {
        const rows = JSON.stringify(await toRows(taken, client, getOwnLists()));
        const signed_at = String(now());
        const signature = createHmac('sha256', secrets.visits)
          .update(['visits', signed_at, rows].join('\n'))
          .digest('hex');
        const { data: isCounted } = await client
          .rpc('count_visits', { counts: rows, signed_at, signature })
          .throwOnError();
        if (!isCounted) throw new Error("This website's FORM_SECRET does not match the database's");
      } catch (error) {
        for (const [key, views] of taken) add(key, views);
        throw error;
      }
    },
  };
}

/** Neither a prefetch nor a request of a script; older browsers send none of these headers. */
const isOpened = (headers: IncomingHttpHeaders) =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined;

const dataPath = /^[^?]*\.data(?:\?|$)/;

/** The pages of customers' links and the back office are not counted. */
const uncounted = new Set(['admin', 'quotes', 'cards']);
/** Its last part is the key of a draft. */
const previewPattern = 'pages/preview/:token';

const styleSlugs = new Map(
  STYLES.map((style) => [style.toLowerCase().replaceAll(' ', '-'), style]),
);

/** What is counted for the URL of a public page, or of its data: the page first. Nothing for other URLs. */
function listPageKeys(url: string, matchRoute: MatchRoute, own: OwnLists): Key[] {
  const [requested = '', query = ''] = url.split(/\?(.*)/s);
  const path = requested.endsWith(dataSuffix)
    ? requested.slice(0, -dataSuffix.length).replace(/\/_?$/, '') || '/'
    : requested;
  const route = matchRoute(path);
  if (!route) return [];
  const { pattern, canonicalPath } = route;
  const [area = ''] = pattern.split('/');
  if (uncounted.has(area) || pattern === previewPattern) return [];
  if (pattern.includes('.') || serverPaths.includes(pattern)) return [];
  const params = new URLSearchParams(query);
  if (pattern === 'custom-sheds/:id') {
    return ['page /custom-sheds/:id', `listing ${canonicalPath.split('/')[2]}`];
  }
  const opened = params.get('shed')?.toLowerCase() ?? '';
  const listing: Key[] = isUuid(opened) ? [`listing ${opened}`] : [];
  if (pattern === 'sheds' || pattern === 'custom-sheds') {
    const chosen = listChosen(parseShedFilter(params, own));
    const filter = new URLSearchParams(chosen.map(({ name, value }) => [name, value])).toString();
    return ['page /sheds', ...listing, ...(filter ? [`filter ${filter}` as const] : [])];
  }
  if (pattern === 'design') {
    const style = styleSlugs.get(params.get('style') ?? '');
    const [size] = /^\d{1,2}x\d{1,2}$/.exec(params.get('size') ?? '') ?? [];
    return ['page /design', ...(style && size ? [`design ${style} ${size}` as const] : [])];
  }
  if (pattern === '') {
    const work = findProjectFilter(params.get('work'), own.project_type ?? []);
    const filter = work && new URLSearchParams({ work: work.slug });
    return ['page /', ...(filter ? [`filter ${filter}` as const] : [])];
  }
  return [`page ${canonicalPath.slice(0, 200)}`];
}

const getKind = (key: string) => key.slice(0, key.indexOf(' '));

/** Campaign links may hold anything, so only plain words are counted. */
const plainWords = /^[\w .+-]{1,40}$/;
/** A phone number, or the id of one reader, such as 32 hexadecimal digits. */
const personalWords = /(?:\d\D*){7}|(?=[a-z]*\d)[a-z\d]{20}/i;
const isoDay = /\b20\d\d-?[01]\d-?[0-3]\d\b/g;

const isCountable = (word: string) =>
  plainWords.test(word) && !personalWords.test(word.replace(isoDay, ''));

function listCampaignKeys(url: string): Key[] {
  const params = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const words = ['utm_source', 'utm_campaign'].flatMap((name) => params.get(name)?.trim() || []);
  if (words.length === 0) return [];
  return [`campaign ${words.every(isCountable) ? words.join(' / ').toLowerCase() : 'other'}`];
}

type Referrer = { host: string; key: Key };

/** A public domain name (RFC 1123). IPs and names of an intranet could tell who the visitor is. */
const publicDomain =
  /^(?:[a-z\d-]+\.)+(?!(?:local|lan|home|corp|internal|intranet)$)[a-z][a-z\d-]+$/;

/** The host of a Referer header (RFC 9110, 10.1.3), and the name by which it is counted. */
function parseReferrer(referrer: string): Referrer {
  const { host = '', hostname = '' } = parseUrl(referrer) ?? {};
  if (!host) return { host, key: 'referrer direct' };
  const isPublic = hostname.length <= 100 && publicDomain.test(hostname);
  return { host, key: `referrer ${isPublic ? hostname.replace(/^(www|m)\./, '') : 'other'}` };
}

const devices = new LRUCache<string, Key | 'bot'>({ max: 1000, memoMethod: getDevice });

/** The device of a person who may be counted; undefined for bots, and for browsers that ask not to be tracked. */
export function getPersonDevice(headers: IncomingHttpHeaders): Key | undefined {
  // https://www.w3.org/TR/gpc/ and its predecessor.
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return undefined;
  const device = devices.memo(headers['user-agent'] ?? '');
  return device === 'bot' ? undefined : device;
}

function getDevice(userAgent: string): Key | 'bot' {
  if (userAgent === '' || isbot(userAgent)) return 'bot';
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'device tablet';
  return /Mobi|iPhone|Android/.test(userAgent) ? 'device phone' : 'device computer';
}

/** The constraint daily_visits_name_length. */
const maxNameLength = 200;

/** The rows for count_visits; of filters only those that find nothing now. */
async function toRows(counts: ReadonlyMap<string, number>, client: Client, own: OwnLists) {
  const entries = [...counts].map(([key, views]) => {
    const [kind = '', name = ''] = key.split(/ (.*)/s);
    return { kind, name, views };
  });
  const filters = entries.filter(({ kind }) => kind === 'filter');
  if (filters.length === 0) return entries;
  const [facets, projects] = await Promise.all([
    readShedFacets(client),
    listRecentProjects(client),
  ]);
  const describeEmpty = (query: string): string | undefined => {
    const params = new URLSearchParams(query);
    const types = own.project_type ?? [];
    const work = findProjectFilter(params.get('work'), types);
    if (work) {
      return filterProjects(projects, work.slug, types).length === 0
        ? `Past work: ${work.label}`
        : undefined;
    }
    const filter = parseShedFilter(params, own);
    const chosen = listChosen(filter);
    if (chosen.length === 0 || facets.some((shed) => matchesFilter(shed, filter))) return undefined;
    const names = chosen.map(({ name, value }) => getChoiceLabel(name, value)).join(', ');
    // PostgreSQL counts code points, and one name that is too long would reject all counts.
    return [...names].slice(0, maxNameLength).join('');
  };
  return entries.flatMap((entry) => {
    if (entry.kind !== 'filter') return [entry];
    const name = describeEmpty(entry.name);
    return name ? [{ ...entry, kind: 'empty_filter', name }] : [];
  });
}
