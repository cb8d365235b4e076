import { expect, test } from 'vitest';
import { splitLinks } from './text-links.ts';

const link = (href: string) => ({ text: href, href });

test('splitLinks returns a text without a link as one piece, and nothing for an empty one', () => {
  expect(splitLinks('Ask us.\nWe answer.')).toEqual([{ text: 'Ask us.\nWe answer.' }]);
  expect(splitLinks('')).toEqual([]);
});

test('splitLinks leaves the punctuation around a URL out of it', () => {
  expect(splitLinks('See https://a.example/b?c=1, or (http://d.example).')).toEqual([
    { text: 'See ' },
    link('https://a.example/b?c=1'),
    { text: ',' },
    { text: ' or (' },
    link('http://d.example'),
    { text: ').' },
  ]);
  const wiki = 'https://a.example/Shed_(building)';
  expect(splitLinks(`${wiki}!`)).toEqual([link(wiki), { text: '!' }]);
});

test.each(['javascript:alert(1)', 'ftp://a.example', 'http://', 'https://[', 'a.example/b'])(
  'splitLinks does not link %s',
  (text) => {
    expect(splitLinks(text).filter(({ href }) => href)).toEqual([]);
    expect(splitLinks(text).map((part) => part.text)).toEqual([text]);
  },
);
