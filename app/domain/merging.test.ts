import { describe, expect, test } from 'vitest';
import { columnField, differingFields, merged, sameValue, suggestedSide } from './merging.ts';

type Record = { title: string; note: string | null; open: boolean; since: string | null };

const base: Record = { title: 'A', note: null, open: false, since: null };
const mine: Record = { ...base, title: 'B', note: 'mine' };
const theirs: Record = { ...base, title: 'C', open: true, since: '2026-01-01' };
const title = columnField<Record>('Title', 'title');
const note = columnField<Record>('Note', 'note');
const open = columnField<Record>('Open', 'open', 'since');
const fields = [title, note, open];

describe('two versions of a record', () => {
  test('differ only where they say something else', () => {
    expect(differingFields(fields, mine, theirs)).toEqual([title, note, open]);
    expect(differingFields(fields, mine, { ...mine })).toEqual([]);
    expect(differingFields(fields, base, { ...base, note: '' })).toEqual([]);
    expect(differingFields(fields, base, { ...base, since: '2026-01-01' })).toEqual([open]);
  });

  test('what I left as I found it is suggested as theirs, everything else as mine', () => {
    expect(fields.map((field) => suggestedSide(field, base, mine))).toEqual([
      'mine',
      'mine',
      'theirs',
    ]);
    expect(suggestedSide(open, undefined, mine)).toBe('mine');
  });

  test('become one, field by field; columns that go together stay together', () => {
    expect(merged(fields, mine, theirs, () => 'mine')).toEqual(mine);
    expect(merged(fields, mine, theirs, (field) => suggestedSide(field, base, mine))).toEqual({
      title: 'B',
      note: 'mine',
      open: true,
      since: '2026-01-01',
    });
    expect(merged(fields, mine, theirs, () => 'theirs')).toEqual(theirs);
  });
});

test.each([
  [null, '', true],
  [undefined, null, true],
  [0, '', false],
  [false, null, false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', ''], false],
  [{ monday: '8-4', sunday: '' }, { monday: '8-4' }, true],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{}, [], false],
])('%j and %j say the same: %s', (one, other, same) => {
  expect(sameValue(one, other)).toBe(same);
});
