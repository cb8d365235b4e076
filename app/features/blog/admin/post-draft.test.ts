import { afterEach, expect, it, vi } from 'vitest';
import { removeDrafts } from '#app/admin/session.ts';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { emptyPost } from '../post-form.ts';
import { readDraft, removeDraft, storeDraft } from './post-draft.ts';

afterEach(() => void vi.unstubAllGlobals());

const draft = { at: '2026-11-21T12:00:00.000Z', values: { ...emptyPost, title: 'Snow' } };

it('storeDraft stores a draft for each post and one for the new one', () => {
  stubStorage('localStorage');
  storeDraft(undefined, draft);
  expect(readDraft(undefined)).toEqual(draft);
  expect(readDraft('a')).toBeUndefined();
  removeDraft(undefined);
  expect(readDraft(undefined)).toBeUndefined();
});

it('readDraft returns undefined for anything that is not a draft', () => {
  const stored = stubStorage('localStorage');
  for (const text of ['{', 'null', '{"at":"today"}', '[]']) {
    stored['post-draft:new'] = text;
    expect(readDraft(undefined)).toBeUndefined();
  }
});

it('removeDrafts removes every draft and nothing else', () => {
  const stored = stubStorage('localStorage');
  storeDraft(undefined, draft);
  storeDraft('a', draft);
  stored['draft:contact'] = 'of a visitor';
  removeDrafts();
  expect(stored).toEqual({ 'draft:contact': 'of a visitor' });
});

it('removeDrafts removes a draft for which the browser had no room', () => {
  stubStorage('localStorage', 10);
  storeDraft('a', draft);
  expect(readDraft('a')).toEqual(draft);
  removeDrafts();
  expect(readDraft('a')).toBeUndefined();
});
