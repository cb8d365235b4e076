import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '#backend/auth/testing/auth-service.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { addStaff } from './staff.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const account = { email: 'owner@example.com', password: 'correct horse' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await addStaff(service.database, account);
});
afterAll(() => service.stop());

const signIn = (network: string, credentials: typeof account) =>
  service.request('/token?grant_type=password', {
    method: 'POST',
    headers: { 'x-ridgeline-network': network },
    body: JSON.stringify(credentials),
  });

test('the owner signs in while verifications for a /56 hang; most of its 400 sign-ins are rejected', async () => {
  const actual = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  const hanging: (() => void)[] = [];
  let isOver = false;
  vi.mocked(verify).mockImplementation((hash, password, ...options) => {
    if (isOver || password !== 'guess') return actual.verify(hash, password, ...options);
    return new Promise((resolve) => hanging.push(() => resolve(false)));
  });
  const refused: Response[] = [];
  const burst = Array.from({ length: 400 }, async (_, n) => {
    const network = `2001:db8:1:${(n % 256).toString(16)}::/64`;
    const email = n % 2 ? account.email : `nobody${n}@example.com`;
    const response = await signIn(network, { email, password: 'guess' });
    if (response.status === 429) refused.push(response);
    return response.status;
  });
  await vi.waitFor(() => expect(hanging).toHaveLength(1), timeoutMs);

  const owner = await signIn('192.0.2.1', account);
  expect(owner.status).toBe(200);
  expect(hanging).toHaveLength(1);
  expect(refused.length).toBeGreaterThan(300);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(await refused[0]?.json()).toMatchObject({ code: 'over_request_rate_limit' });

  isOver = true;
  for (const finish of hanging) finish();
  expect(new Set(await Promise.all(burst))).toEqual(new Set([400, 429]));
});

test('an IPv6 /48 gets 429 after twenty sign-ins to one account in 15 minutes', async () => {
  vi.mocked(verify).mockResolvedValue(false);
  const guess = async (n: number) =>
    (await signIn(`2001:db8:2:${n}::/64`, { email: 'ann@example.com', password: 'x' })).status;
  const statuses: number[] = [];
  for (let n = 1; n <= 21; n += 1) statuses.push(await guess(n));
  expect(statuses).toEqual([...Array(20).fill(400), 429]);
});

test('the owner signs in from a known network while 300 networks sign in to the account', async () => {
  const actual = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  vi.mocked(verify).mockImplementation(actual.verify);
  expect((await signIn('198.51.100.1', account)).status).toBe(200);
  vi.mocked(verify).mockImplementation(async (hash, password, ...options) => {
    if (password === 'guess') await sleep(50);
    return actual.verify(hash, password, ...options);
  });
  let answered = 0;
  const burst = Array.from({ length: 300 }, async (_, n) => {
    const network = `10.0.${n >> 8}.${n & 255}`;
    const { status } = await signIn(network, { email: account.email, password: 'guess' });
    answered += 1;
    return status;
  });
  expect((await signIn('198.51.100.1', account)).status).toBe(200);
  expect(answered).toBeLessThan(200);
  const statuses = await Promise.all(burst);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));

  // Strangers have used up the account's tries of an hour by now.
  expect((await signIn('203.0.113.1', account)).status).toBe(429);
  expect((await signIn('198.51.100.1', account)).status).toBe(200);
});
