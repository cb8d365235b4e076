import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getFormAgeMs } from './send-form.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** As after the page was opened so long ago. */
const openPage = (ageMs: number) =>
  vi.stubGlobal('performance', { timeOrigin: Date.now() - ageMs });

const seconds = () => Math.round(getFormAgeMs() / 1000);

test('getFormAgeMs is the age of the page, and continues after a reload', () => {
  openPage(5000);
  expect(seconds()).toBe(5);
  openPage(0);
  expect(seconds()).toBe(5);
});

test('getFormAgeMs of a restored draft is the age of the draft', () => {
  openPage(1000);
  expect(getFormAgeMs(Date.now() - 60_000)).toBeGreaterThanOrEqual(60_000);
});

test('getFormAgeMs without a storage is the age of the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  openPage(3000);
  expect(seconds()).toBe(3);
});
