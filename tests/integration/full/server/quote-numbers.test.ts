import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { insertQuote, type Quote, sendQuote } from '#app/data/quotes.ts';
import { type OpenCopy, openCopy, startBackend, type TestBackend } from '#tests/support/backend.ts';
import { addQuoteSettings, newQuoteDraft } from '#tests/support/quotes.ts';

describe.skipIf(inject('template').engine !== 'server')('quotes with two processes', () => {
  let copy: OpenCopy;
  let backends: TestBackend[];

  beforeAll(async () => {
    copy = await openCopy();
    const { DATABASE_URL = '' } = copy.environment;
    const one = await startBackend({ DATABASE_URL });
    backends = [one, await startBackend({ DATABASE_URL })];
    await addQuoteSettings(one);
  });
  afterAll(async () => {
    for (const backend of backends ?? []) await backend.stop();
    await copy?.close();
  });

  test('number quotes that both send at once without a gap', async () => {
    const drafts: { backend: TestBackend; draft: Quote }[] = [];
    for (const backend of [...backends, ...backends]) {
      for (let index = 0; index < 10; index++) {
        drafts.push({ backend, draft: await insertQuote(backend.staff, newQuoteDraft()) });
      }
    }
    const sent = await Promise.all(
      drafts.map(({ backend, draft }) => sendQuote(backend.staff, draft, 954_850)),
    );
    const numbers = sent.map((result) =>
      result.status === 'sent' ? Number(result.number.slice(5)) : 0,
    );
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });
});
