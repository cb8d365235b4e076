import { describe, expect, test } from 'vitest';
import { checkRepository, countComments, findForbiddenWords } from './check-wording.ts';

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

test('countComments counts lines that hold nothing but a comment', () => {
  const source = "/**\n * A\n */\nconst a = '// b'; // c\n\n// d\n";
  expect(countComments('app/a.ts', source)).toEqual({ lines: 6, comments: 4 });
});

test('the repository has no forbidden words and few comments', () => {
  expect(checkRepository()).toEqual([]);
});
