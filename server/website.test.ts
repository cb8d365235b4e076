import { createContext, type RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { countInMemory } from '#backend/limits.ts';
import type { EntryContexts, PageSource } from './page-source.ts';
import { deriveSigningSecrets } from './signing-secrets.ts';
import { createFormGuard } from './spam/form-guard.ts';
import { createWebsite } from './website.ts';

const contextNames = [
  ...['formGuardContext', 'logContext', 'nonceContext', 'notFoundContext'],
  ...['renderTurnContext', 'supabaseContext', 'siteContext'],
];
const contexts = Object.fromEntries(
  contextNames.map((name) => [name, createContext<unknown>()]),
) as EntryContexts;

async function load(keptFromSearch: boolean) {
  let context: RouterContextProvider | undefined;
  const pages: PageSource = {
    version: '1',
    clientDirectory: '',
    handle: async (_request, createContext) => {
      context = createContext(contexts);
      return new Response('<p>A shed</p>', { headers: { 'Content-Type': 'text/html' } });
    },
    complete: ({ html }) => ({ html, scriptSources: [] }),
    matchRoute: () => undefined,
    isCached: true,
  };
  const website = createWebsite({
    pages,
    publicUrl: 'https://sheds.example',
    browserUrl: '',
    tables: { url: 'https://sheds.example', publishableKey: 'key', fetchFor: () => fetch },
    getPlaceholder: () => undefined,
    formGuard: createFormGuard({
      secrets: deriveSigningSecrets('secret'),
      turnstile: undefined,
      countHit: countInMemory(),
      report: () => {},
    }),
    isKeptFromSearch: () => keptFromSearch,
    log: { error: () => {} },
  });
  const { headers } = await website(new Request('https://sheds.example/sheds'), '192.0.2.1');
  return { robots: headers.get('X-Robots-Tag'), site: context?.get(contexts.siteContext) };
}

test('a page has X-Robots-Tag only while search engines are kept out', async () => {
  const kept = await load(true);
  expect(kept).toMatchObject({ robots: 'noindex, nofollow', site: { keptFromSearch: true } });
  expect(await load(false)).toMatchObject({ robots: null, site: { keptFromSearch: false } });
});
