import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  addTestStaff,
  startTestService,
  type TestService,
} from '#backend/auth/testing/auth-service.ts';

const hour = 60 * 60 * 1000;
const account = { email: 'owner@example.com', password: 'correct horse 7 battery' };
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await addTestStaff(service.database, account);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => service.stop());

const setClock = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });

test.each([
  ['an hour forwards', hour + 1000],
  ['a day forwards', 24 * hour],
  ['an hour back', -hour],
  ['a day back', -24 * hour],
])('%s: sessions last, and signing in works', async (_name, by) => {
  const client = service.newClient();
  const { data } = await client.auth.signInWithPassword(account);
  const before = data.session?.refresh_token;
  setClock(by);
  const refreshed = await client.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(before);
  const token = refreshed.data.session?.access_token ?? '';
  expect((await client.auth.getUser(token)).error).toBeNull();
  expect((await service.newClient().auth.signInWithPassword(account)).error).toBeNull();

  vi.useRealTimers();
  const back = await client.auth.refreshSession();
  expect(back.error).toBeNull();
  expect((await client.auth.getUser(back.data.session?.access_token)).error).toBeNull();
});

test('attempts counted before the clock was set back lock no account', async () => {
  const client = service.newClient();
  const guess = () => client.auth.signInWithPassword({ ...account, password: 'a wrong guess' });
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess()).error?.status);
  expect(statuses.at(-1)).toBe(429);
  setClock(-24 * hour);
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
});
