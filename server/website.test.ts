import { createContext } from 'react-router';
import { expect, test } from 'vitest';
import type { Client } from '#app/data/client.ts';
import type { EntryContexts, PageSource } from './page-source.ts';
import type { ProcessGuard } from './spam/form-guard.ts';
import { createWebsite } from './website.ts';

test('a form is handled before its turn to render, and its page is read after it', async () => {
  const sent: string[] = [];
  const names = ['formGuard', 'log', 'nonce', 'notFound', 'renderTurn', 'supabase', 'site'];
  const contexts = Object.fromEntries(
    names.map((name) => [`${name}Context`, createContext()]),
  ) as EntryContexts;
  const website = createWebsite({
    pages: {
      readContexts: async () => contexts,
      handle: async (_request, context) => {
        const client = context.get(contexts.supabaseContext) as Client;
        await client.rpc('open_quote', { token: 'x' });
        await client.from('reviews').select('id');
        return new Response('shown');
      },
    } as PageSource,
    ...{ publicUrl: 'https://site.example', browserUrl: '', getPlaceholder: () => undefined },
    tables: {
      url: 'https://site.example',
      publishableKey: 'key',
      fetchFor: () => async (input, init) => {
        sent.push(`${init?.method} ${new URL(String(input)).pathname}`);
        return Response.json([]);
      },
    },
    formGuard: {} as ProcessGuard,
    log: { error() {} },
  });
  const turn = Promise.withResolvers<void>();
  const request = new Request('https://site.example/contact', { method: 'POST' });
  const answer = website(request, '192.0.2.1', undefined, () => turn.promise);
  await expect.poll(() => sent).toEqual(['POST /rest/v1/rpc/open_quote']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(1);
  turn.resolve();
  expect(await (await answer).text()).toBe('shown');
  expect(sent[1]).toBe('GET /rest/v1/reviews');
});
