import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineAvailable } from '#tests/support/backend.ts';
import { useScriptTables } from '#tests/support/roll-back-writes.ts';

// The tests of postgrest-js (github.com/supabase/postgrest-js, test/*.test.ts) that concern offered
// features, under their titles and with their tables. What a request writes is rolled back.

/** The calls on a client, one on the result of the other, and parts of what the last one resolves to. */
type Case = {
  file: string;
  title: string;
  calls: [method: string, ...args: unknown[]][];
  result: object;
};
type Builder = Record<string, (...args: unknown[]) => Builder>;

const read = (name: string) =>
  readFileSync(new URL(`postgrest-js/${name}`, import.meta.url), 'utf8');
const cases = read('cases.ndjson')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

describe.skipIf(!engineAvailable())('postgrest-js', () => {
  const tables = useScriptTables(read('schema.sql'));

  test.each(cases)('$file: $title', async ({ calls, result }) => {
    const client = tables.client('service') as unknown as Builder;
    const sent = calls.reduce((on, [method, ...args]) => on[method]?.(...args) ?? on, client);
    const settled = await Promise.resolve(sent).catch((thrown) => ({ thrown }));
    expect(settled).toMatchObject(result);
  });
});
