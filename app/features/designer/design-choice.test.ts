import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';
import { listRefusals } from './design-form.ts';
import { parseDesignParams } from './design-params.ts';

const parse = (query: string) => parseDesignParams(new URLSearchParams(query)).changes;

const narrow = 'style=gable&size=8x12&front=window-18x24.9_window-18x24.35';

test('an extra that would remove a window is refused, with the reason', () => {
  const windows = `${narrow}_window-24x36.61&right=double-door-60.42`;
  expect(parse(`${windows}&extras=none`)).toEqual([]);
  const changes = parse(`${windows}&extras=insulation`);
  expect(listRefusals(changes, 'extras', 'insulation')).toEqual([
    'Insulation: not possible, because window 24x36 in (61x91\u00a0cm) would be removed: the front wall has no room left.',
  ]);
  expect(listRefusals(changes, 'size')).toEqual([]);
});

test('an extra that moves a window is applied, with a notice', () => {
  const changes = parse(`${narrow}&right=double-door-60.42&extras=insulation`);
  expect(listRefusals(changes, 'extras', 'insulation')).toEqual([]);
  expect(changes.map((change) => describeChange(change))).toContainEqual(
    expect.stringMatching(/^Window 18x24 in \(46x61\u00a0cm\): moved/),
  );
});

test('an extra that has no room is refused with its own reason', () => {
  expect(listRefusals(parse('style=gable&size=10x12&extras=loft'), 'extras', 'loft')).toEqual([
    'Loft: not possible, because a loft needs 6 ft 6 in (1.98\u00a0m) below it and 3 ft (91\u00a0cm) above it.',
  ]);
});
