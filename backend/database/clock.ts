import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Returns false in the hour after the database's clock has jumped ahead by more than a day. What is
 * deleted by age waits until then, because the jump may be taken back.
 */
export async function isClockSteady({ owner }: Pick<Database, 'owner'>): Promise<boolean> {
  const { rows } = await sql<{ isSteady: boolean }>`
    select private.is_clock_steady() as "isSteady"`.execute(owner);
  return rows[0]?.isSteady === true;
}
