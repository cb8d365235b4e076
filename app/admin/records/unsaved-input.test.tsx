import { useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { UnsavedGuardContext } from '#app/ui/unsaved-guard.ts';
import { UnsavedInput, UnsavedInputProvider } from './unsaved-input.tsx';

test('UnsavedInputProvider guards the input of every dialog below it', () => {
  let guard: unknown;
  function Probe() {
    guard = useContext(UnsavedGuardContext);
    return null;
  }
  const element = (
    <UnsavedInputProvider>
      <Probe />
    </UnsavedInputProvider>
  );
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  expect(guard).toBe(UnsavedInput);
});
