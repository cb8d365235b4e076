import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
} from '#backend/storage/testing/test-images.ts';
import { FileMissing, type FileStore, sweepOrphans } from './files.ts';

let storage: TestStorage;
let image: Buffer;
let disturb: Partial<FileStore>;

beforeAll(async () => {
  image = await createTestImage();
  storage = await startTestStorage({
    wrapFiles: (files) => ({
      write: (...call) => (disturb.write ?? files.write)(...call),
      read: (...call) => (disturb.read ?? files.read)(...call),
      remove: (...call) => (disturb.remove ?? files.remove)(...call),
      list: files.list,
    }),
  });
});
beforeEach(async () => {
  disturb = {};
  await storage.database.owner.deleteFrom('storage.objects').execute();
  await storage.clearFiles();
});
afterAll(() => storage.stop());

const countRows = async () =>
  (await storage.database.owner.selectFrom('storage.objects').select('version').execute()).length;
const undisturbed = () => {
  const { files } = storage;
  return (key: string, content: AsyncIterable<Uint8Array>, limit: { maxBytes: number }) => {
    disturb = {};
    return files.write(key, content, limit);
  };
};

describe('a file and its row', () => {
  it('are both missing if the file could not be written', async () => {
    disturb.write = () => Promise.reject(new Error('EIO: i/o error, write'));
    const { error } = await storage.images('anon').upload(createInspirationName(), image);
    expect(error).toMatchObject({ status: 500, message: 'Internal Server Error' });
    expect(await countRows()).toBe(0);
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  const full = { status: 507, message: 'No space left to store files' };

  it('are both missing if the disk of the files is full', async () => {
    const written: string[] = [];
    const write = undisturbed();
    disturb.write = async (...call) => {
      await write(...call);
      written.push(...(await storage.filesOnDisk()));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const { error } = await storage.images('anon').upload(createInspirationName(), image);
    expect(error).toMatchObject(full);
    expect(written).toHaveLength(1);
    expect(await countRows()).toBe(0);
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  it('are both missing if the disk of the database is full', async () => {
    const { database } = storage;
    await sql`create function public.full_disk() returns trigger language plpgsql as $$ begin
      if new.metadata ->> 'size' <> '0' then
        raise sqlstate '53100' using message = 'could not extend file: No space left on device';
      end if;
      return new; end $$`.execute(database.owner);
    await sql`create trigger full_disk before insert on storage.objects
      for each row execute function public.full_disk()`.execute(database.owner);
    const { error } = await storage.images('anon').upload(createInspirationName(), image);
    await sql`drop function public.full_disk() cascade`.execute(database.owner);
    expect(error).toMatchObject(full);
    expect(await countRows()).toBe(0);
    expect(await storage.filesOnDisk()).toEqual([]);
    const { error: later } = await storage.images('anon').upload(createInspirationName(), image);
    expect(later).toBeNull();
  });

  it('are both missing if the row is rejected after the file was written', async () => {
    const name = createInspirationName();
    const write = undisturbed();
    disturb.write = async (...call) => {
      const written = await write(...call);
      await storage.database.owner
        .insertInto('storage.objects')
        .values({ bucket_id: 'images', name, version: randomUUID() })
        .execute();
      return written;
    };
    expect((await storage.images('anon').upload(name, image)).error).toMatchObject({
      status: 400,
      statusCode: '409',
    });
    expect(await countRows()).toBe(1);
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  it('are both missing if the client disconnects', async () => {
    let pieces = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pieces += 1;
        if (pieces > 3) controller.error(new Error('gone'));
        else controller.enqueue(new Uint8Array(1000));
      },
    });
    const { error } = await storage.images('anon').upload(createInspirationName(), body);
    expect(error).not.toBeNull();
    expect(await countRows()).toBe(0);
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  it('have the file on disk before the row is committed', async () => {
    const write = undisturbed();
    let rowsAtWrite = -1;
    disturb.write = async (...call) => {
      const written = await write(...call);
      rowsAtWrite = await countRows();
      return written;
    };
    expect((await storage.images('anon').upload(createInspirationName(), image)).error).toBeNull();
    expect(rowsAtWrite).toBe(0);
    expect(await countRows()).toBe(1);
  });

  it('leave one file after concurrent replacements', async () => {
    const staff = storage.images('staff');
    const results = await Promise.all(
      Array.from({ length: 6 }, () => staff.upload('hero/a.jpg', image, { upsert: true })),
    );
    expect(results.map(({ error }) => error)).toEqual(Array(6).fill(null));
    expect(await countRows()).toBe(1);
    expect(await storage.filesOnDisk()).toHaveLength(1);
  });

  it('are served while the file is replaced', async () => {
    const staff = storage.images('staff');
    await staff.upload('hero/a.jpg', image);
    disturb.read = async () => {
      disturb = {};
      throw new FileMissing('Replaced meanwhile');
    };
    expect(await readBlob((await staff.download('hero/a.jpg')).data)).toEqual(image);
  });

  it('are removed without an error if the old file can not be deleted', async () => {
    const staff = storage.images('staff');
    await staff.upload('hero/a.jpg', image);
    disturb.remove = () => Promise.reject(new Error('EIO'));
    expect((await staff.remove(['hero/a.jpg'])).data).toHaveLength(1);
    expect(await countRows()).toBe(0);
  });
});

describe('sweepOrphans', () => {
  it('removes the files without a row, and no other', async () => {
    await storage.images('staff').upload('hero/a.jpg', image);
    const [needed] = await storage.filesOnDisk();
    await storage.files.write(randomUUID(), content(image), { maxBytes: 1e6 });
    expect(await sweepOrphans(storage.database, storage.files, 60_000)).toBe(0);
    expect(await storage.filesOnDisk()).toHaveLength(2);
    expect(await sweepOrphans(storage.database, storage.files, -1000)).toBe(1);
    expect(await storage.filesOnDisk()).toEqual([needed]);
  });

  it('removes incomplete files that a crash left', async () => {
    await storage.writeRaw(`${randomUUID()}.part`, image);
    await storage.writeRaw('notes.txt', image);
    expect(await sweepOrphans(storage.database, storage.files, -1000)).toBe(1);
    expect(await storage.filesOnDisk()).toEqual(['notes.txt']);
  });
});

async function* content(bytes: Uint8Array) {
  yield bytes;
}
