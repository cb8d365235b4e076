import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, startLoad } from './acknowledged-load.ts';
import { createEmptyDatabase } from './empty-database.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type RunningSite, startSite } from './start-site.ts';
import { startTimeoutMs } from './timeouts.ts';

/** What is killed in a round: one site of two, the database alone, or everything at once. */
const kinds = ['a site', 'the database', 'everything'] as const;

/** The outcome of all rounds. */
type KillReport = {
  acknowledged: number;
  /** What was acknowledged and is gone; must be empty. */
  missing: string[];
  /** Writes that failed at the site beside the one that was killed; must be 0. */
  failedBeside: number;
};

/**
 * Has two sites on one PostgreSQL server killed while they write, `rounds` times, and looks after
 * each whether everything that was acknowledged is there. What was not killed has to recover by
 * itself; what was is started again.
 *
 * @param spell how long each round lasts at least, in milliseconds
 * @throws Error where a site does not come back
 */
export async function killRounds(
  server: PostgresServer,
  rounds: number,
  spell = 300,
): Promise<KillReport> {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-kill-'));
  const databaseUrl = await createEmptyDatabase(server.getDatabaseUrl('postgres'));
  mkdirSync(join(root, 'files'));
  const start = (name: string) => {
    const directory = join(root, name);
    mkdirSync(directory, { recursive: true });
    symlinkSync(join(root, 'files'), join(directory, 'storage'));
    return startSite({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  };
  const sites = await Promise.all([start('one-0'), start('other-0')]);
  const siteAt = (site: number) => sites[site] as RunningSite;
  const load = startLoad(sites.length, siteAt);
  const report: KillReport = { acknowledged: 0, missing: [], failedBeside: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const kind = kinds[round % kinds.length];
      await waitForProgress(load, [0, 1]);
      await sleep(randomInt(spell, 2 * spell));
      if (kind === 'a site') {
        const before = load.failedAt(1);
        await siteAt(0).end('SIGKILL');
        await waitForProgress(load, [1]);
        sites[0] = await start(`one-${round + 1}`);
        report.failedBeside += load.failedAt(1) - before;
      } else if (kind === 'the database') {
        await server.crash();
        await server.restart();
      } else {
        await Promise.all([siteAt(0).end('SIGKILL'), siteAt(1).end('SIGKILL'), server.crash()]);
        await server.restart();
        sites[0] = await start(`one-${round + 1}`);
        sites[1] = await start(`other-${round + 1}`);
      }
      await waitForProgress(load, [0, 1]);
    }
    await load.stop();
    report.missing = await load.missing(databaseUrl, siteAt(1));
    report.acknowledged = load.acknowledgedBy(0) + load.acknowledgedBy(1);
    return report;
  } finally {
    await load.stop();
    await Promise.all(sites.map((site) => site.end('SIGKILL')));
    rmSync(root, { recursive: true, force: true });
  }
}

/** Resolves once each site has acknowledged five more rows. */
async function waitForProgress(load: Load, sites: number[]) {
  const before = sites.map((site) => load.acknowledgedBy(site));
  const until = performance.now() + startTimeoutMs;
  while (sites.some((site, index) => load.acknowledgedBy(site) < (before[index] ?? 0) + 5)) {
    if (performance.now() > until)
      throw new Error(`Of the sites ${sites}, not all acknowledge more`);
    await sleep(10);
  }
}
