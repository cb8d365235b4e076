import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const staff = '00000000-0000-4000-8000-000000000001';
const session = '00000000-0000-4000-8000-000000000002';

beforeAll(async () => {
  database = await openTemplateCopy();
  await run(`insert into auth.users (id, email) values ('${staff}', 'owner@example.com');
    insert into public.staff (user_id) values ('${staff}');
    insert into auth.sessions (id, user_id) values ('${session}', '${staff}')`);
});
afterAll(() => database.close());
const run = (script: string) => database.session(({ exec }) => exec(script));
beforeEach(() =>
  run('delete from private.outbox; delete from public.contact_submissions where true'),
);

/** Runs a query as the account, and returns its rows. */
function ask<Row>(query: string, account = staff): Promise<Row[]> {
  const claims = JSON.stringify({ sub: account, session_id: session, role: 'authenticated' });
  return database.session(async ({ exec, query: run }) => {
    await exec(`begin; select set_config('request.jwt.claims', '${claims}', true);
      set local role authenticated`);
    try {
      return await run<Row>(query, []);
    } finally {
      await exec('commit');
    }
  });
}

/** Stores a message of ten minutes ago, with an email to the owner and a confirmation. */
async function store(name: string, { isSpam = false, age = '10 minutes' } = {}) {
  const id = crypto.randomUUID();
  await run(`insert into public.contact_submissions (id, name, email, message, is_spam)
      values ('${id}', '${name}', '${name.toLowerCase()}@example.com', 'Hello from ${name}', ${isSpam});
    insert into private.outbox (contact_submission_id, created_at) values ('${id}', now() - interval '${age}');
    insert into private.outbox (confirmed_submission_id, created_at)
      values ('${id}', now() - interval '${age}' - interval '1 second')`);
  return id;
}

const list = (shown: string) =>
  ask<{
    kind: string;
    recipient: string | null;
    about: string;
    status: string;
    can_retry: boolean;
  }>(`select kind, recipient, about, status, can_retry from public.list_mails('${shown}')`);

test('list_mails names kind, recipient and customer, newest first, without those of spam', async () => {
  await store('Ann');
  await store('Spammer', { isSpam: true });
  const about = { about: 'Ann', status: 'waiting', can_retry: true };
  expect(await list('all')).toEqual([
    { kind: 'contact', recipient: null, ...about },
    { kind: 'contact_confirmation', recipient: 'ann@example.com', ...about },
  ]);
  await run(
    `update private.outbox set status = 'sent', sent_at = now() where contact_submission_id is not null`,
  );
  expect((await list('sent')).map(({ kind }) => kind)).toEqual(['contact']);
  expect((await list('unsent')).map(({ kind }) => kind)).toEqual(['contact_confirmation']);
  expect(await ask(`select * from public.list_mails('all')`, crypto.randomUUID())).toEqual([]);
});

test('list_mails returns 50 emails, and those before a given one', async () => {
  for (let count = 0; count < 30; count += 1) await store(`Person${count}`);
  const first = await list('all');
  expect(first).toHaveLength(50);
  const next = await ask<{ about: string }>(`with page as (select * from public.list_mails('all')),
      last as (select created_at, id from page order by created_at, id limit 1)
    select found.about from last, public.list_mails('all', last.created_at, last.id) as found`);
  expect(next).toHaveLength(10);
});

test('retry_failed_mails makes one or all failed emails due, and no late confirmation', async () => {
  await store('Ann');
  await store('Old', { age: '2 days' });
  await run(`update private.outbox set status = 'failed', attempts = 100, reason = 'rejected'`);
  expect((await list('unsent')).map(({ can_retry }) => can_retry)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const retry = async (id = '') => {
    const [row] = await ask<{ count: number }>(
      `select public.retry_failed_mails(${id && `'${id}'`}) as count`,
    );
    return row?.count;
  };
  const [ann] = await ask<{ id: string }>(`select id from public.list_mails('all') limit 1`);
  expect(await retry(ann?.id)).toBe(1);
  expect(await retry()).toBe(2);
  expect(await retry()).toBe(0);
  expect((await list('unsent')).map(({ status }) => status)).toEqual([
    ...['waiting', 'waiting', 'waiting', 'failed'],
  ]);
  await expect(
    ask('select public.retry_failed_mails()', crypto.randomUUID()),
  ).rejects.toMatchObject({ code: '42501' });
});
