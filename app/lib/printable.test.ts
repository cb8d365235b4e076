import { expect, test } from 'vitest';
import { describeUnprintableParts, listUnprintable, toPrintedText } from './printable.ts';

test.each([
  '½″ plywood, ⅜ in bolts, ≥ 2, ← → ↑ ↓ ✓ ✔ ☐ ☑, 90° ± ⅛, 10 ft², ⌀ №',
  'Nguyễn, Łukasz, Παπαδόπουλος, Шевченко, ᐃᓄᒃᑎᑐᑦ, x̂',
  '李雷 龍, 山田さくら サクラ, 김철수, محمد, שלום, श्री, ਸਤਿ, ગુ, বাং, தமிழ், 🙂 ❤️ 👨‍👩‍👧',
  'Tabs\tand\r\nline ends, \u202eoverrides\u202c and \ud800',
])('documents can print %j', (text) => {
  expect(listUnprintable(text)).toEqual([]);
});

test('a character without a glyph is listed once', () => {
  expect(listUnprintable('𓀀 Shed 𓀀\u{e000}')).toEqual(['𓀀', '\u{e000}']);
});

test('a text is printed composed and without controls', () => {
  expect(toPrintedText('e\u0301\r\n\u202ea\u0007b\u200cc')).toBe('é\nab\u200cc');
});

test('characters without a glyph are named in the parts of another document', () => {
  const parts: [string, string][] = [
    ["the customer's name", 'Ann 𓀀'],
    ['your business name (Settings)', 'Hillside'],
  ];
  expect(describeUnprintableParts('The cut list', parts)).toEqual([
    `The cut list can't print "𓀀" in the customer's name.`,
  ]);
});
