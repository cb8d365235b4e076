import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import type { TestClient } from './backend.ts';
import { type Caller, callers } from './permission-matrix.ts';
import { createSmallImage } from './small-image.ts';

const image = { contentType: 'image/jpeg' };
const fresh = (folder: string) => `${folder}/1767225600000-${crypto.randomUUID()}.jpg`;

type Result = { data: unknown; error: unknown };
type Operation = {
  name: string;
  allowed: readonly Caller[];
  /** `stored` is the path of a stored image. */
  run: (client: TestClient, stored: string) => Promise<Result>;
};

const staff = ['staff'] as const;
const images = (client: TestClient) => client.storage.from('images');
const upload = async (client: TestClient, path: string, upsert: boolean) =>
  images(client).upload(path, await createSmallImage(), { ...image, upsert });

const operations: Operation[] = [
  {
    name: 'adds an inspiration image',
    allowed: callers,
    run: (client) => upload(client, fresh('inspiration'), false),
  },
  ...['projects', 'sheds', 'blog', 'hero', 'thumbnails'].map((folder) => ({
    name: `adds an image below ${folder}/`,
    allowed: staff,
    run: (client: TestClient) => upload(client, fresh(folder), false),
  })),
  {
    name: 'adds an image elsewhere',
    allowed: [],
    run: (client) => upload(client, fresh('elsewhere'), false),
  },
  {
    name: 'replaces an image by an upload',
    allowed: staff,
    run: (client, stored) => upload(client, stored, true),
  },
  {
    name: 'updates an image',
    allowed: staff,
    run: async (client, stored) => images(client).update(stored, await createSmallImage(), image),
  },
  {
    name: 'lists images',
    allowed: staff,
    run: (client) => images(client).list('inspiration'),
  },
  {
    name: 'reads the metadata of an image',
    allowed: staff,
    run: (client, stored) => images(client).info(stored),
  },
  {
    name: 'moves an image',
    allowed: staff,
    run: (client, stored) => images(client).move(stored, fresh('sheds')),
  },
  {
    name: 'copies an image',
    allowed: staff,
    run: (client, stored) => images(client).copy(stored, fresh('sheds')),
  },
  {
    name: 'signs a URL to read an image',
    allowed: staff,
    run: (client, stored) => images(client).createSignedUrl(stored, 60),
  },
  {
    name: 'signs an address to upload to',
    allowed: staff,
    run: (client) => images(client).createSignedUploadUrl(fresh('sheds')),
  },
  {
    name: 'removes an image',
    allowed: staff,
    run: (client, stored) => images(client).remove([stored]),
  },
  { name: 'lists buckets', allowed: staff, run: (client) => client.storage.listBuckets() },
  { name: 'sees the bucket', allowed: staff, run: (client) => client.storage.getBucket('images') },
  {
    name: 'sees the bucket of quotes',
    allowed: staff,
    run: (client) => client.storage.getBucket('quotes'),
  },
  ...['x.pdf', '00000000-0000-4000-8000-000000000001/x.pdf'].map((path) => ({
    name: `adds ${path} to the bucket of quotes`,
    allowed: [],
    run: (client: TestClient) =>
      client.storage
        .from('quotes')
        .upload(path, Buffer.from('%PDF-1.7'), { contentType: 'application/pdf' }),
  })),
  {
    name: 'makes a bucket',
    allowed: [],
    run: (client) => client.storage.createBucket('another', { public: true }),
  },
  {
    name: 'changes the bucket',
    allowed: [],
    run: (client) => client.storage.updateBucket('images', { public: false }),
  },
  {
    name: 'empties the bucket',
    allowed: [],
    run: (client) => client.storage.emptyBucket('images'),
  },
  {
    name: 'deletes the bucket',
    allowed: [],
    run: (client) => client.storage.deleteBucket('images'),
  },
];

/** Tests every operation on the bucket as every caller; a rejected one must change nothing. */
export function testBucketPermissions(
  database: () => Database,
  getClient: (caller: Caller) => TestClient,
): void {
  const readAll = async () => {
    const { rows } = await sql`
      select name, version, null as public from storage.objects
      union all select id, null, public::text from storage.buckets order by 1`.execute(
      database().owner,
    );
    return rows;
  };

  describe('the bucket', () => {
    test.each(
      operations.flatMap((operation) =>
        callers.map((caller) => ({
          ...operation,
          caller,
          may: operation.allowed.includes(caller),
        })),
      ),
    )('$caller $name: $may', async ({ caller, run, may }) => {
      const stored = fresh('inspiration');
      expect((await upload(getClient('staff'), stored, false)).error).toBeNull();
      const before = await readAll();
      const { data, error } = await run(getClient(caller), stored);
      const worked = error === null && !(Array.isArray(data) && data.length === 0);
      if (may) expect(error).toBeNull();
      expect(worked).toBe(may);
      if (!may) expect(await readAll()).toEqual(before);
    });
  });
}
