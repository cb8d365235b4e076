import { StartError } from '#backend/start-error.ts';
import { isDatabaseError } from './database.ts';

/** data_corrupted and index_corrupted, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const damageCodes = new Set(['XX001', 'XX002']);

/** Turns PostgreSQL's report of damaged data into a sentence for the operator; any other error is returned as it is. */
export function toDamageStartError(error: unknown): unknown {
  if (!isDatabaseError(error) || !damageCodes.has(error.code)) return error;
  return new StartError(
    `The database is damaged (${error.message}). Keep its files for an examination, check the disk, and restore a backup into an empty DATA_DIR or database (npm run restore).`,
    { cause: error },
  );
}
