import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

/** The duration of a statement, without its text or its values. */
export type StatementTime = { milliseconds: number; failed: boolean };

/** Publishes a StatementTime for each statement. */
export const statementTimes = channel('ridgeline:statement');

/** For Kysely's `log`. */
export function logStatementTime({ queryDurationMillis, level }: LogEvent): void {
  publish({ milliseconds: queryDurationMillis, failed: level === 'error' });
}

/** Measures a statement that did not go through Kysely. */
export async function measureStatement<Result>(result: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  let failed = true;
  try {
    const settled = await result;
    failed = false;
    return settled;
  } finally {
    publish({ milliseconds: performance.now() - startedAt, failed });
  }
}

function publish(time: StatementTime) {
  if (statementTimes.hasSubscribers) statementTimes.publish(time);
}
