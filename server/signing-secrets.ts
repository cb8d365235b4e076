import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from '#app/lib/zod.ts';
import type { Database } from '#backend/database/database.ts';

const purposes = ['forms', 'documents', 'evidence', 'visits'] as const;

/** The website's signing secrets, one per purpose. The database has the same ones and verifies the signatures. */
export type SigningSecrets = PurposeSecrets & {
  /** The secret that `forms` has replaced, valid until a time in milliseconds since 1970. */
  formerForms?: { secret: string; validUntil: number };
};

type PurposeSecrets = Record<(typeof purposes)[number], string>;

const formerLifetimeMs = 15 * 60_000;

/**
 * Replaces the secrets that this process signs with. What forms on open pages were given stays valid for 15 minutes.
 *
 * @param now milliseconds since 1970 by the database's clock
 */
export function replaceSigningSecrets(secrets: SigningSecrets, next: PurposeSecrets, now: number) {
  const formerForms = { secret: secrets.forms, validUntil: now + formerLifetimeMs };
  Object.assign(secrets, next, { formerForms });
}

const secretsSchema = z.record(z.enum(purposes), z.string());

/** Derives the same secrets as private.set_form_secret, so that one setting is enough. */
export function deriveSigningSecrets(formSecret: string): PurposeSecrets {
  const derive = (purpose: string, secret = formSecret) =>
    createHmac('sha256', secret).update(`ridgeline ${purpose}`).digest('hex');
  const evidence = derive('evidence');
  return {
    forms: derive('forms'),
    documents: derive('documents'),
    evidence,
    // A hosted database whose FORM_SECRET was set before there was this purpose derives it from what it has.
    visits: derive('visits', evidence),
  };
}

/**
 * Returns a database's valid secrets. Those of a FORM_SECRET replace others, which stay valid for
 * 15 minutes. Without FORM_SECRET, missing secrets are created.
 */
export async function loadSigningSecrets(
  database: Database,
  formSecret: string | undefined,
): Promise<PurposeSecrets> {
  if (formSecret) {
    await sql`select private.set_form_secret(${formSecret}::text)`.execute(database.owner);
    return deriveSigningSecrets(formSecret);
  }
  return database.owner.transaction().execute(async (transaction) => {
    await sql`lock table private.signing_secrets in share row exclusive mode`.execute(transaction);
    for (const purpose of purposes) {
      const created = randomBytes(32).toString('base64url');
      await sql`insert into private.signing_secrets (purpose, secret) values (${purpose}, ${created})
        on conflict (purpose) where retired_at is null do nothing`.execute(transaction);
    }
    const { rows } = await sql<{ purpose: string; secret: string }>`
      select purpose, secret from private.signing_secrets
      where retired_at is null and purpose = any (${[...purposes]}::text[])`.execute(transaction);
    return secretsSchema.parse(
      Object.fromEntries(rows.map(({ purpose, secret }) => [purpose, secret])),
    );
  });
}
