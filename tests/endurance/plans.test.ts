import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable } from '#tests/support/backend.ts';
import { type ExplainedTables, openExplainedTables } from '#tests/support/explained-tables.ts';
import { readings, smallTables } from '#tests/support/plan-readings.ts';

/**
 * The same queries as tests/integration/plans.test.ts with the volumes that the site must carry, as
 * the planner carries them out in earnest. `TEST_ENGINE=server` runs it on PostgreSQL.
 */

const rows = { quotes: 100_000, sheds: 10_000, posts: 5_000 };

/** Rows that a page may read of a table: those of a page, those that are compared, and a week's. */
const mostRead = 3_000;

/** The sitemap names every row. Counts go through an index alone. */
const everyRow = new Set(['the sitemap']);

describe.skipIf(!engineAvailable())('with 100,000 requests, 10,000 sheds and 5,000 posts', () => {
  let tables: ExplainedTables;
  beforeAll(async () => {
    tables = await openExplainedTables(rows, { held: false });
  }, 300_000);
  afterAll(() => tables?.close());

  for (const [caller, named] of Object.entries(readings)) {
    test.each(Object.entries(named))(
      `%s: reads no table whole, as ${caller}`,
      async (name, reading) => {
        const plans = await tables.explain(caller as 'anon' | 'staff', reading);
        expect(plans.length).toBeGreaterThan(0);
        const large = plans
          .flatMap(({ steps }) => steps)
          .filter(({ table }) => !smallTables.has(table));
        const whole = large.filter(
          ({ kind, rows, removed }) =>
            kind === 'Seq Scan' || (kind !== 'Index Only Scan' && rows + removed > mostRead),
        );
        if (!everyRow.has(name)) expect(whole).toEqual([]);
        for (const { milliseconds } of plans) expect(milliseconds).toBeLessThan(1_000);
      },
    );
  }
});
