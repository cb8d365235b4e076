import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { getLuminance } from './accent-color.ts';
import { appearanceForm, toAppearanceColumns, toAppearanceForm } from './appearance-form.ts';

const empty = {
  accent_color: null,
  typefaces: null,
  announcement_text: null,
  announcement_link: null,
  announcement_from: null,
  announcement_until: null,
};
const filled = {
  accent_color: '#2f5d3a',
  typefaces: 'lora',
  announcement_text: 'Closed over Christmas',
  announcement_link: '/contact',
  announcement_from: '2026-12-24',
  announcement_until: '2026-12-24',
};

function getErrors(change: object) {
  const { error } = appearanceForm.safeParse({ ...toAppearanceForm(filled), ...change });
  return error ? fieldErrors(error) : {};
}

test.each([empty, filled])('stored columns convert to the form and back', (stored) => {
  expect(toAppearanceColumns(appearanceForm.parse(toAppearanceForm(stored)))).toEqual(stored);
});

test('a light accent is stored as a darker shade', () => {
  const form = { ...toAppearanceForm(filled), accent_color: '#FFD400' };
  const { accent_color } = toAppearanceColumns(appearanceForm.parse(form));
  expect(accent_color).toMatch(/^#[0-9a-f]{6}$/);
  expect(getLuminance(accent_color ?? '')).toBeLessThanOrEqual(0.142);
});

test.each([
  ['announcement_text', 'x'.repeat(201)],
  ['announcement_link', 'javascript:alert(1)'],
  ['announcement_link', '//example.com'],
  ['announcement_from', '2026-02-30'],
  ['announcement_until', '2026-12-23'],
])('%s must not be %s', (field, value) => {
  expect(getErrors({ [field]: value })).toHaveProperty(field);
});

test('an announcement may lead to another website, and have one day only', () => {
  expect(getErrors({ announcement_link: 'https://example.com/a' })).toEqual({});
  expect(getErrors({ announcement_from: '' })).toEqual({});
  expect(getErrors({ announcement_until: '' })).toEqual({});
});
