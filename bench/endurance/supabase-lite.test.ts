import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '#tests/e2e/support/site-process.ts';
import { makeMainJourney } from '#tests/hosted/main-journey.ts';
import { createLiteProject } from '#tests/hosted/supabase-lite.ts';

/**
 * The website on @supabase/lite, an implementation of the platform's protocol that is not ours. It is
 * an alpha and needs half a minute, so it is not in `npm test`. It lacks multipart uploads,
 * `request.headers`, functions and accounts made by an administrator, which the helpers work around.
 */

const owner = { email: 'owner@example.com', password: 'correct horse' };
const changesSecret = 'a secret for webhooks';
let project: Awaited<ReturnType<typeof createLiteProject>>;
let applied: string;

beforeAll(async () => {
  project = await createLiteProject();
  applied = await project.run('migration', 'up');
}, 120_000);
afterAll(() => project?.remove());

test('applies every migration and the demonstration content unchanged', async () => {
  const files = readdirSync('supabase/migrations').sort();
  for (const file of files) expect(applied).toContain(`Applied ${file}`);
  await project.runWith(readFileSync('supabase/seed.sql', 'utf8'), 'db', 'query');
  expect(await project.run('db', 'query', 'select count(*) as sheds from shed_listings')).toMatch(
    /[1-9]/,
  );
}, 120_000);

test('serves the main journey', async () => {
  await makeOwner();
  const lite = await project.start();
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-hosted-'));
  const site = await startSite({
    directory,
    environment: {
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      CHANGES_SECRET: changesSecret,
    },
  });
  try {
    await makeMainJourney({
      siteUrl: site.url,
      platformUrl: project.url,
      publishableKey: project.publishableKey,
      staff: owner,
      changesSecret,
      takesMultipart: false,
    });
  } finally {
    await site.stop();
    await lite.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}, 180_000);

/** Accounts are made by signing up, which the project itself does not allow; then staff, by SQL. */
async function makeOwner() {
  project.configure(true);
  const open = await project.start();
  const client = createClient(project.url, project.publishableKey);
  expect((await client.auth.signUp(owner)).error).toBeNull();
  await open.stop();
  project.configure(false);
  await project.run(
    'db',
    'query',
    `insert into staff (user_id) select id from auth.users where email = '${owner.email}'`,
  );
}
