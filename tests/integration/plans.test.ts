import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStatistics } from '#app/admin/dashboard/dashboard-counts.ts';
import { readShedsPage } from '#app/features/sheds/shed-listings.ts';
import { readRecordPage } from '#app/lib/record-page.ts';
import { queries, smallTables } from '#tests/fixtures/plan-queries.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { type ExplainedTables, openExplainedTables, type Plan } from '#tests/support/plans.ts';

/**
 * How the queries of the site and of the back office are carried out. The planner is held to indexes
 * wherever one serves, so that a table of some hundred rows shows what 100,000 would suffer.
 */

const rows = { quotes: 300, sheds: 60, posts: 60 };

describe.skipIf(!engineAvailable())('on many rows', () => {
  let tables: ExplainedTables;
  beforeAll(async () => {
    tables = await openExplainedTables(rows, { held: true });
  });
  afterAll(() => tables?.close());

  const found = (all: Plan[]) =>
    all.flatMap(({ steps, sorts }) => {
      const large = steps.filter(({ table }) => !smallTables.has(table));
      const scanned = large.filter(({ kind }) => kind === 'Seq Scan');
      const sorted = large.length > 0 ? sorts : [];
      return [
        ...scanned.map(({ table }) => `reads all of ${table}`),
        ...sorted.map((keys) => `sorts by ${keys}`),
      ];
    });

  for (const [caller, named] of Object.entries(queries)) {
    test.each(Object.entries(named))(`%s as ${caller}: read by an index`, async (_name, query) => {
      const plans = await tables.explain(caller as 'anon' | 'staff', query);
      expect(plans.length).toBeGreaterThan(0);
      expect(found(plans)).toEqual([]);
    });
  }

  test('the statistics of the dashboard are counted by an index', async () => {
    const plans = await tables.explain('staff', (client) => readStatistics(client, new Date()));
    expect(found(plans)).toEqual([]);
  });

  test('the check reports a sequential scan and a sort', async () => {
    const plans = await tables.explain('anon', async (client) => {
      await client.from('shed_listings').select('*').eq('title', 'Shed 3').order('title');
    });
    expect(found(plans)).toContain('reads all of shed_listings');
  });

  test('pages of sheds are complete, and a filter matches part of the text in any case', async () => {
    const client = tables.client('anon');
    const pages = await Promise.all(
      ['1', '2', '3', '77'].map((page) => readShedsPage(client, {}, page)),
    );
    const ids = pages.slice(0, 3).flatMap((page) => page.rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(pages[0]?.total);
    expect(pages[3]).toEqual(pages[2]);
    const blue = await readShedsPage(client, { color: 'blue' }, '1');
    expect(new Set(blue.rows.map(({ color }) => color))).toEqual(new Set(['Navy Blue']));
  });

  test('pages of records in the back office are complete, with the count of a search', async () => {
    const client = tables.client('staff');
    const posts = { table: 'blog_posts', flag: 'is_published' } as const;
    const read = (search: string, flagged: boolean | undefined, page: number) =>
      readRecordPage(client, posts, { search, flagged, page });
    const [first, second, behind] = await Promise.all(
      [1, 2, 77].map((n) => read('', undefined, n)),
    );
    const ids = [first, second].flatMap((page) => page?.rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(rows.posts);
    expect(behind).toEqual(second);
    expect(first?.found).toEqual({ all: 60, flagged: 54, unflagged: 6 });
    const found = await read('pöst-2 ANNA', false, 1);
    expect(found.rows.map(({ slug }) => slug)).toEqual(['post-20']);
    expect([found.total, found.found]).toEqual([60, { all: 11, flagged: 10, unflagged: 1 }]);
    expect((await read('100%', undefined, 1)).rows).toEqual([]);
    const projects = { table: 'past_projects' } as const;
    const project = { search: 'project 59', flagged: undefined, page: 1 };
    expect((await readRecordPage(client, projects, project)).found.all).toBe(1);
  });
});
