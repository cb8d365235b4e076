import { parseAccept } from 'hono/utils/accept';
import type { Caller, Database } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import type { NetworkLimit } from '#backend/network-limit.ts';
import { notImplemented, shorten } from './errors.ts';
import type { TimeoutPenalty } from './run-statement.ts';
import type { SchemaCache } from './schema.ts';

/** What all requests to the table interface share. */
type TablesServices = {
  database: Database;
  schema: SchemaCache;
  penalty: TimeoutPenalty;
  networkLimit: NetworkLimit;
};

/** One request to the table interface. */
export type RequestContext = TablesServices & {
  request: Request;
  /** The table or the function, `rpc/` before it, after percent-decoding. */
  target: string;
  /** The query string as it was sent, without its question mark. */
  query: string;
  caller: Caller;
  preferences: Preferences;
  /** All rows in an array, or exactly one as an object. */
  shape: Shape;
};

export type Shape = 'array' | 'object';

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['lenient', 'strict'],
} as const;
type Choices = typeof choices;

/** The `Prefer` header (https://docs.postgrest.org/en/stable/references/api/preferences.html). */
export type Preferences = { -readonly [Name in keyof Choices]?: Choices[Name][number] };

/**
 * Reads the headers of a request.
 *
 * @throws HttpError PGRST106, PGRST107 (406), PGRST127
 */
export function createRequestContext(
  request: Request,
  target: string,
  caller: Caller,
  services: TablesServices,
): RequestContext {
  requirePublicSchema(request);
  const [url = ''] = request.url.split('#', 1);
  const queryStart = url.indexOf('?');
  return {
    ...services,
    request,
    target,
    caller,
    query: queryStart < 0 ? '' : url.slice(queryStart + 1),
    preferences: parsePreferences(request.headers.get('prefer')),
    shape: parseShape(request.headers.get('accept')),
  };
}

/** supabase-js names the schema in one header or the other. */
function requirePublicSchema(request: Request) {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const schema = request.headers.get(reads ? 'accept-profile' : 'content-profile');
  if (schema === null || schema === 'public') return;
  throw new HttpError(406, 'PGRST106', `Invalid schema: ${shorten(schema)}`, {
    hint: 'Only the following schemas are exposed: public',
  });
}

/**
 * Parses the `Prefer` header. The first of several values for a preference counts; unknown ones are
 * ignored.
 *
 * @throws HttpError PGRST127 for `handling=strict`
 */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '').split(',').map((preference) => preference.trim());
  const entries = Object.entries(choices).map(([name, values]) => {
    const known: string[] = values.map((value) => `${name}=${value}`);
    const first = given.find((preference) => known.includes(preference));
    return [name, first?.slice(name.length + 1)];
  });
  const preferences: Preferences = Object.fromEntries(entries);
  if (preferences.handling === 'strict') throw notImplemented('the preference handling=strict');
  return preferences;
}

/**
 * The value of `Preference-Applied`. Every count is exact, so that `planned` and `estimated` are not
 * reported.
 *
 * @param applicable the preferences that change the request's result
 */
export function getAppliedPreferences(
  preferences: Preferences,
  applicable: (keyof Preferences)[],
): string {
  return Object.entries(preferences)
    .filter(([name, value]) => value !== undefined && applicable.some((known) => known === name))
    .filter(([name, value]) => name !== 'count' || value === 'exact')
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/**
 * Chooses the shape of the response by the `Accept` header.
 *
 * @throws HttpError PGRST107 (406) if no accepted type is available, PGRST127 for `nulls=stripped`
 */
export function parseShape(header: string | null): Shape {
  if (!header?.trim()) return 'array';
  const accepted = parseAccept(header).sort((one, other) => other.q - one.q);
  for (const { type, params, q } of accepted) {
    if (q > 0 && params.nulls === 'stripped') throw notImplemented('nulls=stripped');
    const shape = q > 0 ? shapes[type.toLowerCase()] : undefined;
    if (shape) return shape;
  }
  const message = `None of these media types are available: ${shorten(header)}`;
  throw new HttpError(406, 'PGRST107', message);
}

const shapes: Record<string, Shape> = {
  '*/*': 'array',
  'application/*': 'array',
  'application/json': 'array',
  'application/vnd.pgrst.object': 'object',
  'application/vnd.pgrst.object+json': 'object',
};

/** The value of `Content-Type` for rows of this shape. */
export function getContentType(shape: Shape): string {
  const type = shape === 'object' ? 'application/vnd.pgrst.object+json' : 'application/json';
  return `${type}; charset=utf-8`;
}
