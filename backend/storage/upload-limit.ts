import { sql } from 'kysely';
import type { Caller, Database } from '#backend/database/database.ts';
import { Refusal } from './refusal.ts';

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
  const key = `storage-upload:${address}`;
  const { rows } = await sql<{
    allowed: boolean;
  }>`select public.take_rate_limit(${key}, ${uploadsPerHour}::integer, ${hour}::integer) as allowed`.execute(
    database.owner,
  );
  if (rows[0]?.allowed) return;
  throw new Refusal(
    429,
    'SlowDown',
    'too_many_requests',
    'Too many uploads from this address, please try again later',
    { 'Retry-After': String(hour) },
  );
}
