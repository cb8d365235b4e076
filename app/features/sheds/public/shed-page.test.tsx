import { createClient } from '@supabase/supabase-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import type { Route } from './+types/shed-page.ts';
import ShedPage, { loader } from './shed-page.tsx';

const id = '70000000-0000-4000-8000-000000000001';

/** GET of a listing's page, with what the owner has entered about the business. */
async function renderPage(trust_texts: Record<string, string>): Promise<string> {
  const fetch = async (input: string | URL | Request) => {
    const url = String(input);
    const row = url.includes('shed_listings?') ? { id, ...newShed() } : { trust_texts };
    return Response.json(/shed_listings\?.*id=eq|business_settings/.test(url) ? [row] : []);
  };
  const context = new RouterContextProvider();
  context.set(
    supabaseContext,
    createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  );
  const url = new URL(`/custom-sheds/${id}`, 'http://localhost');
  const args = { url, params: { id }, context } as unknown as Route.LoaderArgs;
  const loaderData = await loader(args);
  const element = <ShedPage {...({ loaderData } as unknown as Route.ComponentProps)} />;
  const router = createMemoryRouter([{ id: 'root', path: '*', element, loader: () => ({}) }], {
    hydrationData: { loaderData: { root: {} } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('GET of a listing has the lead times that the owner has entered, a line for each kind of work', async () => {
  const html = await renderPage({ lead_times: 'Sheds: booking for March\nGarages: June' });
  expect(html).toContain('Lead times</h2>');
  expect(html).toContain(
    'whitespace-pre-line wrap-anywhere">Sheds: booking for March\nGarages: June</p>',
  );
  expect(await renderPage({ since: '2009' })).not.toContain('Lead times');
});
