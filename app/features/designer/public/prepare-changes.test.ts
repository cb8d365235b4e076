import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { prepareChanges } from './prepare-changes.ts';

let callbacks: IdleRequestCallback[] = [];
function runUntilEnd(timeRemaining: number): number {
  let count = 0;
  for (let next = callbacks.shift(); next; next = callbacks.shift()) {
    next({ didTimeout: false, timeRemaining: () => timeRemaining });
    count += 1;
  }
  return count;
}

beforeEach(() => {
  callbacks = [];
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => callbacks.push(callback));
  vi.stubGlobal('cancelIdleCallback', () => {
    callbacks = [];
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each(STYLES)('prepareChanges ends for a %s', (style) => {
  prepareChanges(createPresetDesign({ style }));
  expect(runUntilEnd(10)).toBe(1);
});

test('prepareChanges lets the browser handle input after 8 ms', () => {
  let now = 0;
  vi.mocked(performance.now).mockImplementation(() => now++);
  prepareChanges(createPresetDesign({ style: 'Porch' }));
  expect(runUntilEnd(50)).toBeGreaterThan(10);
});

test('prepareChanges continues in the next idle period', () => {
  prepareChanges(createPresetDesign({ style: 'Porch' }));
  expect(runUntilEnd(0)).toBeGreaterThan(100);
});

test('prepareChanges stops when it is cancelled', () => {
  prepareChanges(createPresetDesign({ style: 'Porch' }))?.();
  expect(runUntilEnd(10)).toBe(0);
});
