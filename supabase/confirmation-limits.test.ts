import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());
const run = (script: string) => database.session(({ exec }) => exec(script));
beforeEach(() => run('delete from private.outbox; delete from private.rate_limits'));

/** Sends messages as a visitor of a network; returns the addresses whose owners get a confirmation. */
const send = async (emails: string[], { network = '192.0.2.1', isOneStatement = false } = {}) => {
  const toValue = (email: string) => `('Ann', '${email}', 'Is ${email} yours?')`;
  const insert = 'insert into public.contact_submissions (name, email, message) values';
  const inserts = isOneStatement
    ? [`${insert} ${emails.map(toValue)}`]
    : emails.map((email) => `${insert} ${toValue(email)}`);
  const rows = await database.session(async ({ exec, query }) => {
    await exec(`begin; delete from private.outbox;
      select set_config('ridgeline.network', '${network}', true); set local role anon;
      ${inserts.join('; ')}; commit; delete from private.rate_limits where key like 'enquiries:%'`);
    return query<{ email: string }>(
      `select message.email from private.outbox as mail
        join public.contact_submissions as message on message.id = mail.confirmed_submission_id
        order by message.reference`,
      [],
    );
  });
  return rows.map(({ email }) => email);
};

test.each([
  ['dots, tags and capitals', ['a.fox@example.com', 'af.ox+1@example.com', 'AFox+b@Example.com']],
  ["Gmail's two domains", ['a.fox@gmail.com', 'afox@googlemail.com']],
  ['Unicode and Punycode of a domain', ['ann@exämple.ca', 'ann@xn--exmple-cua.ca']],
])('a mailbox gets one confirmation an hour, with other %s too', async (_spelling, emails) => {
  const other = `${crypto.randomUUID()}@example.org`;
  expect(await send([...emails, other])).toEqual([emails[0], other]);
});

test('a mailbox gets five confirmations a day', async () => {
  const sent: string[][] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    sent.push(await send(['ann@example.com'], { network: `192.0.2.${hour}` }));
    await run(
      `update private.rate_limits set window_started_at = window_started_at - interval '1 hour'`,
    );
    await run('delete from public.contact_submissions');
  }
  expect(sent.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0]);
});

test('several rows in one statement get no confirmation and count nothing', async () => {
  expect(await send(['b@example.com', 'c@example.com'], { isOneStatement: true })).toEqual([]);
  const counts = await database.session(({ query }) =>
    query(`select from private.rate_limits where key like '%confirmations%'`, []),
  );
  expect(counts).toEqual([]);
});

test('a network, of IPv6 a /48, gets ten confirmations an hour, and others get theirs', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `d${n}@example.com`);
  expect(await send(emails, { network: '2001:db8:7:1::/64' })).toHaveLength(10);
  expect(await send(['e@example.com'], { network: '2001:db8:7:2::/64' })).toEqual([]);
  expect(await send(['e@example.com'], { network: '2001:db8:8:1::/64' })).toHaveLength(1);
});

test('all together get 100 confirmations an hour', async () => {
  await run(`insert into private.rate_limits (key, hits) values ('all-confirmations', 99)`);
  expect(await send(['f@example.com'])).toEqual(['f@example.com']);
  expect(await send(['g@example.com'], { network: '192.0.2.2' })).toEqual([]);
});
