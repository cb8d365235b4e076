import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable()).each([
  {
    table: 'contact_submissions',
    row: newContactMessage,
    change: { message: 'Something else this time.' },
  },
  {
    table: 'quote_requests',
    row: newQuoteRequest,
    change: { description: 'Something else this time.' },
  },
] as const)('$table', ({ table, row, change }) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  beforeEach(async () => {
    await backend.service.from(table).delete().neq('email', '');
  });
  afterAll(() => backend?.stop());

  const send = async (overrides: object = {}) => {
    const { error } = await backend.anon
      .from(table as 'quote_requests')
      .insert({ ...row(), ...overrides } as never);
    expect(error).toBeNull();
  };
  const stored = async () =>
    (await backend.service.from(table).select('id').throwOnError()).data.length;

  test('the same words sent twice are stored once, without an error', async () => {
    await send();
    await send();
    expect(await stored()).toBe(1);
  });

  test('also where both arrive together', async () => {
    await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(await stored()).toBe(1);
  });

  test('the same sender may write something else', async () => {
    await send();
    await send(change);
    expect(await stored()).toBe(2);
  });

  test('somebody else may write the same', async () => {
    await send();
    await send({ email: 'another@example.com' });
    expect(await stored()).toBe(2);
  });

  test('an hour later it counts as new', async () => {
    await send();
    await sql`update public.${sql.raw(table)} set created_at = now() - interval '61 minutes'`.execute(
      backend.database.owner,
    );
    await send();
    expect(await stored()).toBe(2);
  });

  test('a field left out is as good as an empty one that was left out before', async () => {
    await send({ phone: null });
    await send({ phone: null });
    expect(await stored()).toBe(1);
  });
});
