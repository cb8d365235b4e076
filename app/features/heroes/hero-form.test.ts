import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { heroForm, toHeroColumns, toHeroForm } from './hero-form.ts';

const filled = { ...toHeroForm(undefined), title: 'Built to last' };

test('heroForm requires a title only and is active by default', async () => {
  const { error } = await heroForm.safeParseAsync(toHeroForm(undefined));
  expect(error && fieldErrors(error)).toEqual({ title: 'Title is required' });
  expect(toHeroColumns(await heroForm.parseAsync(filled))).toEqual({
    title: 'Built to last',
    subtitle: null,
    content: null,
    cta_text: null,
    cta_link: null,
    is_active: true,
  });
});

test('heroForm accepts http, paths, anchors, mailto and tel for the button', async () => {
  for (const [cta_link, stored] of [
    ['/quote-request', '/quote-request'],
    ['#contact', '#contact'],
    ['https://example.com/', 'https://example.com/'],
    ['tel:+17055550100', 'tel:+17055550100'],
    ['tel:705-555-0142;ext=2', 'tel:+17055550142;ext=2'],
    [' tel:705-555-0142x2', 'tel:+17055550142;ext=2'],
    ['ann@example.com', 'mailto:ann@example.com'],
  ]) {
    expect((await heroForm.parseAsync({ ...filled, cta_link })).cta_link).toBe(stored);
  }
  const rejected = ['javascript:alert(1)', 'quote-request', '/quote request', 'tel:70555501422'];
  for (const cta_link of rejected) {
    const { success } = await heroForm.safeParseAsync({ ...filled, cta_link });
    expect(success, cta_link).toBe(false);
  }
});
