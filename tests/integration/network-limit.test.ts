import { type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

type Call = { path: string; method?: 'GET' | 'POST'; body?: object };

const settings: Call = { path: '/auth/v1/settings' };

describe.skipIf(!engineAvailable())('requests of one network at a time', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  /** @param from an IP of this machine, which counts as the client's */
  const send = async (from: string, { path, method = 'GET', body }: Call): Promise<number> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
      const options = { method, headers, localAddress: from, agent: false };
      const sent = request(`${backend.url}${path}`, options, resolve);
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
    response.resume();
    return response.statusCode ?? 0;
  };

  /** Makes whatever counts requests or reads files wait for the database. */
  const holdTables = async () => {
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const transaction = backend.database.owner.transaction().execute(async (owner) => {
      await sql`lock table private.rate_limits, storage.objects in access exclusive mode`.execute(
        owner,
      );
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    return async () => {
      released.resolve();
      await transaction;
    };
  };

  test.each<[string, Call]>([
    [
      'list images',
      { path: '/storage/v1/object/list/images', method: 'POST', body: { prefix: 'sheds' } },
    ],
    [
      'refresh sessions',
      {
        path: '/auth/v1/token?grant_type=refresh_token',
        method: 'POST',
        body: { refresh_token: 'none' },
      },
    ],
    [
      'send mails',
      {
        path: '/functions/v1/send-email',
        method: 'POST',
        body: { type: 'contact', id: crypto.randomUUID() },
      },
    ],
  ])(
    'of 300 that %s the last get 429, and other networks are answered meanwhile',
    async (_what, call) => {
      const release = await holdTables();
      try {
        const statuses: number[] = [];
        const burst = Array.from({ length: 300 }, async () => {
          statuses.push(await send('127.0.0.1', call));
        });
        await expect.poll(() => statuses.length).toBe(96);
        expect(new Set(statuses)).toEqual(new Set([429]));
        expect(await send('127.0.0.1', settings)).toBe(429);
        expect(await send('127.0.0.2', settings)).toBe(200);
        // A page that this process renders for a visitor of the network.
        const { status } = await backend.fetchForPage('127.0.0.1', settings.path);
        expect(status).toBe(200);
        await release();
        await Promise.all(burst);
        expect(await send('127.0.0.1', settings)).toBe(200);
      } finally {
        await release();
      }
    },
  );
});
