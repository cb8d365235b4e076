import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepOrphans } from '#backend/storage/files.ts';
import { openDatabase } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  insertRows,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';
import { dumpTables, withoutSessions } from '#tests/support/database-dump.ts';
import { getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { runScript } from '#tests/support/run-script.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

const silent = pino({ level: 'silent' });
const message = 'Images are unavailable, please try again later';

describe.skipIf(!engineAvailable())('a site with its images in S3', () => {
  let store: Awaited<ReturnType<typeof startS3Server>>;
  let backend: TestBackend;
  let image: Buffer;
  let isClosed = false;

  beforeAll(async () => {
    store = await startS3Server();
    backend = await startBackend(store.environment);
    image = await createSmallImage();
  });
  afterEach(async () => {
    if (isClosed) await reopenStore();
  });
  afterAll(async () => {
    await backend?.stop();
    await store.stop();
  });

  const images = (who: 'anon' | 'staff') => backend[who].storage.from('images');
  const publicUrl = (name: string) => images('anon').getPublicUrl(name).data.publicUrl;
  const closeStore = async () => {
    isClosed = true;
    await store.close();
  };
  const reopenStore = async () => {
    isClosed = false;
    await store.reopen();
  };
  /** Keys of files, without the bucket's mark. */
  const stored = () => [...store.objects.keys()].filter((key) => key !== 'ridgeline-owner');

  test('accepts enquiries while the store is unreachable, reports why an image is not stored, and recovers', async () => {
    await images('staff').upload('projects/1-a.jpg', image);
    await closeStore();
    const upload = () => images('anon').upload('inspiration/1767225600002-a.jpg', image);
    expect((await upload()).error).toMatchObject({ status: 503, message });
    expect((await fetch(publicUrl('projects/1-a.jpg'))).status).toBe(503);
    await insertRows(backend.anon, 'quote_requests', newQuoteRequest());
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);

    await reopenStore();
    await expect.poll(async () => (await upload()).error).toBeNull();
    expect((await fetch(publicUrl('projects/1-a.jpg'))).status).toBe(200);
  });

  test('does not remove the files of another database', async () => {
    const old = { body: image, metadata: {}, writtenAt: new Date(0) };
    const key = '00000000-0000-4000-8000-00000000000a';
    const opened = await openFiles(settings());
    store.objects.set(key, old);
    const mark = store.objects.get('ridgeline-owner');
    if (!mark) throw new Error('The bucket has no mark');
    store.objects.set('ridgeline-owner', { ...mark, metadata: { 'x-amz-meta-sha256': 'other' } });
    await opened.sweep(backend.database, silent);
    expect(stored()).toContain(key);
    store.objects.set('ridgeline-owner', mark);
    await opened.sweep(backend.database, silent);
    expect(stored()).not.toContain(key);

    // A machine whose clock is two hours ahead takes no upload under way for an old file.
    store.objects.set(key, { ...old, writtenAt: new Date() });
    // Listed before the clock changes: the store's own clock is right.
    const listed = await Array.fromAsync(opened.files.list());
    const files = {
      ...opened.files,
      list: async function* () {
        yield* listed;
      },
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    const swept = sweepOrphans(backend.database, files, 3_600_000);
    expect(await swept.finally(() => vi.useRealTimers())).toBe(0);
    expect(listed.map((file) => file.key)).toContain(key);
    expect(stored()).toContain(key);
    store.objects.delete(key);
    await opened.close();
  });

  test('is backed up from the store and restored into another, every row and file the same', async () => {
    const root = mkdtempSync(join(tmpdir(), 'ridgeline-backup-s3-'));
    const other = await startS3Server();
    const isServer = backend.database.engine === 'server';
    const database: Record<string, string> = isServer
      ? { DATABASE_URL: await getDatabaseUrl(backend.database) }
      : {};
    const backUp = (folder: string) =>
      runScript('scripts/backup.ts', [join(root, folder)], {
        ...database,
        DATA_DIR: backend.directory,
        PORT: new URL(backend.url).port,
        ...store.environment,
      });
    try {
      const upload = () => images('staff').upload('sheds/8-a.jpg', image, { upsert: true });
      await expect.poll(async () => (await upload()).error).toBeNull();
      expect(await backUp('made')).toMatchObject({ status: 0, errors: '' });

      await closeStore();
      const refused = await backUp('refused');
      expect(refused).toMatchObject({
        status: 1,
        errors: 'The image store (S3) is not responding properly. Try again later.\n',
      });
      expect(readdirSync(join(root, 'refused'))).toEqual([]);

      const target = { DATA_DIR: join(root, 'restored'), ...other.environment };
      const file = join(root, 'made', readdirSync(join(root, 'made'))[0] ?? '');
      const restored = await runScript('scripts/restore.ts', [file], target);
      expect(restored).toMatchObject({ status: 0, errors: '' });
      expect(readdirSync(target.DATA_DIR)).not.toContain('storage');
      expect(bodiesIn(other)).toEqual(bodiesIn(store));
      const copy = await openDatabase(readSettings(target).database, silent);
      const rows = await dumpTables(copy).finally(copy.close);
      expect(rows).toEqual(withoutSessions(await dumpTables(backend.database)));
    } finally {
      await other.stop();
      rmSync(root, { recursive: true, force: true });
    }
  });

  /** The objects of a store by key, without that of the owner. */
  const bodiesIn = ({ objects }: typeof store) =>
    Object.fromEntries(
      [...objects]
        .filter(([key]) => key !== 'ridgeline-owner')
        .map(([key, { body }]) => [key, body.toString('base64')]),
    );

  const settings = () => readSettings({ DATA_DIR: backend.directory, ...store.environment });
});
