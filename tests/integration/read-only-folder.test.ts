import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Faults } from '#tests/durability/failing-disk.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { type RunningSite, startSite } from '#tests/support/start-site.ts';

/**
 * The data folder turns read-only while the site runs, as ext4 does after an error of its disk. A
 * remount is refused while files are open for writing, so the calls fail with EROFS instead.
 */

const shim = fileURLToPath(new URL('../durability/failing-disk.ts', import.meta.url));
const isEmbedded = inject('template').engine === 'embedded';

describe.skipIf(!engineAvailable())('a data folder that turns read-only', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  let site: RunningSite;
  const acknowledged: string[] = [];
  const control = () => `${copy.directory}.faults`;

  const start = () =>
    startSite({
      ...copy.environment,
      NODE_OPTIONS: `--import ${shim}`,
      FAILING_DISK: control(),
    });
  beforeAll(async () => {
    copy = await createSiteCopy();
    site = await start();
  });
  afterAll(async () => {
    await site?.end('SIGKILL');
    rmSync(control(), { force: true });
    copy?.remove();
  });

  const makeReadOnly = () => {
    const faults: Faults = { calls: ['write', 'open'], under: copy.directory, code: 'EROFS' };
    writeFileSync(control(), JSON.stringify(faults));
  };
  const makeWritable = () => rmSync(control());

  async function send() {
    const subject = randomUUID();
    const row = newContactMessage({ subject, email: `${subject}@example.com` });
    const answer = await site.service.from('contact_submissions').insert(row);
    if (!answer.error) acknowledged.push(subject);
    return answer;
  }
  const upload = async (name: string) => {
    const response = await fetch(`${site.url}/storage/v1/object/images/sheds/${name}.jpg`, {
      method: 'POST',
      headers: {
        apikey: site.secretKey,
        authorization: `Bearer ${site.secretKey}`,
        'content-type': 'image/jpeg',
      },
      body: new Uint8Array(await createSmallImage()),
    });
    await response.body?.cancel();
    return response.status;
  };
  const files = () => readdirSync(join(copy.directory, 'storage')).sort();
  async function expectStored() {
    const { data } = await site.service.from('contact_submissions').select('subject');
    const stored = data?.map(({ subject }) => subject);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored?.length);
  }

  test('shows cached pages, rejects writes with 503 or 507, and recovers by itself', async () => {
    expect((await fetch(`${site.url}/sheds`)).status).toBe(200);
    expect((await send()).error).toBeNull();
    expect(await upload('before')).toBe(200);
    const before = files();

    makeReadOnly();
    for (let n = 0; n < 3; n += 1) {
      const { status } = await send();
      // On a server the database has a disk of its own.
      expect(isEmbedded ? [503, 507] : [201]).toContain(status);
      expect([503, 507]).toContain(await upload(`during-${n}`));
      expect((await fetch(`${site.url}/sheds`)).status).toBe(200);
    }
    expect(files()).toEqual(before);
    expect(site.child.exitCode).toBeNull();

    makeWritable();
    await expect.poll(async () => (await send()).error, { timeout: 120_000 }).toBeNull();
    await expect.poll(() => upload(`after-${randomUUID()}`)).toBe(200);
    await expectStored();
  });

  test('loses no row after a restart', async () => {
    makeReadOnly();
    await send();
    makeWritable();
    await site.end('SIGKILL');
    site = await start();
    await expectStored();
    const { data } = await site.service.storage.from('images').list('sheds');
    expect(files()).toHaveLength(data?.length ?? -1);
  });
});
