import { expect, test } from 'vitest';
import { layOutParagraph, wrapText } from './lay-out-text.ts';

const face = { name: 'test', source: '' };
const layOut = (texts: string[], width = 100) =>
  layOutParagraph(
    texts.map((text) => ({ text, face })),
    width,
    (_part, text) => text.length,
  ).map(({ runs }) => runs.map(({ text }) => text));

test.each([
  ['a line from left to right has its parts in order', ['Shed ', '½″'], [['Shed ', '½″']]],
  ['numbers and brackets stand within Hebrew', ['שלום (12) abc'], [['abc', ' (', '12', 'שלום (']]],
  ['Hebrew within English changes no other word', ['To שלום now'], [['To ', 'שלום', ' now']]],
])('%s', (_what, texts, lines) => {
  expect(layOut(texts)).toEqual(lines);
});

test('a line that is broken has the runs of its own text alone', () => {
  expect(layOut(['one ', 'שלום two'], 8)).toEqual([['one ', 'שלום'], ['two']]);
});

test.each([
  ['one two three', ['one two', 'three']],
  ['李雷家的花園小屋很大', ['李雷家的花園小屋', '很大']],
  ['a abcdefghijklm b', ['a', 'abcdefgh', 'ijklm b']],
  ['', ['']],
])('wrapText breaks %j at eight characters', (text, lines) => {
  const spans = wrapText(text, 8, (start, end) => end - start);
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(lines);
});

test.each([
  ['one word', 'W'.repeat(10_000)],
  [
    'different characters',
    String.fromCodePoint(...Array.from({ length: 10_000 }, (_, n) => 0x4e00 + n)),
  ],
  ['words that fill a line each', `${'W'.repeat(99)} `.repeat(100)],
])('wrapText measures a text of %s a few times over', (_what, text) => {
  let measured = 0;
  wrapText(text, 100, (start, end) => {
    measured += end - start;
    return end - start;
  });
  expect(measured).toBeLessThan(4 * text.length);
});
