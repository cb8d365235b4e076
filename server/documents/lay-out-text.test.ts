import { expect, test } from 'vitest';
import { layOutParagraph } from './lay-out-text.ts';

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
