import { isVisitor } from '#backend/database/database.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { tooManyRequests } from './errors.ts';
import type { Exchange } from './exchange.ts';

const insertsPerHour = 200;
const hour = 3600;

/**
 * Limits visitors to what the website's forms send, so that nobody fills the disk or occupies the
 * embedded database. The process's own requests, which have no
 * client IP, are not counted.
 *
 * @throws TablesError 429 for too many inserts within the hour
 */
export async function limitVisitor({ caller, database }: Exchange): Promise<void> {
  if (!isVisitor(caller)) return;
  const address = caller.headers?.['x-ridgeline-address'];
  if (!address) return;
  const limit = { hits: insertsPerHour, seconds: hour };
  const wait = await countInDatabase(database)(`tables-insert:${address}`, limit);
  if (wait === 0) return;
  throw tooManyRequests(wait, 'Too many rows from this address, please try again later');
}
