import { randomUUID } from 'node:crypto';
import type { Database } from '#backend/database/database.ts';
import { FileMissing, type FileStore } from '#backend/storage/files.ts';
import type { BackupSource } from '#server/backup/create-backup.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { openTemplateCopy } from './template-copy.ts';

/** A database and a file store in memory. */
export type TestSource = BackupSource & {
  /** The stored files by key. */
  bytes: Map<string, Buffer>;
  /** Called before a file is read. */
  beforeRead: (key: string) => Promise<void>;
  /** Adds an object with its file and returns the file's key. */
  addFile: (name: string, content: string) => Promise<string>;
};

export async function openTestSource(): Promise<TestSource> {
  const database = await openTemplateCopy();
  const bytes = new Map<string, Buffer>();
  const source: TestSource = {
    database,
    sets: await readMigrationSets(),
    version: '1.2.3',
    bytes,
    beforeRead: async () => {},
    files: createMemoryFiles(bytes, (key) => source.beforeRead(key)),
    addFile: (name, content) => addFile(database, bytes, name, content),
  };
  return source;
}

function createMemoryFiles(
  bytes: Map<string, Buffer>,
  beforeRead: (key: string) => Promise<void>,
): FileStore {
  return {
    read: async (key) => {
      await beforeRead(key);
      const content = bytes.get(key);
      if (!content) throw new FileMissing('No such file');
      return new Blob([new Uint8Array(content)]).stream() as ReadableStream<Uint8Array>;
    },
    write: async (key, content) => {
      const whole = Buffer.concat(await Array.fromAsync(content));
      bytes.set(key, whole);
      return { size: whole.byteLength };
    },
    remove: async (key) => {
      bytes.delete(key);
    },
    list: async function* () {
      for (const key of bytes.keys()) yield { key, writtenAt: new Date() };
    },
  };
}

async function addFile(
  database: Database,
  bytes: Map<string, Buffer>,
  name: string,
  content: string,
): Promise<string> {
  const key = randomUUID();
  bytes.set(key, Buffer.from(content));
  await database.owner
    .insertInto('storage.objects')
    .values({
      bucket_id: 'images',
      name,
      owner_id: null,
      version: key,
      metadata: null,
      user_metadata: null,
    })
    .onConflict((conflict) => conflict.columns(['bucket_id', 'name']).doUpdateSet({ version: key }))
    .execute();
  return key;
}
