import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localItems } from '#app/lib/browser-storage.ts';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { addDesign, readDesigns } from './use-saved-designs.ts';

const dayMs = 24 * 60 * 60 * 1000;
let items: Record<string, string>;

const add = (query: string, isSaved = false) =>
  addDesign({ query, price: '', isSaved, viewedAt: Date.now() });
const getQueries = () => readDesigns().map(({ query }) => query);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
  items = stubStorage('localStorage');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a recent design is removed from the storage after 30 days, a saved one is not', () => {
  add('size=8x8');
  add('size=10x12', true);
  vi.setSystemTime(Date.now() + 30 * dayMs - 1);
  expect(getQueries()).toEqual(['size=10x12', 'size=8x8']);
  vi.setSystemTime(Date.now() + 1);
  expect(getQueries()).toEqual(['size=10x12']);
  expect(items.designs).not.toContain('8x8');
});

test('a design that has no room keeps the stored ones', () => {
  items = stubStorage('localStorage', 90);
  add('size=10x12', true);
  const stored = items.designs;
  add(`size=8x8&extras=${'shelf_'.repeat(20)}`, true);
  expect(getQueries()).toHaveLength(2);
  expect(items.designs).toBe(stored);
  // What has no room lives as long as the page.
  localItems.removeItem('designs');
});

test('a recent design that is viewed again is stored for another 30 days', () => {
  add('size=8x8');
  vi.setSystemTime(Date.now() + 20 * dayMs);
  add('size=8x8');
  vi.setSystemTime(Date.now() + 20 * dayMs);
  expect(getQueries()).toEqual(['size=8x8']);
});

test('entries that are not a design with a time are removed from the storage', () => {
  items.designs = JSON.stringify([{ query: 'size=8x8', price: '', isSaved: false }, 5]);
  expect(getQueries()).toEqual([]);
  expect(items).toEqual({});
});

test('a recent design replaces those of its style and size that are not saved', () => {
  add('style=gable&size=10x12&color=red');
  add('style=gable&size=10x12&color=blue', true);
  add('style=gambrel&size=10x12');
  add('style=gable&size=10x12&color=white');
  expect(getQueries()).toEqual([
    'style=gable&size=10x12&color=white',
    'style=gambrel&size=10x12',
    'style=gable&size=10x12&color=blue',
  ]);
});

test('saved designs are not dropped for recent ones, which are dropped first', () => {
  const saved = Array.from({ length: 11 }, (_, i) => `size=10x${i + 1}`);
  for (const query of saved) add(query, true);
  add('size=8x8');
  add('size=8x9');
  expect(getQueries()).toEqual(['size=8x9', ...saved.toReversed()]);
  add('size=8x9', true);
  add('size=8x10');
  expect(getQueries()).toEqual(['size=8x9', ...saved.toReversed()]);
});

test('a thirteenth design is not saved, one of the twelve is', () => {
  const saved = Array.from({ length: 12 }, (_, i) => `size=10x${i + 1}`);
  for (const query of saved) add(query, true);
  expect(add('size=8x8', true).map(({ query }) => query)).toEqual(saved.toReversed());
  add('size=10x1', true);
  expect(getQueries()).toEqual(['size=10x1', ...saved.slice(1).toReversed()]);
});
