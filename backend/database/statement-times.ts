import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

/** What is told of each statement, without its text or its values. */
export type StatementTime = { milliseconds: number; failed: boolean };

/** Whoever measures listens here; where nobody does, telling costs next to nothing. */
export const statementTimes = channel('ridgeline:statement');

/** For Kysely's `log`: tells how long each statement took. */
export function tellStatementTime({ queryDurationMillis, level }: LogEvent): void {
  tell({ milliseconds: queryDurationMillis, failed: level === 'error' });
}

/** Tells how long a statement took that did not go through Kysely. */
export async function timed<Result>(answer: Promise<Result>): Promise<Result> {
  const began = performance.now();
  let failed = true;
  try {
    const result = await answer;
    failed = false;
    return result;
  } finally {
    tell({ milliseconds: performance.now() - began, failed });
  }
}

function tell(time: StatementTime) {
  if (statementTimes.hasSubscribers) statementTimes.publish(time);
}
