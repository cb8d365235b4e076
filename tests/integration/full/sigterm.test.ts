import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { type RunningSite, spawnSite, startSite } from '#tests/support/start-site.ts';

/** Docker and systemd allow ten seconds or more; a busy machine adds some. */
const maxShutdownMs = 13_000;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!engineAvailable())('SIGTERM', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  let site: RunningSite | undefined;
  afterEach(async () => {
    await site?.end('SIGKILL');
    copy.remove();
  });

  /** Uploads and messages, as fast as they are acknowledged. */
  function startWrites({ service }: RunningSite) {
    const files = new Map<string, string>();
    const subjects: string[] = [];
    let stopped = false;
    const repeat = async (write: () => Promise<void>) => {
      while (!stopped) await write();
    };
    const upload = async () => {
      const raw = { width: 200, height: randomInt(1, 400), channels: 3 as const };
      const image = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
        .png()
        .toBuffer();
      const path = `sheds/${randomUUID()}.png`;
      const { error } = await service.storage
        .from('images')
        .upload(path, image, { contentType: 'image/png' });
      if (!error) files.set(path, digest(image));
    };
    const send = async () => {
      const subject = randomUUID();
      const row = newContactMessage({ subject, email: `${subject}@example.com` });
      const { error } = await service.from('contact_submissions').insert(row);
      if (!error) subjects.push(subject);
      else await sleep(20);
    };
    const running = [upload, upload, upload, upload, send, send].map(repeat);
    return {
      files,
      subjects,
      stop: async () => {
        stopped = true;
        await Promise.all(running);
      },
    };
  }

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

  test('during uploads retains every acknowledged image, and no row without its file or file without its row', async () => {
    copy = await createSiteCopy();
    for (const isSlow of [false, true]) {
      site = await startSite(copy.environment);
      const writes = startWrites(site);
      if (isSlow) await startSlowUpload(site);
      await expect.poll(() => writes.files.size).toBeGreaterThan(2);
      await sleep(randomInt(50, 500));
      const begun = performance.now();
      const code = await site.end('SIGTERM');
      expect(performance.now() - begun).toBeLessThan(maxShutdownMs);
      expect(code).toBe(0);
      await writes.stop();

      site = await startSite(copy.environment);
      const { service } = site;
      const { data: rows } = await service.from('contact_submissions').select('subject');
      const stored = rows?.map(({ subject }) => subject);
      expect(stored).toEqual(expect.arrayContaining(writes.subjects));
      const images = service.storage.from('images');
      for (const [path, sha256] of writes.files) {
        const { data } = await images.download(path);
        expect(digest(new Uint8Array((await data?.arrayBuffer()) ?? []))).toBe(sha256);
      }
      const { data: objects } = await images.list('sheds', { limit: 10_000 });
      const files = readdirSync(join(copy.directory, 'storage'));
      expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(files).toHaveLength(objects?.length ?? -1);
      expect(await site.end('SIGTERM')).toBe(0);
    }
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
    const { error } = await site.service
      .from('contact_submissions')
      .insert(newContactMessage({ subject: 'After all' }));
    expect(error).toBeNull();
    expect(await site.end('SIGTERM')).toBe(0);
  });
});
