import { expect, it, onTestFinished } from 'vitest';
import { answerOtherTabs, findUnsavedElsewhere } from './other-tabs.ts';

const open = (tab: string, isUnsaved: boolean) =>
  onTestFinished(answerOtherTabs(() => isUnsaved, tab));

it('findUnsavedElsewhere returns true if one of the other tabs holds unsaved input', async () => {
  open('asking', true);
  open('clean', false);
  open('post', true);
  expect(await findUnsavedElsewhere('asking', 10_000)).toBe(true);
});

it('findUnsavedElsewhere returns false for the unsaved input of its own tab', async () => {
  open('asking', true);
  open('clean', false);
  expect(await findUnsavedElsewhere('asking', 20)).toBe(false);
});
