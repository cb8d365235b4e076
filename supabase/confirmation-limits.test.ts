import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

/** Sends a message for each address as a visitor; returns the addresses whose owners get a confirmation. */
const send = async (emails: string[]) => {
  const values = emails.map((email) => `('Ann', '${email}', 'Is ${email} yours?')`);
  const rows = await database.session(async ({ exec, query }) => {
    await exec(`begin; delete from private.outbox; set local role anon;
      insert into public.contact_submissions (name, email, message) values ${values}; commit`);
    return query<{ email: string }>(
      `select message.email from private.outbox as mail
        join public.contact_submissions as message on message.id = mail.confirmed_submission_id`,
      [],
    );
  });
  return rows.map(({ email }) => email);
};

test('one mailbox gets one confirmation an hour, whatever its address is written as', async () => {
  const spellings = ['a.fox@example.com', 'af.ox+1@example.com', 'AFox+sheds@Example.com'];
  expect(await send([...spellings, 'a.fox@example.org'])).toEqual([
    'a.fox@example.com',
    'a.fox@example.org',
  ]);
});

test('all together get 100 confirmations an hour', async () => {
  await database.session(({ exec }) =>
    exec(`insert into private.rate_limits as stored (key, hits) values ('all-confirmations', 99)
      on conflict (key) do update set hits = 99`),
  );
  expect(await send(['b@example.com', 'c@example.com'])).toEqual(['b@example.com']);
});
