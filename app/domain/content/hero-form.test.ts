import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { heroColumns, heroForm, heroFormOf } from './hero-form.ts';

const filled = { ...heroFormOf(undefined), title: 'Built to last' };

test('a title is all that is required, and the section starts active', () => {
  const { error } = heroForm.safeParse(heroFormOf(undefined));
  expect(error && fieldErrors(error)).toEqual({ title: 'Title is required' });
  expect(heroColumns(heroForm.parse(filled))).toEqual({
    title: 'Built to last',
    subtitle: null,
    content: null,
    cta_text: null,
    cta_link: null,
    is_active: true,
  });
});

test('the button leads to a web address, a page, an anchor, a mail or a call', () => {
  for (const cta_link of [
    '/quote-request',
    '#contact',
    'https://example.com',
    'tel:+17055550100',
  ]) {
    expect(heroForm.safeParse({ ...filled, cta_link }).success, cta_link).toBe(true);
  }
  for (const cta_link of ['javascript:alert(1)', 'quote-request', '/quote request']) {
    expect(heroForm.safeParse({ ...filled, cta_link }).success, cta_link).toBe(false);
  }
});
