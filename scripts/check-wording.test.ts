import { describe, expect, test } from 'vitest';
import {
  checkRepository,
  countComments,
  findForbiddenWords,
  findMissingPaths,
} from './check-wording.ts';

const findWords = (path: string, content: string) =>
  findForbiddenWords(path, content).map(({ word }) => word);

describe('findForbiddenWords', () => {
  test.each([
    ['an identifier', 'const keptPages = 1;', 'kept'],
    ['an identifier in the middle', 'const isKept = true;', 'Kept'],
    ['a comment', '// The owner is told of it.', 'told'],
    ['the title of a test', "test('the page is asleep', () => {});", 'asleep'],
    ['the title of a test of many', "test.each([1])('told %s', () => {});", 'told'],
    ['an accessor', 'const name = nameOf(user);', 'nameOf'],
    ['an accessor of something', 'readQuotesOfRequest(id);', 'readQuotesOfRequest'],
    ['a made-up name', 'return orEmpty(value);', 'orEmpty'],
  ])('finds %s', (_what, source, word) => {
    expect(findWords('app/a.ts', source)).toEqual([word]);
  });

  test.each([
    ['a text that users read', "const text = 'Entries are kept for 400 days.';"],
    ['JSX text', 'export const Page = () => <p>We kept what you had typed.</p>;'],
    ['standard names', "['a'].indexOf('a'); Object.getPrototypeOf({}); query.likeAnyOf('a', []);"],
    ['words that contain one', 'const retold = keptless;'],
  ])('accepts %s', (_what, source) => {
    expect(findWords('app/a.tsx', source)).toEqual([]);
  });

  test('finds words in SQL, Markdown and file names', () => {
    expect(findWords('supabase/migrations/1.sql', "comment on table a is 'kept';")).toEqual([
      'kept',
    ]);
    expect(findWords('docs/a.md', 'The page is kept.')).toEqual(['kept']);
    expect(findWords('app/sleeping-form.ts', '')).toEqual(['name of the file']);
    expect(findWords('supabase/seed.sql', "-- kept\nvalues ('She told us.');")).toEqual(['kept']);
  });
});

describe('findMissingPaths', () => {
  const files = ['app/data/quotes.ts', 'supabase/migrations/1_quotes.sql'];

  test.each([
    ['a TypeScript comment', 'app/a.ts', '// See data/prices.ts.', 'data/prices.ts'],
    ['a SQL comment', 'a.sql', '-- migrations/*_prices.sql', 'migrations/*_prices.sql'],
    ['a CSS comment', 'a.css', '/* app/data/quotes.css */', 'app/data/quotes.css'],
    ['a document', 'docs/a.md', 'in `app/quotes.ts`', 'app/quotes.ts'],
  ])('finds %s', (_what, path, content, word) => {
    expect(findMissingPaths(path, content, files)).toEqual([{ line: 1, word }]);
  });

  test.each([
    [
      'files that exist',
      'app/a.ts',
      '// app/data/quotes.ts, data/quotes.ts, migrations/*_quotes.sql',
    ],
    ['files of libraries', 'app/a.ts', '// test/client.test.ts, https://example.com/app/a.ts'],
    ['code', 'app/a.ts', "import './data/prices.ts';"],
  ])('accepts %s', (_what, path, content) => {
    expect(findMissingPaths(path, content, files)).toEqual([]);
  });
});

test('countComments counts lines that hold nothing but a comment', () => {
  const source = "/**\n * A\n */\nconst a = '// b'; // c\n\n// d\n";
  expect(countComments('app/a.ts', source)).toEqual({ lines: 6, comments: 4 });
});

test('the repository has no forbidden words and few comments', () => {
  expect(checkRepository()).toEqual([]);
});
