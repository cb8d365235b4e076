import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findAmericanSpelling } from './spelling.ts';

test.each([
  ['app/a.ts', "const text = 'Choose a color for it';", ['color']],
  ['app/a.tsx', 'const text = <p>The gray one</p>;', ['gray']],
  ['app/a.ts', "const label = 'Color'; const error = 'Color is required';", []],
  ['app/a.tsx', 'const box = <p className="items-center transition-colors" />;', []],
  ['app/a.ts', "const style = 'px-5 transition-[color,outline-color]';", []],
  ['app/a.ts', 'const text = `All is centered`;', ['centered']],
  ['docs/a.md', 'The `color` of a neighbor', ['neighbor']],
  ['supabase/seed.sql', "insert into sheds (color) values ('Gray', 'A center post')", ['center']],
])('findAmericanSpelling of %s with %s returns %j', (path, content, words) => {
  expect(findAmericanSpelling(path, content)).toEqual(words);
});

test('all texts have Canadian spelling', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'app', 'server', 'supabase', 'docs', 'README.md', 'CHANGELOG.md'],
    { encoding: 'utf8' },
  );
  const found = files
    .split('\n')
    .filter((path) => /(?<!\.test|\.types)\.(?:tsx?|md)$|seed\.sql$/.test(path))
    .flatMap((path) =>
      findAmericanSpelling(path, readFileSync(path, 'utf8')).map((word) => `${path}: ${word}`),
    );
  expect(found).toEqual([]);
});
