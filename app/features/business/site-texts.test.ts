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

test('the names of the texts are unique', () => {
  const names = Object.values(siteTexts).flatMap((page) => Object.keys(page));
  expect(new Set(names).size).toBe(names.length);
});
