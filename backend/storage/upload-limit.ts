import type { Caller, Database } from '#backend/database/database.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { tooManyRequests } from './refusal.ts';

const hour = 3600;

/** The network that a request comes from, as the backend has noted it; '' for the process's own requests. */
export function networkOfRequest({ headers }: Pick<Request, 'headers'>): string {
  return headers.get('x-ridgeline-address') ?? '';
}

/**
 * Counts an anonymous upload for the network it comes from; signed-in callers are not counted, nor
 * are the process's own requests, which come from none.
 *
 * @throws Refusal 429 with Retry-After
 */
export async function countUpload(
  database: Database,
  { role }: Pick<Caller, 'role'>,
  request: Pick<Request, 'headers'>,
  uploadsPerHour: number,
): Promise<void> {
  const network = networkOfRequest(request);
  if (role !== 'anon' || !network) return;
  const limit = { hits: uploadsPerHour, seconds: hour };
  const wait = await countInDatabase(database)(`storage-upload:${network}`, limit);
  if (wait === 0) return;
  throw tooManyRequests(wait, 'Too many uploads from this address, please try again later');
}
