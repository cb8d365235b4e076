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

  test('the same enquiry sent twice is stored once, without an error', async () => {
    await send();
    await send();
    expect(await stored()).toBe(1);
  });

  test('even if both arrive at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(await stored()).toBe(1);
  });

  test('another text of the same sender is stored', async () => {
    await send();
    await send(change);
    expect(await stored()).toBe(2);
  });

  test('the same text of another sender is stored', async () => {
    await send();
    await send({ email: 'another@example.com' });
    expect(await stored()).toBe(2);
  });

  test('the same enquiry an hour later is stored', async () => {
    await send();
    await sql`update public.${sql.raw(table)} set created_at = now() - interval '61 minutes'`.execute(
      backend.database.owner,
    );
    await send();
    expect(await stored()).toBe(2);
  });

  test('a missing field equals an empty one', async () => {
    await send({ phone: null });
    await send({ phone: null });
    expect(await stored()).toBe(1);
  });
});
