import { expect, test } from 'vitest';
import { cleanDrafts, type DraftStorage, draftKey, readDraft, writeDraft } from './draft.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2027, 3, 1);
const dana = {
  values: { customer_name: 'Dana' },
  images: [{ name: 'yard.jpg', path: 'inspiration/1763720000000-yard.jpg' }],
};

function createStorage(): DraftStorage & { items: Map<string, string> } {
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

test('a draft is stored for 30 days under its own shed', () => {
  const storage = createStorage();
  writeDraft(storage, draftKey('quote', 'shed-1'), dana, now);
  expect(readDraft(storage, draftKey('quote', 'shed-1'), now + 29 * day)).toMatchObject(dana);
  expect(readDraft(storage, draftKey('quote', 'shed-2'), now)).toBeUndefined();
  expect(readDraft(storage, draftKey('quote'), now)).toBeUndefined();
  expect(readDraft(storage, draftKey('quote', 'shed-1'), now + 30 * day)).toBeUndefined();
});

test('an empty draft is removed', () => {
  const storage = createStorage();
  writeDraft(storage, draftKey('quote'), dana, now);
  writeDraft(storage, draftKey('quote'), undefined, now);
  expect(storage.items.size).toBe(0);
});

test('cleaning removes expired and unreadable drafts and returns the newest of the form', () => {
  const storage = createStorage();
  writeDraft(storage, draftKey('quote', 'old'), dana, now - 31 * day);
  writeDraft(
    storage,
    draftKey('quote', 'shed-1'),
    { ...dana, values: { email: 'a@b.ca' } },
    now - 2,
  );
  writeDraft(storage, draftKey('quote'), dana, now - 1);
  writeDraft(storage, draftKey('contact'), { ...dana, values: {} }, now);
  storage.setItem(draftKey('quote', 'broken'), '{"values":');
  storage.setItem(draftKey('quote', 'other'), JSON.stringify({ ...dana, savedAt: 'yesterday' }));
  for (const invalid of [
    null,
    7,
    {},
    { ...dana, savedAt: now, values: { name: 1 } },
    { ...dana, savedAt: now, images: [{}] },
  ]) {
    storage.setItem(draftKey('quote', 'invalid'), JSON.stringify(invalid));
    expect(readDraft(storage, draftKey('quote', 'invalid'), now)).toBeUndefined();
  }
  storage.setItem('theme', 'something else');
  expect(cleanDrafts(storage, 'quote', now)).toMatchObject(dana);
  expect([...storage.items.keys()]).toEqual([
    'draft:quote:shed-1',
    'draft:quote:',
    'draft:contact:',
    'theme',
  ]);
});

test('a storage that is denied or full changes nothing', () => {
  const full: DraftStorage = {
    ...createStorage(),
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
  for (const storage of [undefined, full]) {
    writeDraft(storage, draftKey('quote'), dana, now);
    expect(readDraft(storage, draftKey('quote'), now)).toBeUndefined();
    expect(cleanDrafts(storage, 'quote', now)).toBeUndefined();
  }
});
