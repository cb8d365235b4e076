import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createLiteProject } from '#tests/support/supabase-lite.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { sentBatches } from './sent-batches.ts';
import { type Site, startSite } from './site.ts';
import { type Measured, measure, ratio } from './table-target.ts';

// Inserts and reads through the table interface with supabase-js, each acknowledged insert on disk, beside
// - a bare PGlite and a bare pg that are sent each call's inner statement alone (`bare`),
// - the same, sent the very transactions that the interface sends (`sameSql`, see same-sql.ts),
// - the statement alone behind a bare node:http, which supabase-js calls as it calls the site (`bareHttp`),
// - a bare node:http that answers with the site's bytes and no database (`ceiling`),
// - the site and the bare node:http once more, sent supabase-js's own requests by wrk (`ByWrk`), which parses
//   no answer: what the interface does, without what a client in JavaScript takes of the same two cores,
// - and @supabase/lite, which does not sync.
//   npx node bench/tables.ts [seconds per figure, a multiple of three]

const seconds = Number(process.argv[2] ?? 3);
if (seconds % 3 !== 0) throw new Error('The seconds must be a multiple of three');
const key = 'sb_secret_of_nobody';
const found = circumstances({ wrk: ['wrk', '-v'] });
if (found.versions.wrk === 'unknown') throw new Error('wrk is missing: apt-get install wrk');
const figures: Record<string, Measured> = {};
const residentMB: Record<string, number> = {};

const lite = await startLite().catch((error: unknown) => String(error));
await measureEmbedded();
if (typeof lite !== 'string') await lite.stop();
await measurePostgres();

const { embedded, embeddedByWrk, barePglite, sameSqlPglite, bareHttpPglite, ceiling } = figures;
const { postgres, postgresByWrk, barePg, sameSqlPg, sameSqlPgPipelined, bareHttpPg } = figures;
report('tables', {
  ...found,
  unit: 'calls per second; in turn: one after the other, at once: eight at a time',
  seconds,
  figures,
  residentMB,
  embeddedOfBarePglite: ratio(embedded, barePglite),
  postgresOfBarePg: ratio(postgres, barePg),
  embeddedOfSameSqlPglite: ratio(embedded, sameSqlPglite),
  postgresOfSameSqlPg: ratio(postgres, sameSqlPg),
  postgresOfSameSqlPgPipelined: ratio(postgres, sameSqlPgPipelined),
  embeddedByWrkOfBarePglite: ratio(embeddedByWrk, barePglite),
  embeddedByWrkOfSameSqlPglite: ratio(embeddedByWrk, sameSqlPglite),
  postgresByWrkOfBarePg: ratio(postgresByWrk, barePg),
  postgresByWrkOfSameSqlPg: ratio(postgresByWrk, sameSqlPg),
  postgresByWrkOfSameSqlPgPipelined: ratio(postgresByWrk, sameSqlPgPipelined),
  embeddedByWrkOfBareHttp: ratio(embeddedByWrk, figures.bareHttpPgliteByWrk),
  postgresByWrkOfBareHttp: ratio(postgresByWrk, figures.bareHttpPgByWrk),
  embeddedOfBareHttp: ratio(embedded, bareHttpPglite),
  postgresOfBareHttp: ratio(postgres, bareHttpPg),
  embeddedOfCeiling: ratio(embedded, ceiling),
  postgresOfCeiling: ratio(postgres, figures.ceilingPostgres),
  ceilingOfBarePglite: ratio(ceiling, barePglite),
  ceilingOfBarePg: ratio(figures.ceilingPostgres, barePg),
  embeddedOfLite: ratio(embedded, figures.lite),
  ...(typeof lite === 'string' ? { liteFailed: lite } : {}),
});

async function measureEmbedded() {
  const folders = [await filledFolder(), await filledFolder(), await filledFolder()];
  const [bareFolder = '', httpFolder, sameFolder = ''] = folders.map((folder) =>
    join(folder, 'database'),
  );
  const same = await sentBatches({ DATA_DIR: folders[2] ?? '' });
  const site = await startUnlimited({});
  const bareHttp = await startServer('bare-tables.ts', JSON.stringify({ folder: httpFolder }));
  const remembering = await startServer('remembering-server.ts', site.url);
  const targets: Parameters<typeof measure>[0] = {
    embedded: { url: site.url, key: site.secretKey },
    embeddedByWrk: { wrk: site.url, key: site.secretKey },
    barePglite: { folder: bareFolder },
    sameSqlPglite: { folder: sameFolder, same },
    bareHttpPglite: { url: bareHttp.url, key },
    bareHttpPgliteByWrk: { wrk: bareHttp.url, key, bare: true },
    ceiling: { url: remembering.url, key: site.secretKey },
  };
  if (typeof lite !== 'string') targets.lite = lite.target;
  const measured = await measure(targets, seconds);
  Object.assign(figures, measured);
  residentMB.embedded = processFigures(site.pid).residentMB;
  for (const { stop } of [remembering, bareHttp, site]) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

async function measurePostgres() {
  const server = await startPostgresServer();
  if (!server) return;
  const database = server.urlOf('postgres');
  const site = await startUnlimited({ DATABASE_URL: database });
  const same = await sentBatches({ DATABASE_URL: database, DATA_DIR: site.directory });
  const bareHttp = await startServer('bare-tables.ts', JSON.stringify({ database }));
  const remembering = await startServer('remembering-server.ts', site.url);
  const measured = await measure(
    {
      postgres: { url: site.url, key: site.secretKey },
      postgresByWrk: { wrk: site.url, key: site.secretKey },
      barePg: { database },
      sameSqlPg: { database, same },
      sameSqlPgPipelined: { database, same: { ...same, pipelined: true } },
      bareHttpPg: { url: bareHttp.url, key },
      bareHttpPgByWrk: { wrk: bareHttp.url, key, bare: true },
      ceilingPostgres: { url: remembering.url, key: site.secretKey },
    },
    seconds,
  );
  Object.assign(figures, measured);
  residentMB.postgres = processFigures(site.pid).residentMB;
  for (const { stop } of [remembering, bareHttp, site, server]) await stop();
}

async function startLite() {
  const project = await createLiteProject();
  try {
    await project.run('migration', 'up');
    const running = await project.start();
    return {
      target: { url: project.url, key: project.secretKey },
      stop: async () => {
        await running.stop();
        project.remove();
      },
    };
  } catch (error) {
    project.remove();
    throw error;
  }
}

function startUnlimited(environment: Record<string, string>): Promise<Site> {
  return startSite(undefined, { API_REQUESTS_PER_MINUTE: '0', ...environment });
}

/** A data folder with the site's tables and its demonstration content. */
async function filledFolder(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  await (await startSite(directory)).stop();
  return directory;
}

async function startServer(file: string, parameter: string) {
  const child = fork(new URL(file, import.meta.url), [parameter]);
  const [{ port }] = (await once(child, 'message')) as [AddressInfo];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
