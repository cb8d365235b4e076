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

  test('each is stored as an image or rejected', async () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    const stored: string[] = [];
    for (const [index, { bytes, name, type }] of files.entries()) {
      const path = `inspiration/${1_700_000_000_000 + index}-a.jpg`;
      const started = performance.now();
      const { status, body } = await fetch(`${backend.url}/storage/v1/object/images/${path}`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          'x-forwarded-for': `203.0.113.${index}`,
          'content-type': type,
        },
        body: new Uint8Array(bytes),
      });
      await body?.cancel();
      expect(performance.now() - started, name).toBeLessThan(timeoutMs);
      expect([200, 400], `${name}: ${status}`).toContain(status);
      if (status === 200) stored.push(path);
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
