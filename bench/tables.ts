import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLiteProject } from '#tests/hosted/supabase-lite.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { type Site, startSite } from './site.ts';
import { type Measured, measure, ratio } from './table-target.ts';

// Inserts and reads through the table interface, each acknowledged insert on disk, by supabase-js and by wrk,
// which sends the same requests without the CPU time of a client in JavaScript, beside
// - a bare PGlite with the same file system and a bare pg, which are sent the inner statement alone (`bare`),
// - @supabase/lite, which does not sync.
//   npx node bench/tables.ts [seconds per figure, a multiple of three]

const seconds = Number(process.argv[2] ?? 3);
if (seconds % 3 !== 0) throw new Error('The seconds must be a multiple of three');
const found = circumstances({ wrk: ['wrk', '-v'] });
if (found.versions.wrk === 'unknown') throw new Error('wrk is missing: apt-get install wrk');
const figures: Record<string, Measured> = {};
const residentMB: Record<string, number> = {};

const lite = await startLite().catch((error: unknown) => String(error));
await measureEmbedded();
if (typeof lite !== 'string') await lite.stop();
await measurePostgres();

const { embedded, embeddedByWrk, barePglite, postgres, postgresByWrk, barePg } = figures;
report('tables', {
  ...found,
  unit: 'calls per second; in turn: one after the other, at once: eight at a time',
  seconds,
  figures,
  residentMB,
  embeddedPerBarePglite: ratio(embedded, barePglite),
  postgresPerBarePg: ratio(postgres, barePg),
  embeddedByWrkPerBarePglite: ratio(embeddedByWrk, barePglite),
  postgresByWrkPerBarePg: ratio(postgresByWrk, barePg),
  embeddedPerLite: ratio(embedded, figures.lite),
  ...(typeof lite === 'string' ? { liteFailed: lite } : {}),
});

async function measureEmbedded() {
  const folder = await createFilledFolder();
  const site = await startUnlimited({});
  const targets: Parameters<typeof measure>[0] = {
    embedded: { url: site.url, key: site.secretKey },
    embeddedByWrk: { wrk: site.url, key: site.secretKey },
    barePglite: { folder: join(folder, 'database') },
    ...(typeof lite === 'string' ? {} : { lite: lite.target }),
  };
  Object.assign(figures, await measure(targets, seconds));
  residentMB.embedded = processFigures(site.pid).residentMB;
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measurePostgres() {
  const server = await startPostgresServer();
  if (!server) return;
  const database = server.getDatabaseUrl('postgres');
  const site = await startUnlimited({ DATABASE_URL: database });
  const targets = {
    postgres: { url: site.url, key: site.secretKey },
    postgresByWrk: { wrk: site.url, key: site.secretKey },
    barePg: { database },
  };
  Object.assign(figures, await measure(targets, seconds));
  residentMB.postgres = processFigures(site.pid).residentMB;
  await site.stop();
  await server.stop();
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

/** Creates a data folder with the demonstration content. */
async function createFilledFolder(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  await (await startSite(directory)).stop();
  return directory;
}
