import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchesSearch, toContactPatterns } from '#app/lib/search-patterns.ts';
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

/** The words that each record of a table has, and a function that finds it. */
const records = {
  shed_listings: `insert into public.shed_listings (title, material_type, color, size, shed_style, description)
    values ('Red Barn', 'Wood', 'Red', '10x12', 'Gable', $1)`,
  past_projects: `insert into public.past_projects (title, project_type, description) values ('Shop', 'Shops', $1)`,
  reviews: `insert into public.reviews (customer_name, rating, review_text) values ('Ann', 5, $1)`,
  blog_posts: `insert into public.blog_posts (title, slug, content, excerpt, author)
    values ('Gravel', 'gravel', '<p>Gravel, level and dry.</p>', $1, 'Ann')`,
  own_pages: `insert into public.own_pages (title, slug, content, description) values ('Call', 'call', '<p>Call</p>', $1)`,
};

test.each(Object.entries(records))(
  '%s and videos are found by letters and digits',
  async (table, insert) => {
    const text = 'Call 705-555-SHED, or 705.555.0142';
    await database.session(({ query }) => query(insert, [text]));
    for (const [search, isFound] of [
      ['705-555-SHED', true],
      ['(705) 555-7433', true],
      ['7055557433 call', true],
      ['7055550142', true],
      ['shed', true],
      ['705-555-BARN', false],
    ] as const) {
      const rows = await database.session(({ query }) =>
        query(`select 1 from public.find_${table}($1::text[])`, [toContactPatterns(search)]),
      );
      expect([search, rows.length > 0]).toEqual([search, isFound]);
      expect([search, matchesSearch(['A clip', null, text], search)]).toEqual([search, isFound]);
    }
  },
);

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
