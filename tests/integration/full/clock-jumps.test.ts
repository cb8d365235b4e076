import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { engineAvailable, staffAccount, type TestClient } from '#tests/support/backend.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { type RunningSite, startSite } from '#tests/support/start-site.ts';

/**
 * A process whose clock is set by hours while it runs. On the embedded database its clock is the
 * database's; on a PostgreSQL server only the process's own jumps.
 */

const hour = 3_600_000;
const shim = fileURLToPath(new URL('../../support/jumping-clock.ts', import.meta.url));
const isEmbedded = inject('template').engine === 'embedded';

describe.skipIf(!engineAvailable())('a clock that jumps', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  let site: RunningSite;
  let staff: TestClient;
  const setClock = (offset: number) => writeFileSync(join(copy.directory, 'clock'), `${offset}`);

  beforeAll(async () => {
    copy = await createSiteCopy();
    setClock(0);
    site = await startSite({
      ...copy.environment,
      NODE_OPTIONS: `--import ${shim}`,
      CLOCK_OFFSET: join(copy.directory, 'clock'),
    });
    staff = site.newClient();
    const { error } = await staff.auth.signInWithPassword(staffAccount);
    if (error) throw error;
    for (const subject of ['One', 'Two', 'Three'].map((word) => `${word} of before`)) {
      const row = newContactMessage({ subject, email: `${subject.slice(0, 3)}@example.com` });
      await site.service.from('contact_submissions').insert(row).throwOnError();
    }
  });
  afterAll(async () => {
    await site?.end('SIGKILL');
    copy?.remove();
  });

  const subjects = async () =>
    (await site.service.from('contact_submissions').select('subject').throwOnError()).data.map(
      ({ subject }) => subject,
    );
  const removeOld = () =>
    site.service
      .rpc('begin_retention_run', { caller_clock: new Date().toISOString() })
      .throwOnError();

  test.each([5, -5, 0, 30, -30, 0])('by %i hours stops no job, session or cache', async (hours) => {
    setClock(hours * hour);
    expect((await fetch(`${site.url}/sheds`)).status).toBe(200);

    const { data, error } = await staff.auth.refreshSession();
    expect(error).toBeNull();
    const jump = (data.session?.expires_at ?? 0) * 1000 - hour - Date.now() - hours * hour;
    expect(Math.abs(jump)).toBeLessThan(60_000);
    const token = data.session?.access_token ?? '';
    expect((await staff.auth.getUser(token)).error).toBeNull();
    expect((await site.newClient().auth.signInWithPassword(staffAccount)).error).toBeNull();

    const before = await subjects();
    const subject = `At ${hours} hours, ${before.length}`;
    const row = newContactMessage({ subject, email: `a${before.length}@example.com` });
    expect((await site.newClient().from('contact_submissions').insert(row)).error).toBeNull();
    const path = `sheds/${before.length}-clock.jpg`;
    const image = await createSmallImage();
    const stored = await staff.storage.from('images').upload(path, image);
    expect(stored.error).toBeNull();
    const { data: added } = await site.service
      .from('contact_submissions')
      .select('created_at')
      .eq('subject', subject)
      .single()
      .throwOnError();
    const ahead = Date.parse(added.created_at) - Date.now();
    expect(Math.abs(ahead - (isEmbedded ? hours * hour : 0))).toBeLessThan(60_000);
    await removeOld();
    expect((await subjects()).sort()).toEqual([...before, subject].sort());
    expect((await staff.storage.from('images').download(path)).error).toBeNull();
  });
});
