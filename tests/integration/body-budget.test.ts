import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

const bodyBytes = 256 * 1024;

describe.skipIf(!engineAvailable())('request bodies that are held open', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  /** Sends all of a body but its last byte. */
  const hold = (answers: IncomingMessage[]): ClientRequest => {
    const headers = {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      'content-length': bodyBytes,
    };
    const url = `${backend.url}/rest/v1/contact_submissions`;
    const held = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      answers.push(response);
    });
    held.on('error', () => {});
    held.write(Buffer.alloc(bodyBytes - 1, 0x20));
    return held;
  };
  const send = () => {
    const row = { name: 'Ann', email: 'ann@example.com', message: 'How much is a shed?' };
    return backend.anon
      .from('contact_submissions')
      .insert({ ...row, message: crypto.randomUUID() });
  };

  test('a network that holds more than 8 MiB gets 503, and small requests are answered', async () => {
    const answers: IncomingMessage[] = [];
    const held = Array.from({ length: 40 }, () => hold(answers));
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(0);
    for (const { statusCode, headers } of answers) {
      expect([statusCode, headers['retry-after'], headers.connection]).toEqual([
        503,
        '10',
        'close',
      ]);
    }
    expect((await send()).status).toBe(201);
    expect(answers.length).toBeLessThan(10);
    for (const open of held) open.destroy();
    const again: IncomingMessage[] = [];
    const few = Array.from({ length: 20 }, () => hold(again));
    for (const open of few) open.end(' ');
    await expect.poll(() => again.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(400));
  });
});
