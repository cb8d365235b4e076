import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { copyPresentState, countErasures } from './present-state.ts';

let present: Database;
let restored: Database;
let erasures: number;

const madeAt = new Date(Date.now() - 3_600_000).toISOString();
const id = (number: number) => `7b1c0f0e-0000-4000-8000-${String(number).padStart(12, '0')}`;
const content = JSON.stringify(newQuoteContent()).replaceAll("'", "''");

/** Of both states. Quote 1 is erased later, and the reminders of quote 2 stopped. */
const shared = `
  insert into public.contact_submissions (id, name, email, message) values
    ('${id(7)}', 'Carl', 'carl@example.com', 'Please call me.'), ('${id(8)}', 'Dora', 'dora@example.com', 'Please call me.');
  insert into public.quote_requests (id, customer_name, email, project_type, description)
    values ('${id(9)}', 'Emil', 'emil@example.com', 'Custom Shed', 'A shed for two bicycles.');
  insert into public.reviews (id, customer_name, rating, review_text, sent_by_customer)
    values ('${id(14)}', 'Gina', 5, 'Straight walls.', true), ('${id(15)}', 'Hugo', 5, 'Straight walls.', false);
  insert into public.audit_entries (occurred_at, table_name, record_id, record_name, action, before)
    values ('2026-01-01', 'reviews', '${id(14)}', 'Gina', 'update', '{"review_text": "Straight wals.", "rating": 4}');
  set session_replication_role = replica;
  delete from private.outbox;
  insert into auth.users (id, email) values ('${id(1)}', 'ann@example.com');
  insert into public.staff (user_id) values ('${id(1)}');
  insert into auth.mfa_recovery_codes (id, user_id, code_hash)
    values ('${id(1)}', '${id(1)}', 'used'), ('${id(2)}', '${id(1)}', 'unused');
  insert into public.quotes (id, number, state, version, customer_name, customer_email, content) values
    ('${id(1)}', '2026-9001', 'sent', 1, 'Ann', 'ann@example.com', '${content}'),
    ('${id(2)}', '2026-9002', 'sent', 1, 'Bob', 'bob@example.com', '${content}');
  insert into public.quote_reminders (id, quote_id, version, position, due_at) values
    ('${id(1)}', '${id(2)}', 1, 1, now()), ('${id(2)}', '${id(2)}', 1, 2, now()), ('${id(3)}', '${id(2)}', 1, 3, now());
  insert into public.marketing_consents (id, email, wording, source) values ('${id(1)}', 'bob@example.com',
    'Yes, send me news and offers by e-mail now and then. I can take this back at any time.', 'quote');
  insert into private.outbox (id, notice, status) values ('${id(1)}', 'visitor_storage', 'failed'),
    ('${id(2)}', 'visitor_storage', 'failed'), ('${id(3)}', 'visitor_storage', 'waiting'),
    ('${id(4)}', 'visitor_storage', 'waiting');
  insert into private.quote_numbers (year, last_number) values (2099, 3)
    on conflict (year) do update set last_number = 3;
  select setval('private.enquiry_numbers', 5000);
  insert into private.rate_limits (key, hits) values ('auth:restore', 1);
  delete from private.mail_settings;
  insert into private.mail_settings (host, port, security) values ('old.example.com', 465, 'tls');
  delete from private.signing_secrets;
  insert into public.deleted_records (table_name, record_id, record) values
    ('quote_requests', '${id(12)}', '{}'), ('quote_requests', '${id(13)}', '{}');
  insert into public.quotes (id, state, customer_name, content, quote_request_id) values
    ('${id(10)}', 'draft', 'Emil', '${content}', '${id(9)}'), ('${id(11)}', 'draft', 'Fred', '${content}', '${id(9)}');
  set session_replication_role = default;`;

const run = ({ session }: Database, script: string) => session(({ exec }) => exec(script));
async function read(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(query).execute(restored.owner);
  return rows.map(({ value }) => value);
}

beforeAll(async () => {
  [present, restored] = await Promise.all([openTemplateCopy(), openTemplateCopy()]);
  await run(present, shared);
  await run(restored, shared);
  await run(
    present,
    `set session_replication_role = replica;
    update public.quotes set customer_name = '', customer_email = null, erased_at = now() where id = '${id(1)}';
    update public.quotes set reminders_stopped_at = now() where id = '${id(2)}';
    update public.quote_reminders set status = 'queued', queued_at = now() where id = '${id(1)}';
    delete from public.quote_reminders where id = '${id(2)}';
    update public.marketing_consents set withdrawn_at = now();
    delete from auth.mfa_recovery_codes where id = '${id(1)}';
    update private.outbox set status = 'sent', sent_at = now() where id in ('${id(1)}', '${id(3)}');
    delete from private.outbox where id = '${id(2)}';
    delete from public.contact_submissions where id in ('${id(7)}', '${id(8)}');
    delete from public.quotes where id = '${id(10)}';
    delete from public.deleted_records where record_id = '${id(12)}';
    delete from public.quote_requests where id = '${id(9)}';
    delete from public.reviews;
    update private.quote_numbers set last_number = 8 where year = 2099;
    insert into private.quote_numbers (year, last_number) values (2098, 2);
    select setval('private.enquiry_numbers', 5007);
    update private.rate_limits set hits = 5 where key = 'auth:restore';
    insert into private.rate_limits (key) values ('backup download:1'), ('contact:1');
    update private.mail_settings set host = 'new.example.com', enquiry_recipients = '{ann@example.com}';
    insert into public.audit_entries (actor_email, table_name, record_id, action, before) values
      ('ann@example.com', 'reviews', 'a', 'update', null),
      ('ann@example.com', 'contact_submissions', '${id(7)}', 'delete', '{"created_at": "2026-01-01T00:00:00Z"}'),
      ('ann@example.com', 'contact_submissions', '${id(8)}', 'delete', '{"created_at": "2026-01-01T00:00:00Z"}'),
      ('ann@example.com', 'quote_requests', '${id(9)}', 'delete', null),
      ('ann@example.com', 'quotes', '${id(10)}', 'delete', null),
      ('ann@example.com', 'reviews', '${id(14)}', 'delete', '{"sent_by_customer": true}'),
      ('ann@example.com', 'reviews', '${id(15)}', 'delete', '{"sent_by_customer": false}');
    insert into public.deleted_records (table_name, record_id, record)
      values ('contact_submissions', '${id(8)}', '{}');
    set session_replication_role = default;`,
  );
  erasures = await copyPresentState(present, restored, madeAt, pino({ level: 'silent' }));
});
afterAll(async () => {
  await present.close();
  await restored.close();
});

test('the activity log, the limits and the settings of email go on', async () => {
  expect(
    await read(`select concat_ws(' ', actor_email, action, record_id) as value
      from public.audit_entries where occurred_at > '${madeAt}' order by id`),
  ).toEqual([
    'ann@example.com update a',
    `ann@example.com delete ${id(7)}`,
    `ann@example.com delete ${id(8)}`,
    `ann@example.com delete ${id(9)}`,
    `ann@example.com delete ${id(10)}`,
    `ann@example.com delete ${id(14)}`,
    `ann@example.com delete ${id(15)}`,
  ]);
  expect(
    await read(`select key || ' ' || hits as value from private.rate_limits order by key`),
  ).toEqual(['auth:restore 5', 'backup download:1 1']);
  expect(
    await read(`select host || enquiry_recipients::text as value from private.mail_settings`),
  ).toEqual(['new.example.com{ann@example.com}']);
});

test('numbers go on', async () => {
  expect(
    await read(`select year || ' ' || last_number as value from private.quote_numbers
      where year > 2090 order by year`),
  ).toEqual(['2098 2', '2099 8']);
  expect(await read(`select nextval('private.enquiry_numbers')::integer as value`)).toEqual([5008]);
});

test('what was sent, stopped, withdrawn or used stays so', async () => {
  expect(
    await read(`select right(id::text, 1) || status as value from private.outbox order by id`),
  ).toEqual(['1sent', '2sent', '3sent', '4waiting']);
  expect(
    await read(
      `select right(id::text, 1) || status as value from public.quote_reminders order by id`,
    ),
  ).toEqual(['1queued', '2cancelled', '3waiting']);
  expect(
    await read(
      `select right(id::text, 1) as value from public.quotes where reminders_stopped_at is not null`,
    ),
  ).toEqual(['2']);
  expect(
    await read(`select count(withdrawn_at)::integer as value from public.marketing_consents`),
  ).toEqual([1]);
  expect(await read(`select code_hash as value from auth.mfa_recovery_codes`)).toEqual(['unused']);
});

test('what staff erased since the backup is erased again', async () => {
  expect(
    await read(`select concat_ws(' ', number, customer_name, erased_at is not null) as value
      from public.quotes where id in ('${id(1)}', '${id(2)}') order by id`),
  ).toEqual(['2026-9001  t', '2026-9002 Bob f']);
  expect([await countErasures(present, madeAt), erasures]).toEqual([4, 4]);
  expect(
    await read(
      `select record_id as value from public.deleted_records where table_name = 'quote_requests'`,
    ),
  ).toEqual([id(13)]);
  // A message among the deleted records is back, and so is a draft whose request is erased.
  expect(
    await read(`select name as value from public.contact_submissions
      union all select customer_name from public.quote_requests
      union all select customer_name || coalesce(quote_request_id::text, '') from public.quotes where state = 'draft'
      order by 1`),
  ).toEqual(['Dora', 'Fred']);
});

test('the review of a customer that was erased is erased with its texts, and one that staff wrote is back', async () => {
  expect(await read('select customer_name as value from public.reviews')).toEqual(['Hugo']);
  expect(
    await read(`select concat(record_name, before) as value from public.audit_entries
      where record_id = '${id(14)}' order by occurred_at`),
  ).toEqual(['{"rating": 4}', '{"sent_by_customer": true}']);
});

test('without settings of email now, those of the backup are restored', async () => {
  await run(present, 'delete from private.mail_settings');
  await copyPresentState(present, restored, madeAt, pino({ level: 'silent' }));
  expect(await read('select host as value from private.mail_settings')).toEqual([
    'new.example.com',
  ]);
  // The log is not copied twice.
  expect(
    await read(`select count(*)::integer as value from public.audit_entries where record_id = 'a'`),
  ).toEqual([1]);
});
