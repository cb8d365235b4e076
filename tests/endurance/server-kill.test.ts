import { expect, test } from 'vitest';
import { runSql } from '#tests/support/empty-database.ts';
import { killRounds } from '#tests/support/kill-rounds.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { appendFigures } from './append-figures.ts';

const rounds = Number(process.env.KILLS ?? 60);

/** Sites, the database and everything at once, killed under load: see tests/support/kill-rounds.ts. */
test(`no acknowledged row is lost in ${rounds} kills of sites and of their PostgreSQL server`, {
  timeout: 0,
}, async () => {
  const server = await startPostgresServer();
  if (!server) throw new Error('No PostgreSQL server on this machine');
  const began = performance.now();
  try {
    const [settings] = await runSql<{ version: string }>(
      server.getDatabaseUrl('postgres'),
      "select current_setting('server_version') as version",
    );
    const { acknowledged, missing, failedBeside } = await killRounds(server, rounds, 1000);
    expect(missing).toEqual([]);
    expect(failedBeside).toBe(0);
    appendFigures('server-kill', (performance.now() - began) / 1000, {
      postgres: settings?.version ?? 'unknown',
      kills: rounds,
      acknowledged,
      missing: missing.length,
      failedBeside,
    });
  } finally {
    await server.stop();
  }
});
