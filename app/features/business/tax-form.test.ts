import { describe, expect, test } from 'vitest';
import { taxForm, toTaxColumns, toTaxForm } from './tax-form.ts';

const columns = {
  hst_charged: true,
  hst_basis_points: 1305,
  hst_number: '12345 6789 RT0001',
  hst_number_shown: true,
};

describe('taxForm', () => {
  test('returns the columns that it was filled with', () => {
    expect(toTaxColumns(taxForm.parse(toTaxForm(columns)))).toEqual(columns);
    const none = { ...columns, hst_charged: false, hst_number: '' };
    expect(toTaxColumns(taxForm.parse(toTaxForm(none)))).toEqual(none);
  });

  test.each(['123456789RT0001', '123 456 789 RT 0001', '12345-6789 rt0001'])(
    'takes the HST number %s',
    (hst_number) => {
      expect(taxForm.safeParse({ ...toTaxForm(columns), hst_number }).error).toBeUndefined();
    },
  );

  test.each([
    ['hst_number', '12345'],
    ['hstPercent', 'thirteen'],
    ['hstPercent', '100'],
    ['hstPercent', ''],
  ])('rejects %s %j', (field, typed) => {
    const { error } = taxForm.safeParse({ ...toTaxForm(columns), [field]: typed });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });
});
