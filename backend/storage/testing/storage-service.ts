import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pino from 'pino';
import { loadKeys } from '#backend/auth/keys.ts';
import type { Caller, Database } from '#backend/database/database.ts';
import { createDiskFiles, type FileStore } from '#backend/storage/files.ts';
import { createStorage } from '#backend/storage/storage.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

/** The callers of tests. The API key of each is its own name. */
type TestCaller = 'anon' | 'stranger' | 'staff' | 'service_role';

const staffId = '00000000-0000-4000-8000-000000000001';
const strangerId = '00000000-0000-4000-8000-000000000002';
const callers: Record<TestCaller, Caller> = {
  anon: { role: 'anon', claims: {} },
  stranger: { role: 'authenticated', claims: { sub: strangerId, role: 'authenticated' } },
  staff: {
    role: 'authenticated',
    claims: { sub: staffId, session_id: staffId, role: 'authenticated' },
    isStaff: true,
  },
  service_role: { role: 'service_role', claims: {} },
};

/** Opens a database in memory with every migration applied, and one account in staff. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openTemplateCopy();
  await database.session(({ exec }) =>
    exec(`
    insert into auth.users (id, email) values
      ('${staffId}', 'owner@example.com'), ('${strangerId}', 'stranger@example.com');
    insert into public.staff (user_id) values ('${staffId}');
    insert into auth.sessions (id, user_id) values ('${staffId}', '${staffId}');`),
  );
  return database;
}

/** Storage on a database in memory and a folder of its own, with supabase-js clients. */
export async function startTestStorage({
  wrapFiles = (files) => files,
  ...limits
}: {
  wrapFiles?: (files: FileStore) => FileStore;
  anonymousUploadsPerHour?: number;
} = {}) {
  const database = await openTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'storage-'));
  const files = wrapFiles(createDiskFiles(join(directory, 'files')));
  const keys = await loadKeys(directory);
  const app = createStorage({
    database,
    files,
    keys,
    resolveCaller: async ({ headers }) => ({
      ...callers[(headers.get('apikey') ?? 'anon') as TestCaller],
      headers: Object.fromEntries(headers),
    }),
    logger: pino({ level: 'silent' }),
    ...limits,
  });
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    return app.request(new Request(request.url.replace('/storage/v1', ''), request));
  };
  return {
    database,
    files,
    keys,
    fetch,
    /** For a server: the request is passed on as it is, with its signal. */
    app: new Hono().route('/storage/v1', app),
    /** The `images` bucket as this caller sees it. */
    images: (caller: TestCaller, headers: Record<string, string> = {}) =>
      createCallerClient(caller, headers).storage.from('images'),
    client: (caller: TestCaller) => createCallerClient(caller, {}),
    /** The keys of the files on disk. */
    filesOnDisk: () => readdir(join(directory, 'files')),
    clearFiles: async () => {
      for (const file of await readdir(join(directory, 'files'))) {
        await rm(join(directory, 'files', file));
      }
    },
    /** Puts a file into the folder, past the store. */
    writeRaw: (fileName: string, bytes: Uint8Array) =>
      writeFile(join(directory, 'files', fileName), bytes),
    stop: async () => {
      await database.close();
      await rm(directory, { recursive: true });
    },
  };

  function createCallerClient(caller: TestCaller, headers: Record<string, string>) {
    return createClient('http://localhost', caller, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch, headers },
    });
  }
}

export type TestStorage = Awaited<ReturnType<typeof startTestStorage>>;
