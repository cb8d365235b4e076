import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';

/** True for a network in which somebody has signed in and has not signed out since. */
export async function isKnownNetwork(
  { owner }: Pick<Database, 'owner'>,
  network: string,
): Promise<boolean> {
  const session = await owner
    .selectFrom('auth.sessions')
    .select('id')
    .where('ip', '=', network)
    .where((where) =>
      where.or([where('not_after', 'is', null), where('not_after', '>', sql<Date>`now()`)]),
    )
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}
