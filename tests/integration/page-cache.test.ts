import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteRow, insertRow, updateRow } from '#app/lib/crud.ts';
import { createPageServer, type PageServer } from '#server/page-cache/page-server.ts';
import { trackTableReads } from '#server/page-cache/table-reads.ts';
import type { Website } from '#server/website.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { engineAvailable, useBackend } from '#tests/support/backend.ts';

/** The website of these tests lists names. */
describe.skipIf(!engineAvailable())('cached pages', () => {
  const backend = useBackend();
  let pages: PageServer;
  let renders: number;
  let stop: () => Promise<void>;
  let url: string;

  beforeEach(async () => {
    renders = 0;
    const website: Website = async (_request, _ip, observer) => {
      renders += 1;
      const client = createClient(backend.url, backend.publishableKey, {
        global: { fetch: observer ? trackTableReads(fetch, observer.tablesRead) : fetch },
      });
      const { data, error } = await client.from('shed_listings').select('title').order('title');
      if (error) observer?.log.error({ error }, 'No titles');
      return new Response(data?.map(({ title }) => title).join());
    };
    const logger = pino({ level: 'silent' });
    pages = createPageServer({
      website,
      siteUrl: 'http://site.example',
      matchRoute: (path) => ({ pattern: '', canonicalPath: path }),
      lifetimeMs: 9e6,
      logger,
    });
    const unlisten = await backend.database.listen('ridgeline_changes', (table) =>
      pages.invalidate(table || undefined),
    );
    const render = getRequestListener((request) => pages.website(request, '127.0.0.1'));
    const server = createServer((request, response) => {
      if (!pages.serveCached(request, response)) render(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    url = `http://localhost:${(server.address() as AddressInfo).port}`;
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await unlisten();
      await backend.service.from('shed_listings').delete().neq('title', '').throwOnError();
    };
  });
  afterEach(() => stop());

  const page = async () => (await fetch(`${url}/sheds`)).text();
  const shows = (text: string) => expect.poll(page).toBe(text);

  test('show what staff insert, update and delete, and nothing that was rolled back', async () => {
    expect(await page()).toBe('');
    await backend.database
      .asCaller({ role: 'service_role', claims: {} }, async (transaction) => {
        await sql`insert into public.shed_listings (title, material_type, color, size, shed_style)
          values ('Ghost', 'Wood', 'Red', '8x8', 'Gable')`.execute(transaction);
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(await page()).toBe('');
    expect(renders).toBe(1);
    const { id } = await insertRow(backend.staff, 'shed_listings', newShed({ title: 'Alder' }));
    await shows('Alder');
    await updateRow(backend.staff, 'shed_listings', id, { title: 'Birch' });
    await shows('Birch');
    await deleteRow(backend.staff, 'shed_listings', id);
    await shows('');
  });

  test('are all invalidated when the listening connection is restored', async () => {
    if (backend.database.engine === 'embedded') return;
    await page();
    await backend.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'ridgeline-listen' and datname = current_database()`);
    await expect.poll(async () => [await page(), renders]).toEqual(['', 2]);
    await insertRow(backend.staff, 'shed_listings', newShed({ title: 'Cedar' }));
    await shows('Cedar');
  });
});
