import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queries, smallTables } from '#tests/fixtures/plan-queries.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { type ExplainedTables, openExplainedTables } from '#tests/support/plans.ts';

/**
 * The same queries as tests/integration/plans.test.ts with the volumes that the site must carry, as
 * the planner carries them out in earnest. `TEST_ENGINE=server` runs it on PostgreSQL.
 */

const rows = { quotes: 100_000, sheds: 10_000, posts: 5_000 };

/** Rows of a table that one page may read. */
const maxRowsRead = 3_000;

/** The sitemap lists every row. Counts use an index alone. */
const everyRow = new Set(['the sitemap']);

describe.skipIf(!engineAvailable())('with 100,000 requests, 10,000 sheds and 5,000 posts', () => {
  let tables: ExplainedTables;
  beforeAll(async () => {
    tables = await openExplainedTables(rows, { held: false });
  }, 300_000);
  afterAll(() => tables?.close());

  for (const [caller, named] of Object.entries(queries)) {
    test.each(Object.entries(named))(`%s as ${caller}: no sequential scan`, async (name, query) => {
      const plans = await tables.explain(caller as 'anon' | 'staff', query);
      expect(plans.length).toBeGreaterThan(0);
      const large = plans
        .flatMap(({ steps }) => steps)
        .filter(({ table }) => !smallTables.has(table));
      const whole = large.filter(
        ({ kind, rows, removed }) =>
          kind === 'Seq Scan' || (kind !== 'Index Only Scan' && rows + removed > maxRowsRead),
      );
      if (!everyRow.has(name)) expect(whole).toEqual([]);
      for (const { milliseconds } of plans) expect(milliseconds).toBeLessThan(1_000);
    });
  }
});
