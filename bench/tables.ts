import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Pool } from 'pg';
import { openFolder } from '#backend/database/open-folder.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createLiteProject } from '#tests/support/supabase-lite.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';

// Inserts and reads through the table interface with supabase-js, each acknowledged insert on disk,
// beside a bare PGlite and a bare pg that are sent the same statements, and beside @supabase/lite,
// which does not sync.
//   npx node bench/tables.ts [seconds per figure]

const seconds = Number(process.argv[2] ?? 3);
const warmUp = 2;
const message = (n: number) => ({
  name: 'Anna Miller',
  email: `anna.${n}@example.com`,
  subject: 'A shed',
  message: `How long does a shed of kind ${n} take?`,
});
const insert =
  'insert into contact_submissions (name, email, subject, message) values ($1, $2, $3, $4)';
const read =
  'select * from shed_listings where is_active order by is_featured desc, created_at desc, id limit 24';

type Query = (text: string, parameters: unknown[]) => Promise<unknown>;
type Work = { insert: (n: number) => Promise<unknown>; read: () => Promise<unknown> };
type Figures = Record<'insertsInTurn' | 'insertsAtOnce' | 'readsInTurn' | 'readsAtOnce', number>;

const found = circumstances();
const figures: Record<string, Figures & { residentMB?: number }> = {};
let count = 0;

await measureSite('embedded', {});
await measureBarePglite();
const server = await startPostgresServer();
if (server) {
  await measureSite('postgres', { DATABASE_URL: server.urlOf('postgres') });
  const pool = new Pool({ connectionString: server.urlOf('postgres'), max: 10 });
  // The server ends those that are not needed any more.
  pool.on('error', () => {});
  figures.barePg = await measure(bare((text, parameters) => pool.query(text, parameters)));
  await pool.end();
  await server.stop();
}
const lite = await measureLite().catch((error: unknown) => String(error));

const ratio = (one: Figures | undefined, other: Figures | undefined) =>
  one && other && Object.fromEntries(keysOf(one).map((key) => [key, round(one[key] / other[key])]));
report('tables', {
  ...found,
  unit: 'calls per second; in turn: one after the other, at once: eight at a time',
  seconds,
  figures,
  embeddedOfBarePglite: ratio(figures.embedded, figures.barePglite),
  postgresOfBarePg: ratio(figures.postgres, figures.barePg),
  embeddedOfLite: ratio(figures.embedded, figures.lite),
  ...(typeof lite === 'string' ? { liteFailed: lite } : {}),
});

async function measureSite(name: string, environment: Record<string, string>) {
  const site = await startSite(undefined, { API_REQUESTS_PER_MINUTE: '0', ...environment });
  figures[name] = {
    ...(await measure(overHttp(site.url, site.secretKey))),
    residentMB: processFigures(site.pid).residentMB,
  };
  await site.stop();
}

/** The same tables as the site's, with the same durable file system, on this thread. */
async function measureBarePglite() {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  await (await startSite(directory)).stop();
  const fail = (error: unknown) => {
    throw error;
  };
  const pglite = await openFolder(join(directory, 'database'), fail, fail);
  figures.barePglite = await measure(bare((text, parameters) => pglite.query(text, parameters)));
  await pglite.close();
  rmSync(directory, { recursive: true, force: true });
}

async function measureLite() {
  const project = await createLiteProject();
  try {
    await project.run('migration', 'up');
    const running = await project.start();
    figures.lite = await measure(overHttp(project.url, project.secretKey));
    await running.stop();
  } finally {
    project.remove();
  }
}

function overHttp(url: string, key: string): Work {
  const client = createClient(url, key, { auth: { persistSession: false } });
  return {
    insert: async (n) => client.from('contact_submissions').insert(message(n)).throwOnError(),
    read: async () =>
      client
        .from('shed_listings')
        .select('*')
        .eq('is_active', true)
        .order('is_featured', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(24)
        .throwOnError(),
  };
}

function bare(query: Query): Work {
  return {
    insert: (n) => query(insert, Object.values(message(n))),
    read: () => query(read, []),
  };
}

async function measure(work: Work): Promise<Figures> {
  const inserting = () => {
    count += 1;
    return work.insert(count);
  };
  // The engines compile what they run often; neither side is measured before that.
  await perSecond(inserting, 1, warmUp);
  await perSecond(work.read, 1, warmUp);
  return {
    insertsInTurn: await perSecond(inserting, 1, seconds),
    insertsAtOnce: await perSecond(inserting, 8, seconds),
    readsInTurn: await perSecond(work.read, 1, seconds),
    readsAtOnce: await perSecond(work.read, 8, seconds),
  };
}

async function perSecond(call: () => Promise<unknown>, lanes: number, duration: number) {
  const began = performance.now();
  let calls = 0;
  const lane = async () => {
    while (performance.now() - began < duration * 1000) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return Math.round((calls * 1000) / (performance.now() - began));
}

function keysOf(one: Figures) {
  return ['insertsInTurn', 'insertsAtOnce', 'readsInTurn', 'readsAtOnce'].filter(
    (key): key is keyof Figures => key in one,
  );
}

function round(value: number) {
  return Number(value.toFixed(2));
}
