import type { Caller, Database } from '#backend/database/database.ts';
import { getSitePrefix } from '#backend/network-of.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { tooManyRequests } from './refusal.ts';

const hour = 3600;

/** The network that a request comes from, as the backend has noted it; '' for the process's own requests. */
export function networkOfRequest({ headers }: Pick<Request, 'headers'>): string {
  return headers.get('x-ridgeline-address') ?? '';
}

/**
 * Counts an anonymous upload for the network, and the IPv6 /48, that it comes from; signed-in callers are not counted, nor
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
  const countHit = countInDatabase(database);
  const limit = { hits: uploadsPerHour, seconds: hour };
  const site = getSitePrefix(network);
  // Below what all visitors together may upload.
  const siteLimit = { ...limit, hits: 2 * uploadsPerHour };
  const wait =
    (await countHit(`storage-upload:${network}`, limit)) ||
    (site ? await countHit(`storage-upload:${site}`, siteLimit) : 0);
  if (wait === 0) return;
  throw tooManyRequests(wait, 'Too many uploads from this address, please try again later');
}
