import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { cleanDrafts, draftKey, readDraft, writeDraft } from './form-messages.tsx';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2027, 3, 1);
const dana = {
  values: { customer_name: 'Dana' },
  images: [{ name: 'yard.jpg', path: 'inspiration/1763720000000-yard.jpg' }],
};

let stored: Record<string, string>;
beforeEach(() => {
  stored = stubStorage('localStorage');
});
afterEach(() => void vi.unstubAllGlobals());

test('a draft is stored for 30 days under its own shed', () => {
  writeDraft(draftKey('quote', 'shed-1'), dana, now);
  expect(readDraft(draftKey('quote', 'shed-1'), now + 29 * day)).toMatchObject(dana);
  expect(readDraft(draftKey('quote', 'shed-2'), now)).toBeUndefined();
  expect(readDraft(draftKey('quote'), now)).toBeUndefined();
  expect(readDraft(draftKey('quote', 'shed-1'), now + 30 * day)).toBeUndefined();
});

test('a draft that has no room keeps the one before it for the next visit', () => {
  const full = stubStorage('localStorage', 200);
  const long = { ...dana, values: { customer_name: 'Dana', description: 'x'.repeat(300) } };
  writeDraft(draftKey('quote'), dana, now);
  writeDraft(draftKey('quote'), long, now);
  expect(readDraft(draftKey('quote'), now)?.values).toEqual(long.values);
  expect(JSON.parse(full[draftKey('quote')] ?? '')).toEqual({ ...dana, savedAt: now });
});

test('an empty draft is removed', () => {
  writeDraft(draftKey('quote'), dana, now);
  writeDraft(draftKey('quote'), undefined, now);
  expect(stored).toEqual({});
});

test('cleaning removes expired and unreadable drafts and returns the newest of the form', () => {
  writeDraft(draftKey('quote', 'old'), dana, now - 31 * day);
  writeDraft(draftKey('quote', 'shed-1'), { ...dana, values: { email: 'a@b.ca' } }, now - 2);
  writeDraft(draftKey('quote'), dana, now - 1);
  writeDraft(draftKey('contact'), { ...dana, values: {} }, now);
  stored[draftKey('quote', 'broken')] = '{"values":';
  stored[draftKey('quote', 'other')] = JSON.stringify({ ...dana, savedAt: 'yesterday' });
  for (const invalid of [
    null,
    7,
    {},
    { ...dana, savedAt: now, values: { name: 1 } },
    { ...dana, savedAt: now, images: [{}] },
  ]) {
    stored[draftKey('quote', 'invalid')] = JSON.stringify(invalid);
    expect(readDraft(draftKey('quote', 'invalid'), now)).toBeUndefined();
  }
  stored.theme = 'something else';
  expect(cleanDrafts('quote', now)).toMatchObject(dana);
  expect(Object.keys(stored)).toEqual([
    'draft:quote:shed-1',
    'draft:quote:',
    'draft:contact:',
    'theme',
  ]);
});
