import { expect, test } from 'vitest';
import type { Caller } from '#backend/database/database.ts';
import { createFloodLimit, floodResponse } from './flood-limit.ts';
import { TooManyRequests } from './rate-limit.ts';

const callerAs = (caller: Caller) => async () => caller;
const request = new Request('http://localhost/');
const ann: Caller = { role: 'authenticated', claims: { sub: 'ann' } };

test('a network has so many requests a minute, each its own', async () => {
  const flood = createFloodLimit(3);
  for (let n = 0; n < 3; n += 1) expect(await flood.ofNetwork('192.0.2.1')).toBe(0);
  expect(await flood.ofNetwork('192.0.2.1')).toBe(60);
  expect(await flood.ofNetwork('192.0.2.2')).toBe(0);
});

test('an account has as many, wherever it asks from; visitors and the service key are not accounts', async () => {
  const flood = createFloodLimit(3);
  for (let n = 0; n < 3; n += 1) await flood.ofAccounts(callerAs(ann))(request);
  await expect(flood.ofAccounts(callerAs(ann))(request)).rejects.toThrow(TooManyRequests);
  const ben = { ...ann, claims: { sub: 'ben' } };
  expect(await flood.ofAccounts(callerAs(ben))(request)).toBe(ben);
  for (const role of ['anon', 'service_role'] as const) {
    const callerOf = flood.ofAccounts(callerAs({ role, claims: {} }));
    for (let n = 0; n < 9; n += 1) expect((await callerOf(request)).role).toBe(role);
  }
});

test('0 is no limit', async () => {
  const flood = createFloodLimit(0);
  for (let n = 0; n < 9; n += 1) expect(await flood.ofNetwork('192.0.2.1')).toBe(0);
});

test('the refusal says when to come back, in the words of every service', async () => {
  const response = floodResponse(17);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
  expect(await response.json()).toMatchObject({
    code: 'over_request_rate_limit',
    message: 'Too many requests, please try again later',
    statusCode: '429',
    success: false,
  });
});

test('an IPv6 /48 may send four times as much as one of its networks', async () => {
  const flood = createFloodLimit(2);
  const waits: number[] = [];
  for (let n = 0; n < 10; n += 1) waits.push(await flood.ofNetwork(`2001:db8:7:${n}::/64`));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(8);
  expect(await flood.ofNetwork('2001:db8:8:0::/64')).toBe(0);
});
