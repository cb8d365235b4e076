import { readFileSync } from 'node:fs';
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

const migration = readFileSync('supabase/migrations/20261129040000_hst_number_shown.sql', 'utf8');

test.each([
  ['12345 6789 RT0001', '', true, '12345 6789 RT0001'],
  ['We are registered', '', true, ''],
  ['11111 1111 RT0001', '12345 6789 RT0001', true, '12345 6789 RT0001'],
  [' ', '12345 6789 RT0001', false, '12345 6789 RT0001'],
  [undefined, '12345 6789 RT0001', false, '12345 6789 RT0001'],
])(
  'the text %j of the home page beside the number %j becomes a tick',
  async (text, stored, shown, number) => {
    await run('update public.tax_settings set hst_number = $1, hst_number_shown = false', [stored]);
    await run('update public.business_settings set trust_texts = $1::jsonb', [
      JSON.stringify({ wsib: 'Covered', ...(text !== undefined && { hst: text }) }),
    ]);
    for (const [statement] of migration.matchAll(/^update [^;]+/gm)) await run(statement);
    const rows = await run(
      'select hst_number, hst_number_shown, trust_texts from public.tax_settings, public.business_settings',
    );
    expect(rows).toEqual([
      { hst_number: number, hst_number_shown: shown, trust_texts: { wsib: 'Covered' } },
    ]);
  },
);
