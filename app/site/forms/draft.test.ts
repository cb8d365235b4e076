import { expect, test } from 'vitest';
import { draftKey, keepDraft, readDraft, sweepDrafts } from './draft.ts';
import { type DraftStore, holdsDrafts } from './draft-store.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2027, 3, 1);
const dana = {
  values: { customer_name: 'Dana' },
  pictures: [{ name: 'yard.jpg', path: 'inspiration/1763720000000-yard.jpg' }],
};

function memoryStore(): DraftStore & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('a draft is kept for 30 days under its own shed', () => {
  const store = memoryStore();
  keepDraft(store, draftKey('quote', 'shed-1'), dana, now);
  expect(readDraft(store, draftKey('quote', 'shed-1'), now + 29 * day)).toMatchObject(dana);
  expect(readDraft(store, draftKey('quote', 'shed-2'), now)).toBeUndefined();
  expect(readDraft(store, draftKey('quote'), now)).toBeUndefined();
  expect(readDraft(store, draftKey('quote', 'shed-1'), now + 30 * day)).toBeUndefined();
});

test('nothing to keep removes it', () => {
  const store = memoryStore();
  keepDraft(store, draftKey('quote'), dana, now);
  keepDraft(store, draftKey('quote'), undefined, now);
  expect(store.items.size).toBe(0);
});

test('a form asks whether there is any draft before it loads what reads them', () => {
  const store = memoryStore();
  store.setItem('theme', 'draft:');
  expect(holdsDrafts(store)).toBe(false);
  keepDraft(store, draftKey('contact'), dana, now - 31 * day);
  expect(holdsDrafts(store)).toBe(true);
});

test('sweeping removes what is too old or broken and gives the newest of the form', () => {
  const store = memoryStore();
  keepDraft(store, draftKey('quote', 'old'), dana, now - 31 * day);
  keepDraft(store, draftKey('quote', 'shed-1'), { ...dana, values: { email: 'a@b.ca' } }, now - 2);
  keepDraft(store, draftKey('quote'), dana, now - 1);
  keepDraft(store, draftKey('contact'), { ...dana, values: {} }, now);
  store.setItem(draftKey('quote', 'broken'), '{"values":');
  store.setItem(draftKey('quote', 'other'), JSON.stringify({ ...dana, savedAt: 'yesterday' }));
  store.setItem('theme', 'something else');
  expect(sweepDrafts(store, 'draft:quote', now)).toMatchObject(dana);
  expect([...store.items.keys()]).toEqual([
    'draft:quote:shed-1',
    'draft:quote:',
    'draft:contact:',
    'theme',
  ]);
});

test('a store that is refused or full changes nothing', () => {
  const full: DraftStore = {
    ...memoryStore(),
    length: 1,
    key: () => {
      throw new Error('denied');
    },
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const store of [undefined, full]) {
    expect(holdsDrafts(store)).toBe(false);
    keepDraft(store, draftKey('quote'), dana, now);
    expect(readDraft(store, draftKey('quote'), now)).toBeUndefined();
    expect(sweepDrafts(store, 'draft:quote', now)).toBeUndefined();
  }
});
