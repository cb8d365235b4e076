import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSharedKeys } from '#backend/auth/shared-keys.ts';
import { addAwkwardRows } from '#tests/fixtures/awkward-rows.ts';
import {
  engineAvailable,
  staffAccount,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';
import { createEmptyDatabase, urlOfDatabaseOf } from '#tests/support/empty-server-database.ts';
import { runScript } from '#tests/support/run-script.ts';
import { smallPicture } from '#tests/support/small-picture.ts';
import { readEverything } from '#tests/support/whole-database.ts';

// The platform is played by a backend of ours, on a database whose table of accounts has been given
// the columns that the platform's has. It was never run against the platform itself.

const picture = 'inspiration/1767225600000-idea.jpg';

describe.skipIf(!engineAvailable())('npm run move -- --to-hosted', () => {
  let site: TestBackend;
  let platform: TestBackend;
  let environment: Record<string, string>;
  let command: string[];

  beforeAll(async () => {
    site = await startBackend();
    await addAwkwardRows(site.service, picture);
    const { error } = await site.service.storage
      .from('images')
      .upload(picture, await smallPicture(), { contentType: 'image/jpeg' });
    if (error) throw error;
    const databaseUrl = await createEmptyDatabase();
    platform = await startBackend({ DATABASE_URL: databaseUrl });
    const keys = await readSharedKeys(platform.database);
    environment = {
      DATA_DIR: site.directory,
      DATABASE_URL: await urlOfDatabaseOf(site.database),
      SUPABASE_SECRET_KEY: keys?.secretKey ?? '',
    };
    command = ['--to-hosted', platform.url, '--database', databaseUrl];
    await sql`alter table auth.users add column instance_id uuid, add column confirmation_token text,
      add column recovery_token text, add column email_change_token_new text, add column email_change text`.execute(
      platform.database.owner,
    );
    await sql`create table auth.identities (id uuid primary key default gen_random_uuid(), provider_id text not null,
      user_id uuid not null references auth.users (id) on delete cascade, identity_data jsonb not null,
      provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
      unique (provider_id, provider))`.execute(platform.database.owner);
  });
  afterAll(async () => {
    await site?.stop();
    await platform?.stop();
  });

  test('goes into a project without rows only', async () => {
    const refused = await runScript('scripts/move.ts', command, environment);
    expect(refused.status).toBe(1);
    expect(refused.errors).toMatch(/has rows already|has accounts already/);
    const tables = Object.keys(await readEverything(platform.database)).filter((name) =>
      /^(public|private)\.|^auth\.users$/.test(name),
    );
    await sql.raw(`truncate ${tables.join(', ')} cascade`).execute(platform.database.owner);
  });

  test('takes every row, the accounts with their passwords, and the pictures', async () => {
    const moved = await runScript('scripts/move.ts', command, environment);
    expect(moved.status).toBe(0);
    expect(moved.output).toContain('1 pictures moved');
    const there = await readEverything(platform.database);
    for (const [table, rows] of Object.entries(await readEverything(site.database))) {
      if (!/^(public|private)\./.test(table) || /rate_limits|form_secrets/.test(table)) continue;
      expect({ [table]: there[table] }).toEqual({ [table]: rows });
    }
    const accounts = await sql`
      select email, instance_id, recovery_token, provider, identity_data ->> 'sub' = users.id::text as same
      from auth.users join auth.identities on user_id = users.id order by email`.execute(
      platform.database.owner,
    );
    const asMade = {
      instance_id: '00000000-0000-0000-0000-000000000000',
      recovery_token: '',
      provider: 'email',
      same: true,
    };
    expect(accounts.rows).toEqual([
      { email: staffAccount.email, ...asMade },
      { email: 'stranger@example.com', ...asMade },
    ]);
    const client = platform.newClient();
    expect((await client.auth.signInWithPassword(staffAccount)).error).toBeNull();
    expect((await client.from('quote_requests').select('id')).data).not.toEqual([]);
    const { data } = await client.storage.from('images').download(picture);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
      await smallPicture(),
    );
    expect(data?.type).toBe('image/jpeg');
  });

  test('says what it needs', async () => {
    const { SUPABASE_SECRET_KEY: _, ...withoutKey } = environment;
    const keyless = await runScript('scripts/move.ts', command, withoutKey);
    expect(keyless.status).toBe(2);
    expect(keyless.errors).toContain('SUPABASE_SECRET_KEY');
    const nowhere = await runScript('scripts/move.ts', [], environment);
    expect(nowhere.status).toBe(2);
    expect(nowhere.errors).toContain('npm run move -- --to-hosted');
  });
});
