import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Migration, MigrationMismatch, migrate } from '#backend/database/migrate.ts';
import { engineAvailable, type OpenCopy, openCopy } from '#tests/support/backend.ts';

const one: Migration = { version: '1', name: 'one', script: 'create table public.one (n int);' };
const two: Migration = {
  version: '2',
  name: 'two',
  script: 'create table public.two (n int); insert into public.two values (2);',
};

describe.skipIf(!engineAvailable())('migrations', () => {
  let copy: OpenCopy;
  const run = (...migrations: Migration[]) => migrate(copy.database, { test: migrations });

  beforeAll(async () => {
    copy = await openCopy();
  });
  afterAll(() => copy?.close());
  afterEach(async () => {
    await sql`drop table if exists public.one, public.two`.execute(copy.database.owner);
    await sql`delete from ridgeline.migrations where set_name = 'test'`.execute(
      copy.database.owner,
    );
  });

  test('are applied once, in order', async () => {
    expect(await run(one, two)).toEqual(['1', '2']);
    expect(await run(one, two)).toEqual([]);
    const { rows } = await sql`select n from public.two`.execute(copy.database.owner);
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('are applied once by concurrent starts', async () => {
    const applied = await Promise.all([run(one, two), run(one, two), run(one, two)]);
    expect(applied.flat().sort()).toEqual(['1', '2']);
  });

  test('a failing migration is rolled back, and the earlier ones stay applied', async () => {
    const broken = { ...two, script: 'create table public.half (n int); select nonsense;' };
    await expect(run(one, broken)).rejects.toThrow(/nonsense/);
    const { rows } =
      await sql`select to_regclass('public.half') as half, to_regclass('public.one')::text as one`.execute(
        copy.database.owner,
      );
    expect(rows).toEqual([{ half: null, one: 'one' }]);
    expect(await run(one, two)).toEqual(['2']);
  });

  test('a changed migration is rejected with a sentence', async () => {
    await run(one);
    await expect(run({ ...one, script: `${one.script} ` })).rejects.toThrow(
      new MigrationMismatch(
        'The migration 1_one (test) was changed after it was applied. Restore the file and write the change as a new migration.',
      ),
    );
  });

  test('a missing migration is rejected with a sentence', async () => {
    await run(one, two);
    await expect(run(one)).rejects.toThrow(
      /The database has the migration 2_two \(test\), which this version of the program does not know/,
    );
  });

  test('a database with a migration older than the first one is rejected with a sentence', async () => {
    await run(one);
    await expect(run(two)).rejects.toThrow(
      new MigrationMismatch(
        'The database was created by a development version from before the first release (migration 1_one, test), whose data this version of the program cannot read. Start it with an empty DATA_DIR or an empty database, or use the version that created this one.',
      ),
    );
  });

  test('a migration older than the newest applied one is rejected', async () => {
    await run(two);
    await expect(run(one, two)).rejects.toThrow(/1_one \(test\) is older than 2/);
  });
});
