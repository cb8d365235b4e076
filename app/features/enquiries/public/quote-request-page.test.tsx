import { createClient } from '@supabase/supabase-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import { newProject } from '#tests/fixtures/rows.ts';
import type { Route } from './+types/quote-request-page.ts';
import QuoteRequestPage, { loader } from './quote-request-page.tsx';

const id = '60000000-0000-4000-8000-000000000001';
const project = { id, ...newProject({ title: 'Lakeside <Garage>', project_type: 'Roofing' }) };

/** GET of the page, with a database that has the project alone. */
async function renderPage(path: string): Promise<string> {
  const fetch = async (input: string | URL | Request) =>
    Response.json(String(input).includes(`id=eq.${id}`) ? [project] : []);
  const context = new RouterContextProvider();
  context.set(
    supabaseContext,
    createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  );
  const url = new URL(path, 'http://localhost');
  const loaderData = await loader({ url, context } as unknown as Route.LoaderArgs);
  const element = <QuoteRequestPage {...({ loaderData } as unknown as Route.ComponentProps)} />;
  const routes = [{ id: 'root', path: '/quote-request', element, loader: () => ({}) }];
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    hydrationData: { loaderData: { root: {} } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const getType = (html: string) => /<option value="([^"]*)" selected=""/.exec(html)?.[1];
const getDescription = (html: string) =>
  /<textarea[^>]* name="description"[^>]*>([^<]*)</.exec(html)?.[1];

test('GET /quote-request of a project keeps its type and title, and posts to its own URL', async () => {
  const html = await renderPage(`/quote-request?project=${id}`);
  expect(html).toContain('We filled in what we know about the Lakeside &lt;Garage&gt;.');
  expect(getType(html)).toBe('Exterior Renovation');
  expect(getDescription(html)).toBe(
    'I&#x27;d like something like your project “Lakeside &lt;Garage&gt;”',
  );
  expect(html).toContain(`action="/quote-request?project=${id}#form"`);
});

test('GET /quote-request of a project that does not exist is the empty form', async () => {
  const html = await renderPage('/quote-request?project=60000000-0000-4000-8000-000000000002');
  expect(html).toContain('Only four answers are required.');
  expect(getDescription(html)).toBe('');
});
