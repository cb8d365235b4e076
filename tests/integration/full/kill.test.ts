import { expect, inject, test } from 'vitest';
import { killRounds } from '#tests/durability/kill-rounds.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

// TEST_FULL=1 KILLS=100 npm run test:integration -- full/kill

const isServer = inject('template').engine === 'server';
const rounds = Number(process.env.KILLS ?? (isServer ? 3 : 2));

test.skipIf(!engineAvailable())(
  `every acknowledged write exists after ${rounds} kills`,
  { timeout: 400_000 * rounds },
  async () => {
    const server = isServer ? await startPostgresServer() : undefined;
    if (isServer && !server) throw new Error('No PostgreSQL server on this machine');
    try {
      const { acknowledged, missing, failedBeside } = await killRounds(server, rounds);
      expect({ missing, failedBeside }).toEqual({ missing: [], failedBeside: 0 });
      expect(acknowledged).toBeGreaterThan(10 * rounds);
    } finally {
      await server?.stop();
    }
  },
);
