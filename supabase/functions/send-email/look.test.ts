import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { findBareBackgrounds } from '#tests/support/bare-backgrounds.ts';
import { createLook, getHeadingStyle } from './look.ts';
import { renderPage } from './mail.ts';

const stored = {
  business_name: 'Oak & Sons <Sheds>',
  accent_color: '#2f5d3a',
  typefaces: null,
  logo_image: 'thumbnails/1-logo.png',
  logo_width: 1200,
  logo_height: 300,
};
const siteUrl = 'https://sheds.example/admin';

test('an email has the logo at its head, at a known size, with the name as its text', async () => {
  const look = createLook(stored, siteUrl);
  const page = await renderPage('Hello', html`Body`, look);
  expect(page).toContain(
    '<img src="https://sheds.example/pictures/letterhead/png/thumbnails/1-logo.png" alt="Oak &amp; Sons &lt;Sheds&gt;" width="240" height="60"',
  );
  expect(page).toContain('border-top:4px solid #2f5d3a');
  expect(findBareBackgrounds(page)).toEqual([]);
});

test.each([
  ['bitter', true],
  ['lora', true],
  ['archivo', false],
])('headings of emails follow the typefaces %s', (typefaces, isSerif) => {
  const style = getHeadingStyle(createLook({ ...stored, typefaces }, siteUrl));
  expect(style.includes(';font-family:Georgia,serif')).toBe(isSerif);
});

test.each([
  ['no settings', null],
  ['settings without logo and accent colour', { ...stored, accent_color: null, logo_image: null }],
])('createLook returns the default accent and no logo for %s', async (_when, settings) => {
  const look = createLook(settings, siteUrl);
  expect(look).toEqual({ accent: '#7a3e1d' });
  expect(await renderPage('Hello', html`Body`, look)).not.toContain('<img');
});
