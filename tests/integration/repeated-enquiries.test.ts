import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verdictHeader } from '#app/domain/enquiries/spam.ts';
import { countInMemory } from '#backend/rate-limit.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import { loadFormSecret } from '#server/spam/form-secret.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

const image = (timestamp: number, name = 'yard.jpg') => ({
  inspiration_images: [`inspiration/${timestamp}-${name}`],
});

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
  let guard: ReturnType<typeof createFormGuard>;
  beforeAll(async () => {
    backend = await startBackend();
    guard = createFormGuard({
      secret: await loadFormSecret(backend.database, undefined),
      turnstile: undefined,
      countHit: countInMemory(),
      report: () => {},
    });
  });
  beforeEach(async () => {
    await backend.service.from(table).delete().neq('email', '').throwOnError();
    await sql`delete from private.rate_limits`.execute(backend.database.owner);
  });
  afterAll(() => backend?.stop());

  /** Inserts through the table interface, without an id. */
  const send = async (overrides: object = {}) => {
    const { error } = await backend.anon
      .from(table as 'quote_requests')
      .insert({ ...row(), ...overrides } as never);
    expect(error).toBeNull();
  };
  /** Inserts as the website does: with the id from the browser, or for a visitor without scripts. */
  const sendForm = async (id: string | undefined, overrides: object = {}, ip = '192.0.2.1') => {
    const sent: Record<string, unknown> = { ...row(), ...overrides };
    const signed = { email: String(sent.email), text: String(sent.message ?? sent.description) };
    const verdict = guard.sign(table, signed, [], guard.getSubmissionFrom(ip, id));
    const { error } = await backend.anon
      .from(table as 'quote_requests')
      .insert(sent as never)
      .setHeader(verdictHeader, verdict);
    expect(error).toBeNull();
  };
  const stored = async () =>
    (await backend.service.from(table).select('id').throwOnError()).data.length;
  const pass = (interval: string) =>
    sql`update private.submissions set stored_at = stored_at - ${interval}::interval`.execute(
      backend.database.owner,
    );
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];

  describe('with an id', () => {
    test('the same content within a day is one enquiry', async () => {
      await sendForm(first);
      await sendForm(first, {}, '192.0.2.2');
      await pass('23 hours');
      await sendForm(first);
      expect(await stored()).toBe(1);
      await pass('2 hours');
      await sendForm(first);
      expect(await stored()).toBe(2);
    });

    test('the same content sent concurrently is one enquiry', async () => {
      await Promise.all(Array.from({ length: 6 }, () => sendForm(first)));
      expect(await stored()).toBe(1);
    });

    test('changed content is a new enquiry', async () => {
      await sendForm(first);
      await sendForm(first, change);
      await sendForm(first);
      expect(await stored()).toBe(2);
    });

    test('the same text in a new submission is a new enquiry', async () => {
      await sendForm(first);
      await sendForm(second);
      expect(await stored()).toBe(2);
    });

    test.runIf(table === 'quote_requests')('another image is changed content', async () => {
      await sendForm(first, image(1767225600000));
      await sendForm(first, image(1767225600001));
      expect(await stored()).toBe(2);
    });
  });

  describe('without an id', () => {
    test('identical content from one IP within 60 seconds is one enquiry', async () => {
      for (const again of [send, () => sendForm(undefined)]) {
        await backend.service.from(table).delete().neq('email', '').throwOnError();
        await Promise.all(Array.from({ length: 4 }, () => again()));
        await pass('58 seconds');
        await again();
        expect(await stored()).toBe(1);
        await pass('3 seconds');
        await again();
        expect(await stored()).toBe(2);
      }
    });

    test('changed content is a new enquiry', async () => {
      await send();
      await send(change);
      await send({ email: 'another@example.com' });
      await send({ phone: null });
      expect(await stored()).toBe(4);
    });

    test('from another IP it is a new enquiry', async () => {
      for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
        await sendForm(undefined, {}, ip);
        await backend.fetchForPage(ip, `/rest/v1/${table}`, row());
      }
      expect(await stored()).toBe(6);
    });

    test.runIf(table === 'quote_requests')(
      'the same images, uploaded again, are the same content',
      async () => {
        await send(image(1767225600000));
        await send(image(1767225600001));
        expect(await stored()).toBe(1);
        await send(image(1767225600001, 'house.jpg'));
        expect(await stored()).toBe(2);
      },
    );
  });

  test('a deleted enquiry can be sent again', async () => {
    await sendForm(first);
    await backend.service.from(table).delete().neq('email', '').throwOnError();
    await sendForm(first);
    expect(await stored()).toBe(1);
  });

  test('the key of a submission is deleted with its enquiry, or after a day', async () => {
    const keys = async () =>
      (
        await sql<{ key: string }>`select key from private.submissions`.execute(
          backend.database.owner,
        )
      ).rows;
    await sendForm(first);
    await sendForm(second, change);
    expect(await keys()).toHaveLength(2);
    await backend.service.from(table).delete().eq('email', row().email).throwOnError();
    expect(await keys()).toEqual([]);
    await sendForm(first);
    await pass('25 hours');
    await sendForm(second);
    expect(await keys()).toHaveLength(1);
    expect(await stored()).toBe(2);
  });

  test('staff and the service key store repeated rows', async () => {
    for (const client of [backend.staff, backend.service]) {
      const rows = [row(), row()];
      await client
        .from(table as 'quote_requests')
        .insert(rows as never)
        .throwOnError();
    }
    expect(await stored()).toBe(4);
  });
});
