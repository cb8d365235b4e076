import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { UnsavedGuardContext } from './unsaved-guard.ts';

const nothing = () => {};

test.each([
  ['unsaved input', { open: true, hasUnsavedInput: true }, { when: true, inDialog: false }],
  ['no input', { open: true }, { when: false, inDialog: false }],
  [
    'a URL',
    { open: true, hasUnsavedInput: nothing, inUrl: true },
    { when: nothing, inDialog: true },
  ],
])('Dialog with %s guards it', (_what, dialog, expected) => {
  const Guard = vi.fn(() => null);
  renderToStaticMarkup(
    <UnsavedGuardContext value={Guard}>
      <Dialog title="Record a payment" onClose={nothing} {...(dialog as { open: boolean })}>
        Note
      </Dialog>
    </UnsavedGuardContext>,
  );
  expect(Guard.mock.calls).toEqual([[expected, undefined]]);
});
