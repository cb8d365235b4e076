import { countInDatabase } from '#backend/rate-limit.ts';
import { invalidBody, tooManyRequests } from './errors.ts';
import type { Exchange } from './exchange.ts';

const rowsAtOnce = 20;
const insertsPerHour = 200;
const hour = 3600;

/**
 * Holds callers without a session to what a visitor's forms send, so that nobody fills the disk or
 * keeps the embedded database busy with one body of thousands of rows. Signed-in callers are not
 * counted, nor are the process's own requests, which carry no address.
 *
 * @param rows how many rows the body holds
 * @throws TablesError PGRST102 for too many rows at once, 429 for too many inserts within the hour
 */
export async function limitVisitor({ caller, database }: Exchange, rows: number): Promise<void> {
  if (caller.role !== 'anon') return;
  if (rows > rowsAtOnce) {
    throw invalidBody(`At most ${rowsAtOnce} rows at once can be added without signing in`);
  }
  const address = caller.headers?.['x-ridgeline-address'];
  if (!address) return;
  const limit = { hits: insertsPerHour, seconds: hour };
  const wait = await countInDatabase(database)(`tables-insert:${address}`, limit);
  if (wait === 0) return;
  throw tooManyRequests(wait, 'Too many rows from this address, please try again later');
}
