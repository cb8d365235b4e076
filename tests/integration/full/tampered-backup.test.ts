import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readArchive } from '#server/backup/archive.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { sha256 } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newReview } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, useBackend } from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { dumpTables, withoutSessions } from '#tests/support/database-dump.ts';
import { runSql } from '#tests/support/empty-database.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';

/** One entry of a backup; `header` overrides what its bytes would have. */
type Member = { name: string; bytes: Buffer; header?: Partial<Header> };

/** Reads all entries of a backup into memory, in order. */
async function readMembers(path: string): Promise<Member[]> {
  const members: Member[] = [];
  for await (const { name, content } of readArchive(path)) {
    members.push({ name, bytes: Buffer.concat(await Array.fromAsync(content)) });
  }
  return members;
}

/** Writes any entries as a .tar.gz. */
async function writeMembers(path: string, members: Member[]): Promise<void> {
  const archive = pack();
  const done = pipeline(archive, createGzip({ level: 1 }), createWriteStream(path));
  for (const { name, bytes, header } of members) {
    const hasContent = header?.type === undefined || header.type === 'file';
    archive.entry({ name, ...header }, hasContent ? bytes : Buffer.alloc(0));
  }
  archive.finalize();
  await done;
}

/** What a consistent forger changes: the manifest, the rows, and every sum that depends on them. */
type Forgery = {
  manifest?: (manifest: Manifest) => void;
  rows?: (script: string) => string;
};

/** Changes the manifest and the rows of a backup, and recomputes all sums. */
function forge(members: Member[], { manifest: change, rows }: Forgery): Member[] {
  const script = find(members, 'database.sql').bytes.toString('utf8');
  const sql = Buffer.from(rows?.(script) ?? script);
  const manifest = JSON.parse(find(members, 'manifest.json').bytes.toString('utf8')) as Manifest;
  manifest.database = { ...manifest.database, size: sql.byteLength, sha256: sha256(sql) };
  change?.(manifest);
  return withSums(
    members.map((member) => {
      if (member.name === 'database.sql') return { ...member, bytes: sql };
      if (member.name !== 'manifest.json') return member;
      return { ...member, bytes: Buffer.from(JSON.stringify(manifest)) };
    }),
  );
}

/** The same entries with matching sums. */
function withSums(members: Member[]): Member[] {
  const others = members.filter(({ name }) => name !== 'SHA256SUMS');
  const lines = others.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`);
  return [...others, { name: 'SHA256SUMS', bytes: Buffer.from(lines.join('')) }];
}

function find(members: Member[], name: string): Member {
  const member = members.find((each) => each.name === name);
  if (!member) throw new Error(`The backup has no ${name}`);
  return member;
}

/** A backup that is not as it was made is refused with a reason, or restored wholly. */

const silent = createLogger('silent');
const isServer = inject('template').engine === 'server';
const image = (members: Member[]) =>
  members.find(({ name }) => name.startsWith('storage/')) as Member;

type Change = (members: Member[]) => Member[];
const replace =
  (name: string, bytes: (old: Buffer) => Buffer): Change =>
  (members) =>
    members.map((member) =>
      member.name === name ? { ...member, bytes: bytes(member.bytes) } : member,
    );
const add =
  (...more: Member[]): Change =>
  (members) =>
    withSums([...members, ...more]);
const renameImage =
  (name: string): Change =>
  (members) =>
    withSums(members.map((each) => (each === image(members) ? { ...each, name } : each)));

const structural: [string, Change, RegExp][] = [
  [
    'without its sums',
    (all) => all.filter(({ name }) => name !== 'SHA256SUMS'),
    /has changed since/,
  ],
  ['without its rows', (all) => all.filter(({ name }) => name !== 'database.sql'), /is missing/],
  ['without its manifest', (all) => all.filter(({ name }) => name !== 'manifest.json'), /manifest/],
  ['with a manifest that is not JSON', replace('manifest.json', () => Buffer.from('{')), /JSON/],
  ['with a member twice', (all) => [image(all), ...all], /twice/],
  ['with a member of another name', add({ name: 'run.sh', bytes: Buffer.from('x') }), /run\.sh/],
  ['with a path upwards', renameImage('storage/../../keys.json'), /not part of a backup/],
  ['with an absolute path', renameImage('/etc/cron.d/x'), /not part of a backup/],
  [
    'with a symbolic link',
    add({ name: 'storage', bytes: Buffer.alloc(0), header: { type: 'symlink', linkname: '/etc' } }),
    /is a symlink/,
  ],
  [
    'with a hard link in place of an image',
    (all) =>
      all.map((each) =>
        each === image(all)
          ? { ...each, header: { type: 'link' as const, linkname: '/etc/passwd' } }
          : each,
      ),
    /is a link/,
  ],
  [
    'with rows that are one line of 200 MB',
    (all) => forge(all, { rows: () => 'x'.repeat(200_000_000) }),
    /line is longer/,
  ],
  [
    'with a manifest of 300 MB',
    replace('manifest.json', () => Buffer.alloc(300_000_000, ' ')),
    /has 300000000 bytes/,
  ],
];

const forgeries: [string, Forgery, RegExp][] = [
  ['rows that it lacks', { manifest: (each) => addCount(each, 'public.reviews') }, /instead of/],
  [
    'a file twice',
    { manifest: (each) => void each.files.push(...each.files.slice(0, 1)) },
    /names a file twice/,
  ],
  [
    'a file outside of the store',
    {
      manifest: (each) => {
        each.files[0] = { ...file(each), key: '../../keys' };
      },
    },
    /its manifest\.json is invalid/,
  ],
  [
    'migrations with a gap',
    { manifest: (each) => void each.migrations.project?.splice(-2, 1) },
    /without one that comes before/,
  ],
];

/** What only the database notices: on the embedded one, each of them takes a start. */
const inDatabase: [string, Forgery, RegExp][] = [
  [
    'other migrations than its rows',
    { rows: (sql) => sql.replace(/(\nproject\t\d+\t[\w-]+\t)[0-9a-f]+/, '$1a') },
    /other migrations/,
  ],
  [
    'a counter that does not exist',
    {
      manifest: (each) =>
        void each.sequences.push({
          schema: 'public',
          name: 'none',
          lastValue: '1',
          isCalled: true,
        }),
    },
    /rejected the backup/,
  ],
  [
    'a column that does not exist',
    {
      rows: (sql) =>
        sql.replace('("id", "customer_name", ', '("id", "customer_name); drop table x", '),
    },
    /./,
  ],
  [
    'a value that the table refuses',
    { rows: (sql) => sql.replace('A question about sizes', 'x'.repeat(300)) },
    /rejected the backup/,
  ],
];

describe.skipIf(!engineAvailable())('a restore', () => {
  const root = createTempDirectory();
  const backend = useBackend();
  let file: string;
  let members: Member[];
  let original: Record<string, string[]>;
  let emptyUrl: string;

  beforeAll(async () => {
    const { database, directory, service } = backend;
    await uploadSmallImage(service, 'sheds/1767225600000-a.jpg', '#a04030');
    await uploadSmallImage(service, 'sheds/1767225600000-b.jpg', '#305080');
    await insertRows(service, 'contact_submissions', newContactMessage());
    await insertRows(service, 'reviews', newReview());
    const { files, close } = await openFiles(readSettings({ DATA_DIR: directory }));
    const source = { database, files, sets: await readMigrationSets(), version: '0.1.0' };
    file = (await createBackup(source, join(root, 'backups'))).path;
    await close();
    members = await readMembers(file);
    original = withoutSessions(await dumpTables(database));
    if (isServer) emptyUrl = await createEmptyDatabase();
  });

  /** An empty data folder and, on a server, an empty database. */
  function createTarget(databaseUrl = emptyUrl) {
    const directory = mkdtempSync(join(root, 'target-'));
    return { DATA_DIR: directory, ...(isServer ? { DATABASE_URL: databaseUrl } : {}) };
  }

  async function restore(path: string, environment: Record<string, string>) {
    const settings = readSettings(environment);
    const { files, close } = await openFiles(settings);
    const sets = await readMigrationSets();
    try {
      await restoreBackup(path, { database: settings.database, files, sets, logger: silent });
    } finally {
      await close();
    }
  }

  /** @returns the message */
  async function expectRejected(path: string): Promise<string> {
    const target = createTarget();
    const error = await restore(path, target).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BackupError);
    const stored = join(target.DATA_DIR, 'storage');
    expect(existsSync(stored) ? readdirSync(stored) : []).toEqual([]);
    expect(existsSync(join(target.DATA_DIR, 'database'))).toBe(false);
    expect(existsSync(join(target.DATA_DIR, 'database.restoring'))).toBe(false);
    if (isServer) {
      const found = await runSql(
        emptyUrl,
        `select from pg_namespace where nspname in ('ridgeline', 'auth', 'storage', 'private')
         union all select from pg_class where relnamespace = 'public'::regnamespace`,
      );
      expect(found).toEqual([]);
    }
    return (error as BackupError).message;
  }

  test.each(structural)('rejects a backup %s', async (_what, change, reason) => {
    const path = join(root, 'structural.tar.gz');
    await writeMembers(path, change(members));
    expect(await expectRejected(path)).toMatch(reason);
  });

  test.each([...forgeries, ...inDatabase.slice(0, isServer ? undefined : 1)])(
    'rejects a consistent backup that claims %s',
    async (_what, how, reason) => {
      const path = join(root, 'forged.tar.gz');
      await writeMembers(path, forge(members, how));
      expect(await expectRejected(path)).toMatch(reason);
    },
  );

  test('completes over the files of an interrupted restore', async () => {
    const path = join(root, 'reordered.tar.gz');
    await writeMembers(path, [...members].reverse());
    const target = createTarget(isServer ? await createEmptyDatabase() : '');
    const { files, close } = await openFiles(readSettings(target));
    const key = image(members).name.slice('storage/'.length);
    await files.write(key, one(Buffer.from('half')), { maxBytes: 4 });
    await close();
    await restore(path, target);
    for (const { name, bytes } of members.filter((each) => each.name.startsWith('storage/'))) {
      expect(readFileSync(join(target.DATA_DIR, name)).equals(bytes)).toBe(true);
    }
    const database = await openDatabase(readSettings(target).database, silent);
    expect(await dumpTables(database)).toEqual(original);
    await database.close();
  });
});

async function* one(bytes: Buffer) {
  yield bytes;
}

function file({ files: [first] }: Manifest): Manifest['files'][number] {
  if (!first) throw new Error('The backup has no images');
  return first;
}

function addCount({ tables }: Manifest, table: string) {
  tables[table] = (tables[table] ?? 0) + 1;
}
