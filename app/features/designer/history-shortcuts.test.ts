import { expect, test } from 'vitest';
import { findHistoryStep } from './history-shortcuts.ts';

const press = (key: string, modifiers = {}, closest?: (selector: string) => unknown) =>
  findHistoryStep({
    ...{ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
    ...modifiers,
    target: closest ? { closest } : null,
  });

test('Ctrl+Z and Command+Z undo, with Shift or as Ctrl+Y they redo, outside of text fields', () => {
  const keys = [
    press('z', { ctrlKey: true }),
    press('z', { metaKey: true }),
    press('Z', { ctrlKey: true, shiftKey: true }),
    press('Z', { metaKey: true, shiftKey: true }),
    press('y', { ctrlKey: true }),
  ];
  expect(keys).toEqual([-1, -1, 1, 1, 1]);
  const others = [
    press('z'),
    press('y', { metaKey: true }),
    press('z', { ctrlKey: true, altKey: true }),
    press('x', { ctrlKey: true }),
    press('z', { ctrlKey: true }, () => ({})),
  ];
  expect(others).toEqual(Array(5).fill(undefined));
  expect(press('z', { ctrlKey: true }, () => null)).toBe(-1);
});
