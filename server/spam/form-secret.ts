import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';

/** The database stores the secrets and verifies the signatures; a chosen secret is added to them. */
export async function loadFormSecret(
  database: Database,
  chosen: string | undefined,
): Promise<string> {
  if (chosen) {
    await sql`insert into private.form_secrets (secret) values (${chosen}::text)
      on conflict (secret) do nothing`.execute(database.owner);
    return chosen;
  }
  const created = randomBytes(32).toString('base64url');
  const { rows } = await database.owner.transaction().execute(async (transaction) => {
    await sql`lock table private.form_secrets in share row exclusive mode`.execute(transaction);
    await sql`insert into private.form_secrets (secret) select ${created}::text
      where not exists (select from private.form_secrets)`.execute(transaction);
    return sql<{ secret: string }>`select secret from private.form_secrets
      order by created_at, secret limit 1`.execute(transaction);
  });
  return rows[0]?.secret ?? created;
}
