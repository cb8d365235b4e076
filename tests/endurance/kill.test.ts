import { expect, test } from 'vitest';
import { killRounds } from '#tests/durability/kill-rounds.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { appendFigures } from './append-figures.ts';

// KILLS=100 npm run test:endurance -- kill

test.each(['embedded', 'server'])(
  'no acknowledged write is lost in kills (%s)',
  {
    timeout: 0,
  },
  async (engine) => {
    const server = engine === 'server' ? await startPostgresServer() : undefined;
    if (engine === 'server' && !server) throw new Error('No PostgreSQL server on this machine');
    const rounds = Number(process.env.KILLS ?? (server ? 60 : 100));
    const began = performance.now();
    try {
      const report = await killRounds(server, rounds, 1000);
      appendFigures(
        engine === 'server' ? 'server-kill' : 'kill-embedded',
        Math.round((performance.now() - began) / 1000),
        {
          kills: rounds,
          ...report,
        },
      );
      expect(report).toMatchObject({ missing: [], failedBeside: 0 });
    } finally {
      await server?.stop();
    }
  },
);
