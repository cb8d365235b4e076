import { expect, test } from 'vitest';
import { isRecordChange } from './keep-page-shown.tsx';

test.each([
  ['/', '/?project=1', true],
  ['/?work=garage&project=1', '/?work=garage', true],
  ['/sheds?page=2', '/sheds?page=2&shed=1', true],
  ['/sheds?shed=1', '/sheds?shed=2', true],
  ['/sheds', '/sheds', false],
  ['/sheds', '/sheds?material=Wood', false],
  ['/sheds?shed=1', '/sheds?material=Wood', false],
  ['/sheds', '/custom-sheds?shed=1', false],
])('between %s and %s only the open record differs: %s', (from, to, expected) => {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'https://example.com'));
  if (!currentUrl || !nextUrl) throw new Error('Two URLs are needed');
  expect(isRecordChange({ currentUrl, nextUrl })).toBe(expected);
});
