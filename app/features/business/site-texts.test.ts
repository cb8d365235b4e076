import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  fillSiteTexts,
  siteTexts,
  siteTextsForm,
  toSiteTextsColumn,
  toSiteTextsForm,
} from './site-texts.ts';

const { usual } = siteTexts.home.hero_note;

test('fillSiteTexts has the usual texts for whatever is stored wrongly or not at all', () => {
  for (const stored of [null, undefined, {}, { hero_note: 7 }]) {
    expect(fillSiteTexts(stored, 'home').hero_note).toBe(usual);
  }
  expect(fillSiteTexts(null, 'everywhere').footer_text).toBe('');
});

test('fillSiteTexts has the text of the owner; an empty one hides a note, but no heading', () => {
  const texts = fillSiteTexts({ hero_note: '', work_title: '', sheds_title: 'On the lot' }, 'home');
  expect(texts).toMatchObject({ hero_note: '', sheds_title: 'On the lot' });
  expect(texts.work_title).toBe('Recent work');
});

test('the form stores only what differs from the usual texts', () => {
  const form = toSiteTextsForm(null);
  expect(toSiteTextsColumn(siteTextsForm.parse(form))).toEqual({});
  const texts = { ...form.texts, work_title: ' ', hero_note: '', footer_text: ' Since 1998 ' };
  const stored = toSiteTextsColumn(siteTextsForm.parse({ texts }));
  expect(stored).toEqual({ hero_note: '', footer_text: 'Since 1998' });
  expect(toSiteTextsForm(stored).texts).toMatchObject({ ...stored, work_title: 'Recent work' });
});

test('the form refuses a text that is too long', () => {
  const texts = { hero_note: 'x'.repeat(301) };
  expect(siteTextsForm.safeParse({ texts }).success).toBe(false);
});

test.each([
  'javascript:alert(1)',
  '//example.com',
  '/\\example.com',
  'sheds',
  '/a b',
  'https://',
  'https:///a',
  'tel:',
  'tel:70555501422',
  'mailto:nobody',
])('a link to %s is refused by the form and replaced on the website', (link) => {
  const { error } = siteTextsForm.safeParse({ texts: { hero_link: link } });
  expect(error?.issues[0]?.path).toEqual(['texts', 'hero_link']);
  expect(fillSiteTexts({ hero_link: link }, 'home').hero_link).toBe('/sheds');
});

test.each([
  ['/design', '/design'],
  ['https://example.com/sheds', 'https://example.com/sheds'],
  ['#work', '#work'],
  ['/', '/'],
  ['tel:705-555-0142x2', 'tel:+17055550142;ext=2'],
  ['mailto:a&b@b.ca', 'mailto:a%26b@b.ca'],
])('a link to %s is stored and shown as %s', (link, href) => {
  const { texts } = siteTextsForm.parse({ texts: { hero_link: link } });
  expect(texts.hero_link).toBe(href);
  expect(fillSiteTexts({ hero_link: link }, 'home').hero_link).toBe(href);
});

test('the table accepts the names and lengths of these texts only', () => {
  const migration = readFileSync('supabase/migrations/20261129071000_more_site_texts.sql', 'utf8');
  const [, names = ''] = /name <> all \(array\[([^\]]+)\]/.exec(migration) ?? [];
  const known = Object.values(siteTexts).flatMap((page) => Object.keys(page));
  expect(names.split(/,\s+/)).toEqual(known.map((name) => `'${name}'`));
  expect(migration).toContain('> 300)');
});

test('the names of the texts are unique', () => {
  const names = Object.values(siteTexts).flatMap((page) => Object.keys(page));
  expect(new Set(names).size).toBe(names.length);
});
