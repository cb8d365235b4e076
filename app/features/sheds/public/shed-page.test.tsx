import { createClient } from '@supabase/supabase-js';
import { prerender } from 'react-dom/static';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import type { Route } from './+types/shed-page.ts';
import ShedPage, { loader } from './shed-page.tsx';

const id = '70000000-0000-4000-8000-000000000001';

const delivery_places = [{ town: 'Fergus', prefix: 'N1M', km: null }];

/** GET of a listing's page, with what the owner has entered about the business. */
async function renderPage(trust_texts: Record<string, string>, query = ''): Promise<string> {
  const fetch = async (input: string | URL | Request) => {
    const url = String(input);
    const row = url.includes('shed_listings?')
      ? { id, ...newShed() }
      : { trust_texts, delivery_places };
    const isRead = /shed_listings\?.*id=eq|business_settings|designer_settings/.test(url);
    return Response.json(isRead ? [row] : []);
  };
  const context = new RouterContextProvider();
  context.set(
    supabaseContext,
    createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  );
  const url = new URL(`/custom-sheds/${id}${query}`, 'http://localhost');
  const args = { url, params: { id }, context } as unknown as Route.LoaderArgs;
  const loaderData = await loader(args);
  const element = <ShedPage {...({ loaderData } as unknown as Route.ComponentProps)} />;
  const router = createMemoryRouter([{ id: 'root', path: '*', element, loader: () => ({}) }], {
    hydrationData: { loaderData: { root: {} } },
  });
  const { prelude } = await prerender(<RouterProvider router={router} />);
  return new Response(prelude).text();
}

test('GET of a listing has the lead times that the owner has entered, a line for each kind of work', async () => {
  const html = await renderPage({ lead_times: 'Sheds: booking for March\nGarages: June' });
  expect(html).toContain('Lead times</h2>');
  expect(html).toContain(
    'whitespace-pre-line wrap-anywhere">Sheds: booking for March\nGarages: June</p>',
  );
  expect(await renderPage({ since: '2009' })).not.toContain('Lead times');
});

test('GET of a listing with a town answers whether the shop delivers there, and fills it into the request', async () => {
  const html = await renderPage({}, '?place=Fergus');
  expect(html).toContain('We don&#x27;t deliver to Fergus.');
  expect(html).toMatch(/<input[^>]* name="location"[^>]* value="Fergus"/);
});
