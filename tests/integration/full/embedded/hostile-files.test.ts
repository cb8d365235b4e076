import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileFile, hostileFiles } from '#tests/fixtures/hostile-files.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

/** Milliseconds that any of them may take, on however busy a machine. */
const timeoutMs = 15_000;
const shown = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

describe.skipIf(!engineAvailable())('hostile files', () => {
  let backend: TestBackend;
  let files: HostileFile[];
  beforeAll(async () => {
    files = await hostileFiles();
    backend = await startBackend({ TRUST_PROXY: 'true' });
  });
  afterAll(() => backend?.stop());

  type Entry = (path: string, file: HostileFile, index: number) => Promise<number>;
  const headers = (index: number) => ({
    apikey: backend.publishableKey,
    'x-forwarded-for': `203.0.113.${index}`,
  });
  const blob = ({ bytes, type }: HostileFile) => new Blob([new Uint8Array(bytes)], { type });
  const status = async (response: Response) => {
    await response.body?.cancel();
    return response.status;
  };
  const entries: [string, Entry][] = [
    [
      'as bytes',
      async (path, file, index) =>
        status(
          await fetch(`${backend.url}/storage/v1/object/images/${path}`, {
            method: 'POST',
            headers: { ...headers(index), 'content-type': file.type },
            body: blob(file),
          }),
        ),
    ],
    [
      'in a form',
      async (path, file, index) => {
        const form = new FormData();
        form.set('', blob(file), file.name);
        return status(
          await fetch(`${backend.url}/storage/v1/object/images/${path}`, {
            method: 'POST',
            headers: headers(index),
            body: form,
          }),
        );
      },
    ],
    [
      'by a signed URL, as the back office uploads its images',
      async (path, file) => {
        const bucket = backend.staff.storage.from('images');
        const { data, error } = await bucket.createSignedUploadUrl(
          path.replace('inspiration', 'sheds'),
          { upsert: true },
        );
        if (error) throw error;
        return status(
          await fetch(data.signedUrl, {
            method: 'PUT',
            headers: { 'content-type': file.type },
            body: blob(file),
          }),
        );
      },
    ],
  ];

  test.each(entries)('%s: each is stored as an image or rejected', async (_how, send) => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    const stored: string[] = [];
    for (const [index, file] of files.entries()) {
      const path = `inspiration/${1_700_000_000_000 + index}-${entries.findIndex(([, entry]) => entry === send)}.jpg`;
      const started = performance.now();
      const answered = await send(path, file, index);
      expect(performance.now() - started, file.name).toBeLessThan(timeoutMs);
      expect([200, 400], `${file.name}: ${answered}`).toContain(answered);
      if (answered === 200)
        stored.push(send === entries[2]?.[1] ? path.replace('inspiration', 'sheds') : path);
    }
    expect(stored.length).toBeGreaterThan(15);
    expect(stored.length).toBeLessThan(files.length - 30);
    for (const path of stored) {
      const response = await fetch(`${backend.url}/storage/v1/object/public/images/${path}`);
      await response.body?.cancel();
      expect(response.status).toBe(200);
      expect(shown).toContain(response.headers.get('content-type'));
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'.*; sandbox$/,
      );
      expect(response.headers.get('content-disposition')).toMatch(
        /^inline; filename="[^"]+\.(jpg|png|webp|avif|gif)"/,
      );
    }
  });

  test('the process stays within its memory limit and responds', async () => {
    expect(process.memoryUsage().rss).toBeLessThan(1.5 * 1024 ** 3);
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  });
});
