import { parseAccept } from 'hono/utils/accept';
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  type Caller,
  type Database,
  DatabaseLost,
  isDatabaseError,
  isStatementTimeout,
  isVisitor,
} from '#backend/database/database.ts';
import { HttpError, shorten, TooManyRequests } from '#backend/http-error.ts';
import { getCallerKey, type NetworkLimit } from '#backend/limits.ts';
import { createMutex } from '#backend/mutex.ts';
import { notImplemented } from './parse-query.ts';
import type { SchemaCache } from './schema.ts';

/** The services that all requests to the table interface share. */
type TablesServices = {
  database: Database;
  schema: SchemaCache;
  penalty: TimeoutPenalty;
  networkLimit: NetworkLimit;
};

/** One request to the table interface. */
export type RequestContext = TablesServices & {
  request: Request;
  /** The table, or the function after `rpc/`, percent-decoded. */
  target: string;
  /** The raw query string, without its question mark. */
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

/** supabase-js names the schema in either header. */
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
 * Returns the value of `Preference-Applied`. Every count is exact, so `planned` and `estimated` are
 * not reported.
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

/** The only row that every statement returns, as texts. PostgreSQL creates the body. */
export type StatementResult = {
  /** How many rows are in the body. */
  page: string;
  /** The number of all rows, if a count was requested. */
  total: string | null;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** After an upsert, how many rows are new. */
  inserted: string | null;
};

/** The result of a statement, with numbers for the counts. */
export type Outcome = {
  page: bigint;
  total: bigint | null;
  body: string | Uint8Array<ArrayBuffer> | null;
  inserted: bigint | null;
};

type StatementOptions = {
  /** Rejects every write. */
  readOnly?: boolean;
  /** Set for a request that visitors may not send. Staff's timeouts of such requests count together. */
  isComplex?: boolean;
  /** Replaces the caller's own limit. */
  timeoutMs?: number | undefined;
};

/**
 * Runs the statement as the caller, in one round trip to the database. A write that must return exactly
 * one object takes several, because it is rolled back otherwise.
 *
 * @throws HttpError PGRST116, 429, 499; whatever PostgreSQL raises
 */
export async function runStatement(
  { request, target, database, caller, shape, penalty, networkLimit }: RequestContext,
  statement: RawBuilder<StatementResult>,
  { readOnly = false, isComplex = false, timeoutMs }: StatementOptions,
): Promise<Outcome> {
  const isSingle = shape === 'object';
  // A write finishes even if the client disconnects, so that no enquiry is lost.
  const signal = readOnly ? request.signal : undefined;
  const run = async () => {
    if (readOnly || !isSingle) {
      const options = { readOnly, signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
      return toOutcome(await database.queryAsCaller(caller, statement, options), isSingle);
    }
    return database.asCaller(caller, async (transaction) => {
      const { rows } = await statement.execute(transaction);
      return toOutcome(rows, isSingle);
    });
  };
  // A visitor whose reads time out can still send an enquiry.
  const visitorType = readOnly ? 'read' : 'write';
  const staffType = isComplex ? 'complex' : `${request.method} ${target}`;
  const type = isVisitor(caller) ? visitorType : staffType;
  return penalty.guard(caller, type, () =>
    networkLimit
      .runStatement(caller, () => retryDeadlocks(run), signal)
      .catch((error) => {
        if (!signal?.aborted) throw error;
        throw new HttpError(499, '57014', 'canceling statement due to user request');
      }),
  );
}

const maxRuns = 3;

/**
 * Runs a transaction again, at most twice, if PostgreSQL rolled it back to end a deadlock (40P01): a statement that changes
 * several rows locks them in the order in which it finds them.
 *
 * @throws whatever the last run throws
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (runs === maxRuns || !isDatabaseError(error) || error.code !== '40P01') throw error;
    }
  }
}

function toOutcome([row]: StatementResult[], isSingle: boolean): Outcome {
  if (!row) throw new Error('The statement returned no row');
  const page = BigInt(row.page);
  if (isSingle && page !== 1n) throw notSingular(page);
  return {
    page,
    total: row.total === null ? null : BigInt(row.total),
    body: row.body,
    inserted: row.inserted === null ? null : BigInt(row.inserted),
  };
}

/**
 * The headers of every response about rows. `Content-Range` is `0-24/3573`, `0-24/*` or `*\/0`.
 *
 * @param rows the number of rows in the response, from `offset` on
 * @param total the number of all rows, if they were counted
 * @param applicable the preferences that change the result, in addition to those of every request
 */
export function createRowHeaders(
  { offset, rows, total }: { offset: bigint; rows: bigint; total: bigint | null },
  preferences: Preferences,
  applicable: (keyof Preferences)[] = [],
): Headers {
  const span = total !== 0n && rows > 0n ? `${offset}-${offset + rows - 1n}` : '*';
  const headers = new Headers({ 'Content-Range': `${span}/${total ?? '*'}` });
  const applied = getAppliedPreferences(preferences, [...applicable, 'count', 'handling']);
  if (applied) headers.set('Preference-Applied', applied);
  return headers;
}

const penaltySeconds = 60;
const maxPenaltyKeys = 10_000;

/** Rejects a caller's requests for a minute after two of them exceeded their time limit within one. */
type TimeoutPenalty = {
  /**
   * Runs `work`, and counts if it exceeds its time limit or stops the embedded database.
   *
   * @param type requests of one type are counted and rejected together. The type `complex`, for
   *   requests that visitors may not send, also runs one at a time, so that a burst isn't started
   *   all at once.
   * @throws TooManyRequests with the seconds that are left
   */
  guard<Result>(caller: Caller, type: string, work: () => Promise<Result>): Promise<Result>;
};

type PenaltyEntry = {
  lastTimeout: number;
  rejectedUntil: number;
  runExclusive: ReturnType<typeof createMutex>;
};

/**
 * Visitors are counted by their IP (IPv6 by its /64), staff by their account, and neither evicts the
 * other. The process's own requests are not counted. Each process counts for itself.
 *
 * @param clock monotonic, in milliseconds
 */
export function createTimeoutPenalty(clock: { now: () => number } = performance): TimeoutPenalty {
  const visitorEntries = new LRUCache<string, PenaltyEntry>({ max: maxPenaltyKeys });
  const staffEntries = new LRUCache<string, PenaltyEntry>({ max: maxPenaltyKeys });
  const penaltyMs = penaltySeconds * 1000;

  const run = async <Result>(entry: PenaltyEntry, type: string, work: () => Promise<Result>) => {
    const leftMs = entry.rejectedUntil - clock.now();
    if (leftMs > 0) {
      const message = 'Your last requests of this kind took too long, please try again later';
      throw new TooManyRequests(Math.ceil(leftMs / 1000), message);
    }
    try {
      return await work();
    } catch (error) {
      if (isOverload(error, type)) {
        const now = clock.now();
        if (now - entry.lastTimeout < penaltyMs) entry.rejectedUntil = now + penaltyMs;
        entry.lastTimeout = now;
      }
      throw error;
    }
  };

  return {
    guard: (caller, type, work) => {
      const callerKey = getCallerKey(caller);
      if (!callerKey) return work();
      const entries = isVisitor(caller) ? visitorEntries : staffEntries;
      const key = `${callerKey} ${type}`;
      const entry = entries.get(key) ?? {
        lastTimeout: Number.NEGATIVE_INFINITY,
        rejectedUntil: 0,
        runExclusive: createMutex(),
      };
      entries.set(key, entry);
      return type === 'complex'
        ? entry.runExclusive(() => run(entry, type, work))
        : run(entry, type, work);
    },
  };
}

/**
 * Only a complex statement can stop the database by its cost. Others failed because of a full disk,
 * and may be retried.
 */
function isOverload(error: unknown, type: string): boolean {
  if (error instanceof DatabaseLost) return error.wasRunning && type === 'complex';
  return isStatementTimeout(error);
}

/** 406: a single object was requested and there is not exactly one row. */
function notSingular(rows: bigint) {
  return new HttpError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}
