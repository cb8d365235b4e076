import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { getFormAgeMs } from './send-form.tsx';

beforeEach(() => void stubStorage('sessionStorage'));
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
