import { afterAll, beforeAll, expect, test } from 'vitest';
import { toContactPatterns } from '#app/lib/search-patterns.ts';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const numbers = [
  '705-555-SHED',
  '(705) 555 SHED',
  '1-705-555-shed',
  '705.555.Shed',
  '+1 705\u2011555\u2011SHED',
  '7055557433',
  '705-555-7433',
];

/** The searches that find a text, of a message or of the phone number of a quote. */
async function findBy(text: string, searches: string[]) {
  const found = [];
  for (const search of searches) {
    const [row] = await database.session(({ query }) =>
      query<{ found: boolean }>(
        `select private.normalize_text($1 || ' ' || regexp_replace($1, '\\D', '', 'g')) like all ($2::text[]) as found`,
        [text, toContactPatterns(search)],
      ),
    );
    if (row?.found) found.push(search);
  }
  return found;
}

test.each(numbers)(
  '%s is found by its letters and its digits in every spelling',
  async (number) => {
    const searches = [...numbers, '705-555-743', '555-7433'];
    expect(await findBy(number, searches)).toEqual(searches);
    expect(await findBy(`Please call ${number}, thanks`, searches)).toEqual(searches);
    expect(
      await findBy(`${number} ext. 2`, ['705-555-7433 x2', '705-555-SHED ext 2']),
    ).toHaveLength(2);
    expect(await findBy(number, ['705-555-BARN', '705-555-0142'])).toEqual([]);
  },
);

test('numbers with other words are found by their digits, and words after digits stay words', async () => {
  expect(await findBy('1-800-NEW-SHEDS', ['1-800-639-7433', '800-NEW-SHEDS'])).toHaveLength(2);
  expect(await findBy('250 SHINGLES', ['250 SHINGLES', 'shingles'])).toHaveLength(2);
  expect(await findBy('705-555-0142 ext 3', ['7055550142 x3'])).toHaveLength(1);
});

test('stored enquiries have the digits in their search text', async () => {
  const [row] = await database.session(({ query }) =>
    query<{ search_text: string }>(
      `insert into public.contact_submissions (name, email, phone, message)
        values ('Ann Miller', 'ann@example.com', '705-555-SHED', 'Please call me.') returning search_text`,
      [],
    ),
  );
  expect(row?.search_text).toContain('7055557433');
});
