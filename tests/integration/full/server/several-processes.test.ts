import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadKeys } from '#backend/auth/keys.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { createEmptyDatabase, runSql } from '#tests/support/empty-database.ts';
import { createSmallImage, uploadSmallImage } from '#tests/support/small-image.ts';
import { type RunningSite, startSite } from '#tests/support/start-site.ts';

/** Two processes with data folders of their own on one PostgreSQL server, started at once on an empty database. */
describe.skipIf(inject('template').engine !== 'server')('two processes on one database', () => {
  const root = createTempDirectory();
  let databaseUrl: string;
  let one: RunningSite;
  let other: RunningSite;
  const sql = <Row>(statement: string) => runSql<Row>(databaseUrl, statement);

  beforeAll(async () => {
    const template = inject('template');
    if (template.engine !== 'server') throw new Error('This test is for a PostgreSQL server');
    databaseUrl = await createEmptyDatabase(template.adminUrl);
    // As an earlier version left them: keys in the folder of one.
    await loadKeys(join(root, 'one'));
    mkdirSync(join(root, 'pictures'));
    const start = (name: string) => {
      const directory = join(root, name);
      mkdirSync(directory, { recursive: true });
      symlinkSync(join(root, 'pictures'), join(directory, 'storage'));
      return startSite({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
    };
    [one, other] = await Promise.all([start('one'), start('other')]);
  });
  afterAll(() => Promise.all([one?.end('SIGTERM'), other?.end('SIGTERM')]));

  test('migrate once, seed once and create one account', async () => {
    expect(await sql('select from ridgeline.migrations where set_name = $$seed$$')).toHaveLength(1);
    expect(await sql('select from public.staff')).toHaveLength(1);
    expect([one, other].filter(({ firstStaff }) => firstStaff)).toHaveLength(1);
  });

  test('share the keys in the database and ignore keys.json', async () => {
    expect(other.publishableKey).toBe(one.publishableKey);
    expect(other.secretKey).toBe(one.secretKey);
    const [stored] = await sql<{ keys: { secretKey: string } }>('select keys from ridgeline.keys');
    expect(stored?.keys.secretKey).toBe(one.secretKey);
    writeFileSync(join(root, 'one', 'keys.json'), '{ "damaged": true');
    const third = await startSite({ DATABASE_URL: databaseUrl, DATA_DIR: join(root, 'one') });
    expect(third.secretKey).toBe(one.secretKey);
    expect(await third.end('SIGTERM')).toBe(0);
  });

  test('share sessions and the count of failed sign-ins', async () => {
    const account = one.firstStaff ?? other.firstStaff;
    if (!account) throw new Error('No account was made');
    const { data } = await one.newClient().auth.signInWithPassword(account);
    const client = other.newClient();
    const { error } = await client.auth.setSession(
      data.session as NonNullable<typeof data.session>,
    );
    expect(error).toBeNull();
    expect((await client.from('staff').select()).data).toHaveLength(1);

    const wrong = { email: account.email, password: 'a wrong guess' };
    const guess = (site: RunningSite) => site.newClient().auth.signInWithPassword(wrong);
    const answers = [];
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push(await guess(one), await guess(other));
    }
    expect(answers.map((answer) => answer.error?.status)).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(2).fill(429),
    ]);
  });

  test('serve images that the other stored, and run the daily job once', async () => {
    const image = await createSmallImage();
    const path = 'sheds/1767225600000-shared.jpg';
    await uploadSmallImage(one.service, path);
    const answer = await fetch(`${other.url}/storage/v1/object/public/images/${path}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true);

    const claim = ({ service }: RunningSite) =>
      service.rpc('begin_retention_run', { caller_clock: new Date().toISOString() }).throwOnError();
    const claims = await Promise.all([one, other, one, other].map(claim));
    expect(claims.filter(({ data }) => data !== null)).toHaveLength(1);
  });
});
