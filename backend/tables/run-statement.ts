import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { DatabaseLost, isStatementTimeout } from '#backend/database/engine.ts';
import { HttpError, TooManyRequests } from '#backend/http-error.ts';
import { createMutex } from '#backend/mutex.ts';
import { getCallerKey } from '#backend/network-limit.ts';
import { notSingular } from './errors.ts';
import type { StatementResult } from './read-statement.ts';
import { getAppliedPreferences, type Preferences, type RequestContext } from './request-context.ts';

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
  /** Set for a request that visitors may not send: staff's timeouts of these count together. */
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
  // A write is finished even if the client has left: nobody's enquiry is lost for that.
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
  // A visitor whose reads take too long may still send an enquiry.
  const visitorType = readOnly ? 'read' : 'write';
  const staffType = isComplex ? 'complex' : `${request.method} ${target}`;
  const type = isVisitor(caller) ? visitorType : staffType;
  return penalty.guard(caller, type, () =>
    networkLimit.runStatement(caller, run, signal).catch((error) => {
      if (!signal?.aborted) throw error;
      throw new HttpError(499, '57014', 'canceling statement due to user request');
    }),
  );
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
 * @param rows how many rows the response is about, from `offset` on
 * @param total how many there are, if they were counted
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
export type TimeoutPenalty = {
  /**
   * Runs `work`. If it exceeds its time limit, or stops the embedded database, that is counted.
   *
   * @param type what is counted, and rejected, together. Requests of the type `complex`, those that
   *   visitors may not send, also run one at a time, so that many at once are not all started.
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

/** Only a complex statement stops the database by its cost; others meet a full disk, and may be retried. */
function isOverload(error: unknown, type: string): boolean {
  if (error instanceof DatabaseLost) return error.wasRunning && type === 'complex';
  return isStatementTimeout(error);
}
