import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { siteContext } from './request-context.ts';
import { loader } from './robots-route.ts';

const load = (keptFromSearch: boolean) => {
  const context = new RouterContextProvider();
  const supabase = { url: '', publishableKey: 'key' };
  context.set(siteContext, {
    publicUrl: 'https://sheds.example',
    supabase,
    keptFromSearch,
  });
  return loader({ context } as unknown as Parameters<typeof loader>[0]).text();
};

test('/robots.txt allows everything, and nothing of demonstration content at a public URL', async () => {
  expect(await load(false)).toBe(
    'User-agent: *\nDisallow:\n\nSitemap: https://sheds.example/sitemap.xml\n',
  );
  expect(await load(true)).toBe('User-agent: *\nDisallow: /\n');
});
