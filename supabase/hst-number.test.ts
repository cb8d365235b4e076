import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
  await run(`insert into public.business_settings (business_name) values ('Ridgeline')`);
  await run('insert into public.tax_settings default values');
});
beforeEach(() =>
  run(
    `update public.tax_settings set hst_charged = true, hst_number = '12345 6789 RT0001', hst_number_shown = true`,
  ),
);
afterAll(() => database.close());

const run = (text: string, values: unknown[] = []) =>
  database.session(({ query }) => query<{ [column: string]: unknown }>(text, values));

async function readShown(): Promise<unknown> {
  const query = sql<{ shown: string | null }>`select public.get_shown_hst_number() as shown`;
  const [row] = await database.queryAsCaller({ role: 'anon', claims: {} }, query);
  return row?.shown;
}

test('visitors read the HST number only if it is shown, entered, and HST is charged', async () => {
  expect(await readShown()).toBe('12345 6789 RT0001');
  for (const change of ['hst_charged = false', 'hst_number_shown = false', `hst_number = ''`]) {
    await run(
      `update public.tax_settings set hst_charged = true, hst_number = '12345 6789 RT0001', hst_number_shown = true`,
    );
    await run(`update public.tax_settings set ${change}`);
    expect(await readShown(), change).toBeNull();
  }
});
