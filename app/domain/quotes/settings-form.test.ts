import { expect, test } from 'vitest';
import { quoteSettingsForm, toQuoteSettingsColumns, toQuoteSettingsForm } from './settings-form.ts';

const columns = {
  legal_name: 'Test Builders Ltd.',
  hst_number: '12345 6789 RT0001',
  hst_charged: true,
  hst_basis_points: 1305,
  consent_sentence: 'I have read this offer and accept it.',
  defaults: {
    paymentTerms: 'On delivery',
    duration: '',
    delivery: '',
    terms: 'Ours',
    cancellation: 'Ten days',
  },
  valid_days: 30,
  reminder_days: [3, 7],
  reminder_text: '',
  bookkeeping_years: 6,
};

test('the form of the settings gives the same settings', () => {
  for (const row of [columns, { ...columns, reminder_days: [], hst_basis_points: 1300 }]) {
    expect(toQuoteSettingsColumns(quoteSettingsForm.parse(toQuoteSettingsForm(row)))).toEqual(row);
  }
});

test.each([
  ['hstPercent', 'thirteen'],
  ['hstPercent', '100'],
  ['consent_sentence', 'Yes'],
  ['valid_days', '0'],
  ['reminderDays', '3, soon'],
  ['reminderDays', '91'],
  ['reminderDays', '1, 2, 3, 4'],
  ['bookkeeping_years', '21'],
])('quoteSettingsForm rejects %s %o', (field, value) => {
  const { error } = quoteSettingsForm.safeParse({
    ...toQuoteSettingsForm(columns),
    [field]: value,
  });
  expect(error?.issues.map(({ path }) => path[0])).toContain(field);
});
