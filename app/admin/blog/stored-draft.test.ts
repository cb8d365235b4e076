import { expect, it } from 'vitest';
import { emptyPost } from '#app/domain/blog/post-form.ts';
import { removeDrafts } from './remove-drafts.ts';
import { readDraft, removeDraft, storeDraft } from './stored-draft.ts';

function memory(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

const draft = { at: '2026-11-21T12:00:00.000Z', values: { ...emptyPost, title: 'Snow' } };

it('storeDraft stores a draft for each post and one for the new one', () => {
  const storage = memory();
  storeDraft(storage, undefined, draft);
  expect(readDraft(storage, undefined)).toEqual(draft);
  expect(readDraft(storage, 'a')).toBeUndefined();
  removeDraft(storage, undefined);
  expect(readDraft(storage, undefined)).toBeUndefined();
});

it('readDraft returns undefined for anything that is not a draft', () => {
  const storage = memory();
  for (const text of ['{', 'null', '{"at":"today"}', '[]']) {
    storage.setItem('post-draft:new', text);
    expect(readDraft(storage, undefined)).toBeUndefined();
  }
});

it('storeDraft keeps the older draft if the newer one has no room', () => {
  const storage = memory(400);
  storeDraft(storage, 'a', draft);
  storeDraft(storage, 'a', { ...draft, values: { ...draft.values, content: 'x'.repeat(500) } });
  expect(readDraft(storage, 'a')).toEqual(draft);
});

it('removeDrafts removes every draft and nothing else', () => {
  const storage = memory();
  storeDraft(storage, undefined, draft);
  storeDraft(storage, 'a', draft);
  storage.setItem('draft:contact', 'of a visitor');
  removeDrafts(storage);
  expect(storage.length).toBe(1);
  expect(storage.getItem('draft:contact')).toBe('of a visitor');
});
