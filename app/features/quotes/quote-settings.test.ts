import { expect, test } from 'vitest';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import {
  isWordingChecked,
  quoteSettingsForm,
  toQuoteSettingsColumns,
  toQuoteSettingsForm,
} from './quote-settings.ts';
import { withQuoteDefaults } from './quote-start.ts';

const columns = {
  legal_name: 'Test Builders Ltd.',
  consent_sentence: 'I have read this offer and accept it.',
  defaults: {
    paymentTerms: 'On delivery',
    start: 'Three weeks after the deposit',
    duration: '',
    delivery: '',
    terms: 'Ours',
    cancellation: 'Ten days',
    checkedOn: '2026-11-23',
    deposit: { type: 'percent', basisPoints: 2500 },
  },
  valid_days: 30,
  reminder_days: [3, 7],
  reminder_text: '',
  bookkeeping_years: 6,
};

test('the settings convert to the form and back', () => {
  const defaults = { ...columns.defaults, deposit: null };
  for (const row of [columns, { ...columns, defaults, reminder_days: [], valid_days: null }]) {
    expect(toQuoteSettingsColumns(quoteSettingsForm.parse(toQuoteSettingsForm(row)))).toEqual(row);
  }
});

test.each([
  [columns.defaults, true],
  [{ ...columns.defaults, checkedOn: '' }, false],
  [{}, false],
  [undefined, false],
])('isWordingChecked of %j is %s', (defaults, isChecked) => {
  expect(isWordingChecked(defaults)).toBe(isChecked);
});

test('new quotes start with the deposit and the start of the settings', () => {
  const { defaults, ...settings } = toQuoteSettingsColumns(
    quoteSettingsForm.parse(toQuoteSettingsForm(columns)),
  );
  const quote = withQuoteDefaults(
    newQuoteContent({ start: '', deposit: null }),
    { ...settings, defaults },
    { charged: true, basisPoints: 1300 },
    '2026-12-15',
  );
  expect(quote).toMatchObject({
    start: 'Three weeks after the deposit',
    deposit: { type: 'percent', basisPoints: 2500 },
  });
});

test.each([
  ['consent_sentence', 'Yes'],
  ['valid_days', '0'],
  ['reminderDays', '3, soon'],
  ['reminderDays', '91'],
  ['reminderDays', '1, 2, 3, 4'],
  ['bookkeeping_years', '21'],
  ['checkedOn', 'today'],
  ['deposit', { type: 'percent', value: '101' }],
])('quoteSettingsForm rejects %s %o', (field, value) => {
  const { error } = quoteSettingsForm.safeParse({
    ...toQuoteSettingsForm(columns),
    [field]: value,
  });
  expect(error?.issues.map(({ path }) => path[0])).toContain(field);
});
