import { expect, inject, test } from 'vitest';
import { killRounds } from '#tests/durability/kill-rounds.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

const rounds = 3;

test.skipIf(inject('template').engine !== 'server')(
  `every acknowledged row exists after the site, the database and both were killed`,
  { timeout: 400_000 },
  async () => {
    const server = await startPostgresServer();
    if (!server) throw new Error('No PostgreSQL server on this machine');
    try {
      const { missing, failedBeside } = await killRounds(server, rounds);
      expect(missing).toEqual([]);
      expect(failedBeside).toBe(0);
    } finally {
      await server.stop();
    }
  },
);
