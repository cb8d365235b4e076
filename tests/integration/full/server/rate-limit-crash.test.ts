import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/empty-database.ts';
import { exhaustSignIn } from '#tests/support/exhaust-sign-in.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/start-site.ts';

const server = await startPostgresServer();

test.skipIf(!server)('a sign-in limit of a PostgreSQL server survives its crash', async () => {
  if (!server) return;
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-limit-'));
  const url = await createEmptyDatabase(server.getDatabaseUrl('postgres'));
  const site = await startSite({ DATABASE_URL: url, DATA_DIR: directory });
  onTestFinished(async () => {
    await site.end('SIGKILL');
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await exhaustSignIn(site.newClient());
  await server.crash();
  await server.restart();
  const guess = () =>
    site.newClient().auth.signInWithPassword({ email: 'owner@example.com', password: 'a guess' });
  // Connections of before the crash fail once each.
  await expect.poll(async () => (await guess()).error?.status).not.toBe(503);
  expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});
