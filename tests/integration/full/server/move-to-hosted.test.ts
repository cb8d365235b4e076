import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openQuote } from '#app/features/quotes/customer-quote.ts';
import { verifyQuote } from '#app/features/quotes/quotes.ts';
import { readSharedKeys } from '#backend/auth/keys.ts';
import type { Database } from '#backend/database/database.ts';
import { createLogger } from '#server/logger.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { sha256 as hash } from '#tests/fixtures/quotes.ts';
import { insertSpecialCharacterRows } from '#tests/fixtures/special-character-rows.ts';
import {
  engineAvailable,
  selectRows,
  staffAccount,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { dumpTables } from '#tests/support/database-dump.ts';
import { createEmptyDatabase, getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { addAcceptedQuote, addQuoteSettings } from '#tests/support/quotes.ts';
import { runScript } from '#tests/support/run-script.ts';
import { createSmallImage, uploadSmallImage } from '#tests/support/small-image.ts';

// The platform is played by a backend of ours, on a database whose table of accounts has been given
// the columns that the platform's has. It was never run against the platform itself.

const imagePaths = ['inspiration/1767225600000-idea.jpg', 'sheds/1767225600001-b.jpg'];
const silent = createLogger('silent');

describe.skipIf(!engineAvailable())('npm run move -- --to-hosted', () => {
  const embedded = { DATA_DIR: createTempDirectory() };
  let platform: TestBackend;
  let secretKey: Record<string, string>;
  let command: string[];

  beforeAll(async () => {
    const databaseUrl = await createEmptyDatabase();
    platform = await startBackend({ DATABASE_URL: databaseUrl });
    command = ['--to-hosted', platform.url, '--database', databaseUrl];
    const keys = await readSharedKeys(platform.database);
    secretKey = { SUPABASE_SECRET_KEY: keys?.secretKey ?? '' };
    await platform.run(sql`alter table auth.users add column instance_id uuid, add column confirmation_token text,
      add column recovery_token text, add column email_change_token_new text, add column email_change text`);
    await platform.run(sql`create table auth.identities (id uuid primary key default gen_random_uuid(), provider_id text not null,
      user_id uuid not null references auth.users (id) on delete cascade, identity_data jsonb not null,
      provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
      unique (provider_id, provider))`);
  });
  afterAll(() => platform?.stop());

  const move = (site: Record<string, string>) =>
    runScript('scripts/move.ts', command, { ...site, ...secretKey });
  const emptyPlatform = async () => {
    const tables = Object.keys(await dumpTables(platform.database)).filter((name) =>
      /^(public|private)\.|^auth\.users$/.test(name),
    );
    await platform.run(sql.raw(`truncate ${tables.join(', ')} cascade`));
    await platform.run(sql`delete from storage.objects`);
  };

  test('moves rows, accounts and images of the embedded database', async () => {
    const site = await fillEmbedded(embedded);
    await emptyPlatform();
    expect(await move(embedded)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${imagePaths.length} files moved`),
    });
    await expectSameRows(platform.database, site);
    await expectSameImages(platform);
    await expectAdopted(platform.database, [staffAccount.email]);

    const client = platform.newClient();
    const { data, error } = await client.auth.signInWithPassword(staffAccount);
    expect(error).toBeNull();
    expect(data.user?.factors ?? []).toEqual([]);
    expect((await client.from('quote_requests').select('id')).data).not.toEqual([]);
  });

  test('moves those of a PostgreSQL server, and rejects a project with rows', async () => {
    const site = await startBackend();
    try {
      await fill(site);
      await addQuoteSettings(site);
      const quote = await addAcceptedQuote(site);
      expect(await site.writeDocuments()).toBe(2);
      const source = {
        DATA_DIR: site.directory,
        DATABASE_URL: await getDatabaseUrl(site.database),
      };
      const refused = await move(source);
      expect(refused.status).toBe(1);
      expect(refused.errors).toMatch(/already has rows|already has accounts/);
      await emptyPlatform();
      expect((await move(source)).status).toBe(0);
      await expectSameRows(platform.database, await dumpTables(site.database));
      await expectSameImages(platform);
      await expectAdopted(platform.database, [staffAccount.email, 'stranger@example.com']);
      await expectSameQuote(platform, quote);
    } finally {
      await site.stop();
    }
  });

  test('exits with 2 without a secret key or a target', async () => {
    const keyless = await runScript('scripts/move.ts', command, embedded);
    expect(keyless.status).toBe(2);
    expect(keyless.errors).toContain('SUPABASE_SECRET_KEY');
    const withoutTarget = await runScript('scripts/move.ts', [], embedded);
    expect(withoutTarget.status).toBe(2);
    expect(withoutTarget.errors).toContain('npm run move -- --to-hosted');
  });
});

/** Its log, its PDFs in the private bucket, and its link. */
async function expectSameQuote(
  { service, anon }: TestBackend,
  { id, token }: { id: string; token: string },
) {
  expect(await verifyQuote(service, id)).toMatchObject({ status: 'intact' });
  expect(await openQuote(anon, { token })).toMatchObject({ state: 'accepted' });
  const data = await selectRows(service, 'quote_documents', 'path, sha256', { quote_id: id });
  expect(data).toHaveLength(2);
  for (const { path, sha256 } of data) {
    const file = await service.storage.from('quotes').download(path ?? '');
    const bytes = Buffer.from((await file.data?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(hash(bytes)).toBe(sha256);
  }
}

/**
 * Makes a site on the embedded database, with somebody signed in and a second factor.
 * @returns its rows
 */
async function fillEmbedded(site: Record<string, string>) {
  const settings = readSettings({
    ...site,
    SEED: 'none',
    ADMIN_EMAIL: staffAccount.email,
    ADMIN_PASSWORD: staffAccount.password,
  });
  const services = await runBackend(settings, 'http://localhost:3000', silent);
  try {
    await fill({ service: services.serviceClient as TestBackend['service'] });
    await sql`with session as (insert into auth.sessions (user_id) select id from auth.users)
      insert into auth.mfa_factors (user_id, factor_type, status, secret)
      select id, 'totp', 'verified', 'JBSWY3DPEHPK3PXP' from auth.users`.execute(
      services.database.owner,
    );
    return await dumpTables(services.database);
  } finally {
    await services.close();
  }
}

async function fill({ service }: { service: TestBackend['service'] }) {
  await insertSpecialCharacterRows(service, imagePaths[0] ?? '');
  for (const path of imagePaths) await uploadSmallImage(service, path);
}

/** Every row of what moves is there, and nothing of what stays behind. */
async function expectSameRows(platform: Database, site: Record<string, string[]>) {
  const there = await dumpTables(platform);
  for (const [table, rows] of Object.entries(site)) {
    if (
      !/^(public|private)\./.test(table) ||
      /rate_limits|visitor_storage|submissions$/.test(table)
    )
      continue;
    expect({ [table]: there[table] }).toEqual({ [table]: rows });
  }
  expect(there['auth.mfa_factors']).toEqual([]);
  expect(there['auth.sessions']).toEqual([]);
}

async function expectSameImages({ anon }: TestBackend) {
  for (const path of imagePaths) {
    const { data } = await anon.storage.from('images').download(path);
    expect(data?.type).toBe('image/jpeg');
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
      await createSmallImage(),
    );
  }
}

/** The accounts are such as the platform makes itself. */
async function expectAdopted(platform: Database, emails: string[]) {
  const { rows } = await sql`
    select email, instance_id, recovery_token, provider, identity_data ->> 'sub' = users.id::text as same
    from auth.users join auth.identities on user_id = users.id order by email`.execute(
    platform.owner,
  );
  const newAccount = {
    instance_id: '00000000-0000-0000-0000-000000000000',
    recovery_token: '',
    provider: 'email',
    same: true,
  };
  expect(rows).toEqual(emails.map((email) => ({ email, ...newAccount })));
}
