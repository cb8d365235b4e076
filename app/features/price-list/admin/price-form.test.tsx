import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { UnsavedInputProvider } from '#app/admin/records/unsaved-input.tsx';
import { AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { explainPublish, PriceForm } from './price-form.tsx';

const row = {};

test.each([
  ['changed prices', undefined, row, true, 'Not saved yet. Save the draft to publish it.'],
  ['a changed draft', row, row, true, 'Not saved yet. Save the draft to publish it.'],
  ['a stored draft', row, row, false, 'Draft, not published'],
  ['a first stored draft', row, null, false, 'Draft, not published'],
  ['published prices', undefined, row, false, 'Change a price to publish a new version.'],
  ['no prices', undefined, null, false, 'Enter prices to publish them.'],
])('Publish beside %s says what comes first', (_case, stored, published, isDirty, note) => {
  expect(explainPublish(stored, published, isDirty)).toBe(note);
});

test('without prices, Publish is disabled with the reason beside it, and no field is marked wrong', () => {
  const done = async () => {};
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={{} as Client}>
        <ToastProvider>
          <UnsavedInputProvider>
            <PriceForm
              {...{ draft: null, published: null, visibility: 'none' }}
              {...{ onReplaced: done, onPublished: done, onApply: () => {} }}
            />
          </UnsavedInputProvider>
        </ToastProvider>
      </AdminContext>
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const publish = /<button(?=[^>]* disabled)[^>]* aria-describedby="([^"]+)"[^>]*>Publish</.exec(
    html,
  );
  expect(html).toMatch(
    new RegExp(`<p id="${publish?.[1]}" role="status"[^>]*>Enter prices to publish them\\.<`),
  );
  expect(html).not.toContain('aria-invalid="true"');
});
