import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const migrations = globSync('supabase/migrations/*.sql').sort();

test('README.md names the migration with the last definition of a function', () => {
  const mentions = readme.matchAll(
    /(?<!on )`(?:private\.)?(\w+)(?:\(\))?` (?:in )?\(?`(?:supabase\/migrations\/)?\*(_\w+\.sql)`/g,
  );
  const named = [...mentions].map(([, name = '', file]) => ({ name, file }));
  const last = named.map(({ name }) => {
    const definition = new RegExp(`create (?:or replace )?function private\\.${name}\\(`);
    const path = migrations.findLast((each) => definition.test(readFileSync(each, 'utf8')));
    return { name, file: path?.replace(/.*\/\d+/, '') };
  });
  expect(named.length).toBeGreaterThan(4);
  expect(named).toEqual(last);
});

test('README.md names files and folders that exist', () => {
  const paths = readme.match(
    /(?<=`)(?:app|backend|docs|drawing|scripts|server|supabase|tests)\/[^`<\s]*/g,
  );
  expect(paths?.filter((path) => globSync(path.replace(/\/$/, '')).length === 0)).toEqual([]);
});
