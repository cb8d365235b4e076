import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spamCheckFields } from '#app/features/enquiries/spam.ts';
import { countInMemory } from '#backend/limits.ts';
import {
  createFormGuard,
  createFormToken,
  createReceipt,
  getFormTokenAge,
  isReceipt,
  verifyTurnstile,
} from './form-guard.ts';

const secret = 'a secret of the server, long enough';
const secrets = { forms: secret, evidence: 'another secret of the server' };
const now = Date.UTC(2027, 0, 4);

const createGuard = (changes: Partial<Parameters<typeof createFormGuard>[0]> = {}) =>
  createFormGuard({
    secrets,
    turnstile: undefined,
    countHit: countInMemory(),
    report: () => {},
    ...changes,
  });
let guard: ReturnType<typeof createGuard>;

beforeEach(() => {
  vi.useFakeTimers({ now });
  guard = createGuard();
});
afterEach(() => void vi.useRealTimers());

/** A form as a person's browser sends it, some time after the page was rendered. */
function filledIn(changes: Record<string, string> = {}, after = 3000): FormData {
  const form = new FormData();
  form.set(spamCheckFields.hidden, '');
  form.set(spamCheckFields.token, guard.token());
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  vi.advanceTimersByTime(after);
  return form;
}

test.each([
  ['a person, with scripts', { [spamCheckFields.openFor]: '2900' }, 3000, []],
  ['a person, without scripts', {}, 3000, []],
  ['a page that lay open for a week', { [spamCheckFields.openFor]: '604800000' }, 604_800_000, []],
  ['a filled hidden field', { [spamCheckFields.hidden]: 'x' }, 3000, ['hidden_field']],
  ['a page fetched just now', {}, 500, ['too_fast']],
  ['scripts that send at once', { [spamCheckFields.openFor]: '300' }, 3000, ['too_fast']],
  ['an age that is not a number', { [spamCheckFields.openFor]: '-1' }, 500, ['too_fast']],
  ['an age with a unit', { [spamCheckFields.openFor]: '3000ms' }, 500, ['too_fast']],
  ['no token', { [spamCheckFields.token]: '' }, 3000, ['no_token']],
  ['a form of last month', {}, 30 * 86_400_000, ['no_token']],
])('%s', async (_who, changes, after, reasons) => {
  expect(await guard.inspect(filledIn(changes, after))).toEqual(reasons);
});

test('the success page has a token with which the next form can be sent at once', async () => {
  expect(await guard.inspect(filledIn({}, 0))).toEqual(['too_fast']);
  const form = filledIn({ [spamCheckFields.token]: guard.token(true) }, 0);
  expect(await guard.inspect(form)).toEqual([]);
  expect(getFormTokenAge(secret, guard.token(true), Date.now())).toBe(2000);
});

test('the key of a submission is its id, or the network without a valid id', () => {
  const submission = (ip: string, id?: string) => guard.getSubmissionFrom(ip, id);
  const id = '0123456789abcdef0123456789abcdef';
  expect(submission('192.0.2.1', id)).toBe(`id-${id}`);
  expect(submission('192.0.2.1')).toMatch(/^ip-[\w-]{43}$/);
  for (const invalid of ['', 'short', `${id} other`, 'x'.repeat(65), `${id}\n`]) {
    expect(submission('192.0.2.1', invalid)).toBe(submission('192.0.2.1'));
  }
  expect(submission('192.0.2.1')).not.toBe(submission('192.0.2.2'));
  expect(submission('2001:db8::1')).toBe(submission('2001:db8::2'));
});

test('a form without any of the fields is marked no_token only', async () => {
  expect(await guard.inspect(new FormData())).toEqual(['no_token']);
});

test('with Turnstile a form without a response token is marked', async () => {
  const strict = createGuard({ turnstile: { siteKey: 'site', secretKey: 'secret' } });
  expect([strict.challengeKey, guard.challengeKey]).toEqual(['site', undefined]);
  expect(await strict.inspect(filledIn())).toEqual(['no_challenge']);
});

test('the request to Turnstile contains the secret and the response token only', async () => {
  const asked: string[] = [];
  const reply = (body: string) => async (url: unknown, init?: RequestInit) => {
    asked.push(`${init?.method} ${url} ${init?.body}`);
    return new Response(body);
  };
  const report = vi.fn();
  expect(await verifyTurnstile('key', 'passed', report, reply('{"success":true}'))).toBe(true);
  expect(await verifyTurnstile('key', 'failed', report, reply('{"success":false}'))).toBe(false);
  const url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
  expect(asked).toEqual([
    `POST ${url} secret=key&response=passed`,
    `POST ${url} secret=key&response=failed`,
  ]);
  expect(report).not.toHaveBeenCalled();
  expect(await verifyTurnstile('key', 'passed', report, reply('<html>'))).toBe(false);
  const down = () => Promise.reject(new TypeError('fetch failed'));
  expect(await verifyTurnstile('key', 'passed', report, down)).toBe(false);
  expect(report).toHaveBeenCalledTimes(2);
  const verify = (token: string) =>
    verifyTurnstile('key', token, report, reply('{"success":true}'));
  expect(await Promise.all(['', 'x'.repeat(2048), 'x'.repeat(2049)].map(verify))).toEqual([
    false,
    true,
    false,
  ]);
});

test('a network or IPv6 /64 is limited to 100 forms an hour, other networks are not', async () => {
  for (let count = 0; count < 100; count += 1) {
    expect(await guard.admitFrom(`2001:db8::${count}`)).toBe(0);
  }
  expect(await guard.admitFrom('2001:db8::ffff')).toBeGreaterThan(0);
  expect(await guard.admitFrom('2001:db8:0:1::1')).toBe(0);
});

test('refused forms of a network do not count as forms of all', async () => {
  for (let count = 0; count < 400; count += 1) await guard.admitFrom('192.0.2.1');
  const others = Array.from({ length: 6 }, () => guard.admitFrom('192.0.2.2'));
  expect(await Promise.all(others)).toEqual(Array(6).fill(0));
});

test('a form is admitted if forms cannot be counted', async () => {
  const { admitFrom } = createGuard({ countHit: () => Promise.reject(new Error('down')) });
  expect(await admitFrom('192.0.2.1')).toBe(0);
});

test('forms of many networks are counted two at a time', async () => {
  let running = 0;
  let maxRunning = 0;
  const { admitFrom } = createGuard({
    countHit: async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await nextTurn();
      running -= 1;
      return 0;
    },
  });
  const admitted = Array.from({ length: 20 }, (_, n) => admitFrom(`192.0.2.${n}`));
  expect(await Promise.all(admitted)).toEqual(Array(20).fill(0));
  expect(maxRunning).toBe(2);
});

test('an IPv6 /48 is limited to 200 forms an hour', async () => {
  const admitted: number[] = [];
  for (let count = 0; count < 210; count += 1) {
    admitted.push(await guard.admitFrom(`2001:db8:1:${count % 70}::1`));
  }
  expect(admitted.filter((wait) => wait === 0)).toHaveLength(200);
  expect(await guard.admitFrom('2001:db8:2:1::1')).toBe(0);
});

test('once the site has received many forms, each network is limited to five more an hour', async () => {
  const send = async (ip: (count: number) => string, times: number) => {
    let admitted = 0;
    for (let count = 0; count < times; count += 1) {
      if ((await guard.admitFrom(ip(count))) === 0) admitted += 1;
    }
    return admitted;
  };
  let flood = 0;
  for (let network = 1; network <= 20; network += 1) {
    flood += await send(() => `203.0.113.${network}`, 100);
  }
  // All of a /48 has the five of one network.
  flood += await send((count) => `2001:db8:1:${count}::1`, 100);
  expect(flood).toBe(300 + 17 * 5 + 5);
  expect(flood).toBeLessThan(500);
  expect(await send(() => '198.51.100.1', 3)).toBe(3);
});

/** As the database computes it. */
const signHex = (key: string, ...lines: string[]) =>
  createHmac('sha256', key).update(lines.join('\n')).digest('hex');

test('sign has the time, the reasons and the submission, signed with the table and the text', () => {
  const enquiry = { email: 'ann@example.com', text: 'A shed' };
  const sign = (reasons: ('markup' | 'many_links')[]) =>
    guard.sign('contact_submissions', enquiry, reasons, 'id-1');
  for (const reasons of [[], ['markup', 'many_links']] as const) {
    const verdict = [String(now), reasons.join(',') || '-', 'id-1'];
    const signed = ['contact_submissions', 'ann@example.com', 'A shed', ...verdict];
    expect(sign([...reasons])).toBe([...verdict, signHex(secret, ...signed)].join(' '));
  }
});

test('signClientFrom has the time, the address and 500 characters of the browser’s name, signed', () => {
  const client = [String(now), '192.0.2.1', Buffer.from('x'.repeat(500)).toString('base64')];
  expect(guard.signClientFrom('192.0.2.1', 'x'.repeat(501))).toBe(
    [...client, signHex(secrets.evidence, 'quote-client', ...client)].join(' '),
  );
});

test('getFormTokenAge returns the age of a valid token', () => {
  expect(getFormTokenAge(secret, createFormToken(secret, now), now + 2500)).toBe(2500);
});

test.each<[string, (token: string) => string]>([
  ['nothing', () => ''],
  ['something else', () => 'yes'],
  ['another secret', () => createFormToken('another secret of somebody else', now)],
  ['a time that was changed', (token) => token.replace(/^\d/, '0')],
  ['a signature that was cut', (token) => token.slice(0, -1)],
  ['text before it', (token) => `x${token}`],
  ['text after it', (token) => `${token}x`],
])('getFormTokenAge returns undefined for %s', (_what, change) => {
  expect(getFormTokenAge(secret, change(createFormToken(secret, now)), now)).toBeUndefined();
});

test('a receipt is valid for its form and for ten minutes, and nothing else is one', () => {
  const form = '/quotes/t message';
  const receipt = createReceipt(secret, form, now);
  expect(isReceipt(secret, form, receipt, now + 600_000)).toBe(true);
  expect(isReceipt(secret, form, receipt, now + 600_001)).toBe(false);
  expect(guard.isReceipt(form, guard.receipt(form))).toBe(true);
  for (const other of ['/contact', '/quotes/t reminders', '/quotes/u message']) {
    expect(isReceipt(secret, other, receipt, now)).toBe(false);
  }
  expect(isReceipt(secret, form, createReceipt('another secret', form, now), now)).toBe(false);
  // The token of a form is in everybody's page.
  expect(isReceipt(secret, form, createFormToken(secret, now), now)).toBe(false);
  expect(isReceipt(secret, form, 'yes', now)).toBe(false);
});
