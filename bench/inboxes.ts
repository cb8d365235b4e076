import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { everyInboxRow } from '#app/data/inbox.ts';
import { readInboxPage } from '#app/data/inbox-page.ts';
import { quoteInbox } from '#app/data/quote-requests.ts';
import { createApp } from '#server/app.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { inboxRows } from './inbox-rows.ts';
import { insertRows } from './insert-rows.ts';
import { circumstances, report } from './machine.ts';

// Search and page change in an inbox of 20,000 quote requests on the embedded database: the page
// and the counts of its tabs over HTTP with supabase-js, as the back office reads them, and the
// same rows and counts straight from PGlite.
//   npx node bench/inboxes.ts [rounds]

const rounds = Number(process.argv[2] ?? 15);
const size = 20_000;
const account = { email: 'owner@example.com', password: 'correct horse' };
const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
const logger = createLogger('warn');
const settings = readSettings({
  DATA_DIR: directory,
  SEED: 'none',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
});
const services = await runBackend(settings, 'http://localhost:3000', logger);
const nothing = async () => new Response('Not found', { status: 404 });
const app = createApp({
  website: nothing,
  backend: services.backend,
  pictures: nothing,
  checkHealth: services.checkHealth,
  clientDirectory: directory,
  publicUrl: undefined,
  trustProxy: 0,
  logger,
});
const { server, port } = await listen(app, { port: 0, host: '127.0.0.1' });
const options = { auth: { persistSession: false, autoRefreshToken: false } };
const connect = (key: string) => createClient<Database>(`http://127.0.0.1:${port}`, key, options);
const service = connect(services.keys.secretKey);
const staff = connect(services.tables.publishableKey);
const { error } = await staff.auth.signInWithPassword(account);
if (error) throw error;

await insertRows(service, 'quote_requests', inboxRows(size));

type View = { name: string; search: string; sort: keyof typeof quoteInbox.sorts; page: number };
const views: View[] = [
  { name: 'first page', search: '', sort: 'date', page: 1 },
  { name: 'next page', search: '', sort: 'date', page: 2 },
  { name: 'page in the middle', search: '', sort: 'date', page: 400 },
  { name: 'last page', search: '', sort: 'date', page: 800 },
  { name: 'by name', search: '', sort: 'customer', page: 1 },
  { name: 'by name, last page', search: '', sort: 'customer', page: 800 },
  { name: 'by budget and size', search: '', sort: 'details', page: 1 },
  { name: 'search: many', search: 'anna cedar', sort: 'date', page: 1 },
  { name: 'search: one', search: '.12345@', sort: 'date', page: 1 },
  { name: 'search: none', search: 'zzzz', sort: 'date', page: 1 },
  { name: 'search: many, by name, page 20', search: 'kayak', sort: 'customer', page: 20 },
];
const order = {
  date: 'created_at desc',
  customer: 'name_order',
  details: 'budget_order, size_order',
};

const results = [];
for (const view of views) {
  const query = { ...view, status: undefined, descending: view.sort === 'date' };
  const words = view.search.split(' ').filter(Boolean);
  const matching = words.map((_, place) => `and search_text like $${place + 1}`).join(' ');
  const patterns = words.map((word) => `%${word}%`);
  const sorted = order[view.sort as keyof typeof order];
  const direct = () =>
    services.database.session(async (session) => {
      await session.query(
        `select ${quoteInbox.columns} from quote_requests where not is_spam ${matching}
         order by ${sorted}, created_at desc, id limit 25 offset ${(view.page - 1) * 25}`,
        patterns,
      );
      await session.query(
        `select status, is_spam, count(*) from quote_requests where true ${matching} group by 1, 2`,
        patterns,
      );
    });
  const overHttp = await measure(() => readInboxPage(staff, quoteInbox, query, view.page));
  const inPglite = await measure(direct);
  const ratio = Number((overHttp.median / inPglite.median).toFixed(2));
  results.push({ view: view.name, overHttp, inPglite, ratio });
}

const began = performance.now();
const exported = await everyInboxRow(
  staff,
  'quote_requests',
  { status: undefined, search: '' },
  [],
);
const exportSeconds = Number(((performance.now() - began) / 1000).toFixed(1));

report('inboxes', {
  ...found,
  rows: size,
  rounds,
  unit: 'ms for a page and the counts of its tabs (two requests)',
  slowestMedianOverHttp: Math.max(...results.map(({ overHttp }) => overHttp.median)),
  results,
  everyRow: { rows: exported.length, seconds: exportSeconds },
});

server.closeAllConnections();
server.close();
await services.close();
rmSync(directory, { recursive: true, force: true });

async function measure(run: () => Promise<unknown>) {
  await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    Number((times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1));
  return { median: at(0.5), p95: at(0.95) };
}
