import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { answerOtherTabs, findUnsavedElsewhere, forgetUnsavedElsewhere } from './other-tabs.ts';

let stored: Record<string, string>;
let page: EventTarget & { visibilityState: string };
beforeEach(() => {
  stored = stubStorage('localStorage');
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => void vi.unstubAllGlobals());

const open = (tab: string, isUnsaved: boolean) =>
  onTestFinished(answerOtherTabs(() => isUnsaved, tab));
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
/** Notes of a tab that answers nobody. */
const freeze = (tab: string, at = Date.now()) => {
  stored[`ridgeline-unsaved-input ${tab}`] = String(at);
};

it('findUnsavedElsewhere returns true if one of the other tabs holds unsaved input', async () => {
  open('asking', true);
  open('clean', false);
  open('post', true);
  expect(await findUnsavedElsewhere('asking', 10_000)).toBe(true);
});

it('findUnsavedElsewhere returns false for the unsaved input of its own tab', async () => {
  open('asking', true);
  show('hidden');
  open('clean', false);
  expect(await findUnsavedElsewhere('asking', 20)).toBe(false);
});

it('findUnsavedElsewhere returns true if a frozen tab holds unsaved input, once', async () => {
  freeze('crashed', Date.now() - 8 * 86_400_000);
  expect(await findUnsavedElsewhere('asking', 20)).toBe(false);
  freeze('frozen');
  expect(await findUnsavedElsewhere('asking', 20)).toBe(true);
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(await findUnsavedElsewhere('asking', 20)).toBe(true);
  forgetUnsavedElsewhere();
  expect(await findUnsavedElsewhere('asking', 20)).toBe(false);
});

it('a tab notes unsaved input while it is hidden, until it is shown, left or closed', () => {
  let isUnsaved = false;
  const close = answerOtherTabs(() => isUnsaved, 'post');
  const notes = () => Object.keys(stored);
  show('hidden');
  expect(notes()).toEqual([]);
  show('visible');
  isUnsaved = true;
  show('hidden');
  expect(notes()).toEqual(['ridgeline-unsaved-input post']);
  show('visible');
  expect(notes()).toEqual([]);
  // A closed tab is hidden after it was left.
  window.dispatchEvent(new Event('pagehide'));
  show('hidden');
  expect(notes()).toEqual([]);
  window.dispatchEvent(new Event('pageshow'));
  expect(notes()).toHaveLength(1);
  close();
  expect(notes()).toEqual([]);
});
