import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

// What is deleted, expires or is given up by age waits for an hour after the database's clock has jumped, because the
// jump may be taken back.

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const read = async <Value>(expression: string, change = 'select') => {
  const [row] = await database.session(async ({ exec, query }) => {
    await exec(change);
    return query<{ value: Value }>(`select ${expression} as value`, []);
  });
  return row?.value;
};

const jump = `update private.quote_clock set checked_at = now() - interval '31 days'`;
const endPause = `update private.quote_clock set paused_until = now() - interval '1 second'`;

test('there is no time to delete files by', async () => {
  const readTime = (change?: string) => read<Date | null>('public.get_steady_time()', change);
  expect(Number(await readTime())).toBeCloseTo(Date.now(), -5);
  expect(await readTime(jump)).toBeNull();
  expect(await readTime()).toBeNull();
  expect(Number(await readTime(endPause))).toBeCloseTo(Date.now(), -5);
});

test('deleted records and former values are kept', async () => {
  // The clock goes 31 days ahead: everything seems that much older.
  const add = `with entry as (
      insert into public.audit_entries (table_name, record_id, action) values ('quotes', 'a', 'update') returning id),
    record as (
      insert into public.deleted_records (table_name, record_id, record, deleted_at)
        values ('reviews', gen_random_uuid(), '{}', now() - interval '31 days'))
    insert into public.former_values (audit_entry_id, table_name, record_id, before, after, replaced_at)
      select id, 'quotes', gen_random_uuid(), '{}', '{}', now() - interval '31 days' from entry`;
  const prune = (change?: string) =>
    read<number>('public.prune_deleted_records(clock_timestamp())', change);
  const kept = `(select count(*)::integer from public.deleted_records)
    + (select count(*)::integer from public.former_values)`;
  expect([await prune(`${add}; ${jump}`), await prune()]).toEqual([0, 0]);
  expect(await read(kept)).toBe(2);
  expect(await prune(endPause)).toBe(1);
  expect(await read(kept)).toBe(0);
});

/** Adds a sent quote whose last day was yesterday, with its waiting email and a link; returns its id. */
async function addEndedQuote() {
  const content = JSON.stringify(newQuoteContent()).replaceAll("'", "''");
  const id = crypto.randomUUID();
  const number = `20${String(Math.random()).slice(2, 4)}-${String(Math.random()).slice(2, 12)}`;
  await read(
    'true',
    `insert into public.quotes (id, number, state, version, customer_name, customer_email, content, valid_until)
      values ('${id}', '${number}', 'sent', 1, 'Ann', 'ann@example.com', '${content}', private.get_today() - 1);
    insert into private.outbox (quote_id, quote_mail, lease, leased_at, lease_seconds)
      values ('${id}', '{"to": "customer", "type": "sent", "version": 1}', gen_random_uuid(), now(), 180)`,
  );
  return id;
}
const prepareMail = (id: string) =>
  read<object | null>(`public.prepare_quote_mail(
    (select id from private.outbox where quote_id = '${id}'), (select lease from private.outbox where quote_id = '${id}'))`);
const open = (id: string) => read(`public.open_quote(private.create_quote_token('${id}', 'sent'))`);
const process = (clock = 'now()') => read<object>(`public.process_due_quotes(${clock})`);
const getState = (id: string) => read(`(select state from public.quotes where id = '${id}')`);
const setAgreedDay = (days: number) =>
  read('true', `update private.quote_clock set agreed_day = private.get_today() + ${days}`);

test.each([
  ['a visit', open],
  ['its email', prepareMail],
])('a quote is not expired by %s in the hour after a jump', async (_what, call) => {
  await read('public.get_steady_time()', endPause);
  const id = await addEndedQuote();
  await read('true', jump);
  await call(id);
  expect(await getState(id), 'before the job has run').toBe('sent');
  await process();
  await call(id);
  expect(await getState(id)).toBe('sent');
  expect(await prepareMail(id)).toMatchObject({ quote_id: id, type: 'sent' });

  await read('true', endPause);
  await process();
  expect(await getState(id)).toBe('expired');
});

test.each([
  ['a visit', open],
  ['its email', prepareMail],
  ['the job', () => process(`now() - interval '2 days'`)],
])(
  'a quote is expired by %s only once its last day is over by both clocks',
  async (_what, call) => {
    await process();
    const id = await addEndedQuote();
    await setAgreedDay(-1);
    await call(id);
    expect(await getState(id)).toBe('sent');
    await setAgreedDay(0);
    await open(id);
    expect(await getState(id)).toBe('expired');
  },
);

test('a confirmation waits while the clock has jumped, and is given up once it is a day old', async () => {
  const claim = (change?: string) => read<object[]>('public.claim_due_mails(5, 180)', change);
  const status = `(select status from private.outbox where confirmed_submission_id is not null)`;
  await process();
  await claim(`delete from private.outbox; with message as (
      insert into public.contact_submissions (name, email, message) values ('Ann', 'a@example.com', 'Do you build?')
      returning id)
    insert into private.outbox (confirmed_submission_id, created_at, queued_at)
      select id, now() - interval '2 days', now() - interval '2 days' from message`);
  const setAge = (age: string) => `update private.outbox set created_at = now() - interval '${age}',
    queued_at = now() - interval '${age}', status = 'waiting', lease = null, leased_at = null, lease_seconds = null`;
  expect(await read(status)).toBe('failed');
  expect(await claim(`${setAge('2 days')}; ${jump}`)).toEqual([]);
  expect(await read(status)).toBe('waiting');
  // The clock is put back, to before the enquiry.
  expect(await claim(setAge('-2 days'))).toHaveLength(1);
  expect(await read(status)).toBe('waiting');
});
