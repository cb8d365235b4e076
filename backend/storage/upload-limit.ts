import type { Caller, Database } from '#backend/database/database.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { tooManyRequests } from './refusal.ts';

const hour = 3600;

/**
 * Counts an anonymous upload for the address it comes from; signed-in callers are not counted, nor
 * are the process's own requests, which carry no address.
 *
 * @throws Refusal 429 with Retry-After
 */
export async function countUpload(
  database: Database,
  { role, headers }: Caller,
  uploadsPerHour: number,
): Promise<void> {
  const address = headers?.['x-ridgeline-address'];
  if (role !== 'anon' || !address) return;
  const limit = { hits: uploadsPerHour, seconds: hour };
  const wait = await countInDatabase(database)(`storage-upload:${address}`, limit);
  if (wait === 0) return;
  throw tooManyRequests(wait, 'Too many uploads from this address, please try again later');
}
