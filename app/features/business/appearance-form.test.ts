import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { getLuminance } from './accent-color.ts';
import {
  announcementForm,
  appearanceForm,
  toAnnouncementColumns,
  toAnnouncementForm,
  toAppearanceColumns,
  toAppearanceForm,
} from './appearance-form.ts';

const empty = { text: null, link: null, first_day: null, last_day: null };
const filled = {
  text: 'Closed over Christmas',
  link: '/contact',
  first_day: '2026-12-24',
  last_day: '2026-12-24',
};

function getErrors(change: object) {
  const { error } = announcementForm.safeParse({ ...toAnnouncementForm(filled), ...change });
  return error ? fieldErrors(error) : {};
}

test.each([empty, filled])('a stored announcement converts to the form and back', (stored) => {
  expect(toAnnouncementColumns(announcementForm.parse(toAnnouncementForm(stored)))).toEqual(stored);
});

test.each([
  [null, null],
  ['#2f5d3a', 'lora'],
])(
  'the stored accent %s and typefaces %s convert to the form and back',
  (accent_color, typefaces) => {
    const stored = { accent_color, typefaces };
    expect(toAppearanceColumns(appearanceForm.parse(toAppearanceForm(stored)))).toEqual(stored);
  },
);

test('a light accent is stored as a darker shade', () => {
  const { accent_color } = toAppearanceColumns({ accent_color: '#FFD400', typefaces: '' });
  expect(accent_color).toMatch(/^#[0-9a-f]{6}$/);
  expect(getLuminance(accent_color ?? '')).toBeLessThanOrEqual(0.142);
});

test.each([
  ['text', 'x'.repeat(201)],
  ['link', 'javascript:alert(1)'],
  ['link', '//example.com'],
  ['first_day', '2026-02-30'],
  ['last_day', '2026-12-23'],
])('%s must not be %s', (field, value) => {
  expect(getErrors({ [field]: value })).toHaveProperty(field);
});

test('an announcement may lead to another website, and have one day only', () => {
  expect(getErrors({ link: 'https://example.com/a' })).toEqual({});
  expect(getErrors({ first_day: '' })).toEqual({});
  expect(getErrors({ last_day: '' })).toEqual({});
});
