import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import type { QuoteRequest } from '../quote-requests.ts';
import DesignSection from './design-section.tsx';

test('design, prices, drawings and documents of a request are folded', () => {
  const row = { id: 'r1', design: newDesign(), design_price: null } as unknown as QuoteRequest;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={{} as Client}>
        <MemoryRouter>
          <DesignSection row={row} variantUrl={undefined} />
        </MemoryRouter>
      </AdminContext>
    </QueryClientProvider>,
  );
  expect(html).not.toMatch(/<details[^>]* open/);
  expect(html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')).toBe(
    '|Design, Prices and Documents|Design|Prices|Floor plan|Elevations|Framing|Documents|',
  );
});
