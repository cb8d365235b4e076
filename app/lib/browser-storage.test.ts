import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { findStorageProblem, localItems, tabItems } from './browser-storage.ts';

afterEach(() => void vi.unstubAllGlobals());

/** As a browser that blocks the data of sites. */
function denyStorage() {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    Object.defineProperty(globalThis, area, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  }
}

test('items are in the storage of the browser', () => {
  const stored = stubStorage('localStorage');
  localItems.setItem('a', '1');
  expect([stored, localItems.getItem('a'), localItems.keys()]).toEqual([{ a: '1' }, '1', ['a']]);
  localItems.removeItem('a');
  expect([stored, localItems.getItem('a')]).toEqual([{}, null]);
});

test('what has no room lives as long as the page, and the stored item before it remains', () => {
  const stored = stubStorage('localStorage', 3);
  localItems.setItem('a', 'old');
  localItems.setItem('a', 'longer');
  expect([localItems.getItem('a'), stored]).toEqual(['longer', { a: 'old' }]);
  expect(localItems.keys()).toEqual(['a']);
  localItems.setItem('a', 'new');
  expect([localItems.getItem('a'), stored]).toEqual(['new', { a: 'new' }]);
});

test('a storage that is denied ends nothing', () => {
  denyStorage();
  expect(findStorageProblem()).toBe('denied');
  for (const items of [localItems, tabItems]) {
    expect(items.getItem('b')).toBeNull();
    expect(items.store('b', '1')).toBe(false);
    expect(items.getItem('b')).toBe('1');
    // Other tests of this process may have left items.
    expect(items.keys()).toContain('b');
    items.removeItem('b');
    expect(items.getItem('b')).toBeNull();
  }
});

test('a storage without room for a session is full', () => {
  const stored = stubStorage('localStorage');
  expect([findStorageProblem(), stored]).toEqual([undefined, {}]);
  stubStorage('localStorage', 1000);
  expect(findStorageProblem()).toBe('full');
  vi.stubGlobal('localStorage', null);
  expect(findStorageProblem()).toBe('denied');
});
