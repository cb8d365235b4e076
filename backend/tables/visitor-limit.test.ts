import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTables, type TestTables } from './test-tables.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
}, 60_000);
afterAll(() => tables.close());

const message = (email: string) => ({ name: 'Ann', email, message: 'How much is a shed?' });

const send = (caller: string, rows: object[] | object, address: string) =>
  tables.request(caller, '/contact_submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ridgeline-address': address },
    body: JSON.stringify(rows),
  });

const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => message(`ann${index}@example.com`));

it('takes some rows of a visitor at once, and not thousands', async () => {
  expect((await send('anon', messages(20), '192.0.2.1')).status).toBe(201);
  const refused = await send('anon', messages(21), '192.0.2.1');
  expect([refused.status, (await refused.json()).code]).toEqual([400, 'PGRST102']);
  expect((await send('staff', messages(21), '192.0.2.1')).status).toBe(201);
});

it('counts the inserts of one address, and of nobody else', async () => {
  for (let index = 0; index < 200; index += 1) {
    const response = await send('anon', message('bob@example.com'), '192.0.2.2');
    expect(response.status).toBe(201);
  }
  const refused = await send('anon', message('bob@example.com'), '192.0.2.2');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await refused.json()).code).toBe('over_request_rate_limit');
  expect((await send('stranger', message('bob@example.com'), '192.0.2.2')).status).toBe(429);
  expect((await send('anon', message('cat@example.com'), '192.0.2.3')).status).toBe(201);
  expect((await send('staff', message('owner@example.com'), '192.0.2.2')).status).toBe(201);
});
