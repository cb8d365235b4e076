import { createClient } from '@supabase/supabase-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { supabaseContext } from '#app/site/request-context.ts';
import { newProject, newShed } from '#tests/fixtures/rows.ts';
import type { Route } from './+types/quote-request-page.ts';
import QuoteRequestPage, { loader } from './quote-request-page.tsx';

const id = '60000000-0000-4000-8000-000000000001';
const project = { id, ...newProject({ title: 'Lakeside <Garage>', project_type: 'Roofing' }) };

const shedId = '70000000-0000-4000-8000-000000000001';
const shed = { id: shedId, ...newShed({ price: 7450 }) };
const rows = [
  [`past_projects?`, `id=eq.${id}`, project],
  [`shed_listings?`, `id=eq.${shedId}`, shed],
  [
    ...(['designer_settings?', ''] as const),
    { color_card: [{ kind: 'wallColor', color: 'Red', name: 'Barn Red', value: '' }] },
  ],
  ['tax_settings?', '', { hst_charged: true, hst_basis_points: 1300 }],
  ['business_settings?', '', { price_includes: 'floor and doors' }],
] as const;
const designPrice = {
  ...{ visibility: 'range', priceListVersion: 1, basis: '1.range', low: 800_000, high: 900_000 },
  ...{ includesHst: false, deliveryWithinKm: 50, validUntil: null, deliveryKm: [50], totals: null },
};

/** GET of the page, with a database that has these rows alone. */
async function renderPage(path: string): Promise<string> {
  const fetch = async (input: string | URL | Request) => {
    const url = String(input);
    if (url.includes('/rpc/price_design')) return Response.json(designPrice);
    if (url.includes('/rpc/get_free_delivery_km')) return Response.json(50);
    const found = rows.find(([table, filter]) => url.includes(table) && url.includes(filter));
    return Response.json(found ? [found[2]] : []);
  };
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

test('GET /quote-request of a design has lengths in the units that were chosen in the designer', async () => {
  const path = (query: string) => `/quote-request?${new URLSearchParams({ design: query })}`;
  const metric = await renderPage(path('style=gable&size=10x12&height=50&units=metric'));
  expect(metric).toContain('3.05 x 3.66 m (10x12\u00a0ft)');
  expect(metric).toContain('Wall height: 1.83 m (6\u00a0ft).');
  expect(metric).toContain('units=metric');
  const imperial = await renderPage(path('style=gable&size=10x12'));
  expect(imperial).toContain('10x12 ft (3.05\u00a0x\u00a03.66\u00a0m)');
});

test("GET /quote-request of a design names the supplier's colours", async () => {
  const html = await renderPage('/quote-request?design=style%3Dgable%26color%3Dred');
  expect(getDescription(html)).toContain('in Wood, Red (Barn Red) with White trim');
});

test('GET /quote-request of a project keeps its type and title, and posts to its own URL', async () => {
  const html = await renderPage(`/quote-request?project=${id}`);
  expect(html).toContain('We filled in what we know about Lakeside &lt;Garage&gt;.');
  expect(getType(html)).toBe('Exterior Renovation');
  expect(getDescription(html)).toBe(
    'I&#x27;d like something like your project “Lakeside &lt;Garage&gt;”',
  );
  expect(html).toContain(`action="/quote-request?project=${id}#form"`);
});

test('GET /quote-request of a service without projects has its project type', async () => {
  const html = await renderPage('/quote-request?type=Exterior+Renovation');
  expect(getType(html)).toBe('Exterior Renovation');
});

test('GET /quote-request of a project that does not exist is the empty form', async () => {
  const html = await renderPage('/quote-request?project=60000000-0000-4000-8000-000000000002');
  expect(html).toContain('Only four answers are required.');
  expect(getDescription(html)).toBe('');
});

test('GET /quote-request of a listing and of a design says what the price includes', async () => {
  expect(await renderPage(`/quote-request?shed=${shedId}`)).toContain(
    'Price: $7,450 + HST, $8,419 in total (including delivery within 50 km, floor and doors).',
  );
  expect(await renderPage('/quote-request?design=style%3Dgable')).toContain(
    'Price: between $8,000 and $9,000 (including delivery within 50 km, floor and doors).',
  );
});
