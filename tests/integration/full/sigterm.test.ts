import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { type RunningSite, spawnSite, startSite } from '#tests/support/start-site.ts';

/** Docker and systemd allow ten seconds or more; a busy machine adds some. */
const maxShutdownMs = 13_000;

describe.skipIf(!engineAvailable())('SIGTERM', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  let site: RunningSite | undefined;
  afterEach(async () => {
    await site?.end('SIGKILL');
    copy.remove();
  });

  /** An upload that never ends. */
  async function startSlowUpload({ url, secretKey }: RunningSite) {
    const upload = request(`${url}/storage/v1/object/images/sheds/slow.jpg`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'image/jpeg',
        'content-length': 1_000_000,
      },
    });
    upload.on('error', () => {});
    upload.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0')]));
    const timer = setInterval(() => upload.write(randomBytes(1000)), 50);
    upload.on('close', () => clearInterval(timer));
    await once(upload, 'socket');
  }

  test('during an upload that never ends exits with 0, and leaves neither row nor file', async () => {
    copy = await createSiteCopy();
    site = await startSite(copy.environment);
    await startSlowUpload(site);
    const begun = performance.now();
    expect(await site.end('SIGTERM')).toBe(0);
    expect(performance.now() - begun).toBeLessThan(maxShutdownMs);

    site = await startSite(copy.environment);
    const { data: objects } = await site.service.storage.from('images').list('sheds');
    expect([objects, readdirSync(join(copy.directory, 'storage'))]).toEqual([[], []]);
    expect(await site.end('SIGTERM')).toBe(0);
  });

  test('during migrations ends the start, and the next start completes it', async () => {
    copy = await createSiteCopy();
    const environment =
      inject('template').engine === 'server'
        ? { ...copy.environment, DATABASE_URL: await createEmptyDatabase() }
        : { ...copy.environment, DATA_DIR: join(copy.directory, 'empty') };
    for (const delayMs of [0, 300, 1500]) {
      const child = spawnSite(environment);
      const exited = once(child, 'exit');
      if (child.stdout) await once(child.stdout, 'data');
      await sleep(delayMs);
      const begun = performance.now();
      child.kill('SIGTERM');
      await exited;
      expect(performance.now() - begun, `after ${delayMs} ms`).toBeLessThan(maxShutdownMs);
    }
    site = await startSite(environment);
    await insertRows(site.service, 'contact_submissions', newContactMessage());
    expect(await site.end('SIGTERM')).toBe(0);
  });
});
