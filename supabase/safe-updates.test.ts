import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

// Hosted Supabase loads pg-safeupdate for the role of its table interface. It refuses each update and deletion without a
// condition, also in functions with the rights of their owner.

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

/** Returns the updates and deletions of a script that have no `where` of their own, also those in its literals. */
function findUnconditional(script: string): string[] {
  const literals: string[] = [];
  const code = script
    .replaceAll(/--.*/g, '')
    .replaceAll(
      /'((?:[^']|'')*)'|(\$\w*\$)([\s\S]*?)\2/g,
      (_, quoted = '', _tag, dollarQuoted = '') => {
        literals.push(quoted + dollarQuoted);
        return "''";
      },
    );
  const changes =
    /(?<!\b(?:do|for|key|on|or|of|after|before) +)\b(?:update +[\w."%$]+ |delete +from )/gi;
  const found = [...code.matchAll(changes)].filter(({ index }) => {
    const rest = code.slice(index);
    let depth = 0;
    for (const { 0: token } of rest.matchAll(/[();]|\bwhere\b/gi)) {
      if (token === '(') depth += 1;
      else if (token === ')') depth -= 1;
      if (depth < 0 || (depth === 0 && token === ';')) return true;
      if (depth === 0 && token.toLowerCase() === 'where') return false;
    }
    return true;
  });
  return [...found.map(({ 0: change }) => change), ...literals.flatMap(findUnconditional)];
}

test.each([
  ['update public.a set b = (select 1 from c where d);', 1],
  ['update public.a set b = 1 where true;', 0],
  ['with e as (delete from a) update public.a set b = 1 from e where c;', 1],
  ["execute format('update public.%I set a = 1', name) using b where c;", 1],
  ['insert into a values (1) on conflict do update set b = 1;', 0],
  ['perform from a for update;', 0],
])('findUnconditional finds in %s %d', (script, count) => {
  expect(findUnconditional(script)).toHaveLength(count);
});

test('every function updates and deletes with a condition', async () => {
  const functions = await database.session(({ query }) =>
    query<{ name: string; source: string }>(`select proname as name, prosrc as source from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'`),
  );
  expect(functions.length).toBeGreaterThan(200);
  const found = functions.map(({ name, source }) => [name, ...findUnconditional(source)]);
  expect(found.filter(({ length }) => length > 1)).toEqual([]);
});
