import { expect, test, vi } from 'vitest';
import { isChosen } from './drafted-form.tsx';

test('isChosen finds the stored options of a name, even where has ignores its second argument', () => {
  const { has } = URLSearchParams.prototype;
  vi.spyOn(URLSearchParams.prototype, 'has').mockImplementation(function (
    this: URLSearchParams,
    name: string,
  ) {
    return has.call(this, name);
  });
  const fields = new URLSearchParams('option=ramp&option=window&alternative=a');
  const values = ['ramp', 'shelf', 'window', ''];
  expect(values.filter((value) => isChosen(fields, { name: 'option', value }))).toEqual([
    'ramp',
    'window',
  ]);
  expect(isChosen(fields, { name: 'alternative', value: 'b' })).toBe(false);
  expect(isChosen(fields, { name: 'other', value: 'ramp' })).toBe(false);
});
