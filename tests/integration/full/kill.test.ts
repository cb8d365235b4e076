import { randomInt, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { sha256 } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { createSmallImage, uploadSmallImage } from '#tests/support/small-image.ts';
import { type RunningSite, startSite } from '#tests/support/start-site.ts';
import { startTimeoutMs } from '#tests/support/timeouts.ts';

/** What is killed in a round: one site of two, the database alone, or everything at once. */
const kinds = ['a site', 'the database', 'everything'] as const;

/** The outcome of all rounds. */
type KillReport = {
  acknowledged: number;
  /** Acknowledged writes that are not stored; must be empty. */
  missing: string[];
  /** Writes that failed at the site beside the killed one; must be 0. */
  failedBeside: number;
};

/**
 * Kills sites while they write, `rounds` times, and starts them again: two sites on a PostgreSQL
 * server, of which the server and everything are killed as well, or one with an embedded database.
 *
 * @param server undefined for the embedded database
 * @throws Error if a site does not recover
 */
async function killRounds(server: PostgresServer | undefined, rounds: number): Promise<KillReport> {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-kill-'));
  const begin = server ? await prepareServer(server, root) : prepareEmbedded(root);
  const sites = await Promise.all((server ? ['one-0', 'other-0'] : ['one-0']).map(begin));
  const siteAt = (site: number) => sites[site] as RunningSite;
  const load = startLoad(sites.length, siteAt);
  const report: KillReport = { acknowledged: 0, missing: [], failedBeside: 0 };
  const all = [...sites.keys()];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const kind = server ? kinds[round % kinds.length] : 'a site';
      await waitForProgress(load, all);
      await sleep(randomInt(300, 600));
      const before = load.failed[1] ?? 0;
      if (kind !== 'the database') await siteAt(0).end('SIGKILL');
      if (kind === 'a site') await waitForProgress(load, all.slice(1));
      else {
        if (kind === 'everything') await siteAt(1).end('SIGKILL');
        await server?.crash();
        await server?.restart();
      }
      if (kind !== 'the database') sites[0] = await begin(`one-${round + 1}`);
      if (kind === 'everything') sites[1] = await begin(`other-${round + 1}`);
      if (kind === 'a site') report.failedBeside += (load.failed[1] ?? 0) - before;
      await waitForProgress(load, all);
    }
    await load.stop();
    report.missing = await load.findMissing(siteAt(0));
    report.acknowledged = load.acknowledged.reduce((sum, count) => sum + count, 0);
    return report;
  } finally {
    await load.stop();
    await Promise.all(sites.map((site) => site.end('SIGKILL')));
    rmSync(root, { recursive: true, force: true });
  }
}

/** Sites on one database, with their files in one folder. */
async function prepareServer(server: PostgresServer, root: string) {
  const databaseUrl = await createEmptyDatabase(server.getDatabaseUrl('postgres'));
  mkdirSync(join(root, 'files'));
  return (name: string) => {
    const directory = join(root, name);
    mkdirSync(directory, { recursive: true });
    symlinkSync(join(root, 'files'), join(directory, 'storage'));
    return startSite({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  };
}

function prepareEmbedded(root: string) {
  cpSync(inject('embeddedTemplate'), join(root, 'database'), { recursive: true });
  return () => startSite({ DATA_DIR: root });
}

/** Resolves once each site has acknowledged five more rows. */
async function waitForProgress({ acknowledged }: Load, sites: number[]) {
  const before = [...acknowledged];
  const until = performance.now() + startTimeoutMs;
  while (sites.some((site) => (acknowledged[site] ?? 0) < (before[site] ?? 0) + 5)) {
    if (performance.now() > until) throw new Error(`Not all of the sites ${sites} acknowledge`);
    await sleep(10);
  }
}

/** Writers of rows per site; one more updates a row repeatedly, and one more uploads images. */
const writers = 3;

type Load = ReturnType<typeof startLoad>;

/**
 * Sends new messages, changes of a status, and images as fast as they are answered. Failed writes are
 * not retried.
 *
 * @param siteAt the site that has this number at the moment
 */
function startLoad(count: number, siteAt: (site: number) => RunningSite) {
  let isOver = false;
  const subjects = new Set<string>();
  const notes = new Map<string, number>();
  const images = new Map<string, string>();
  /** How many writes each site has acknowledged so far, and how many have failed. */
  const acknowledged = Array<number>(count).fill(0);
  const failed = Array<number>(count).fill(0);

  const repeat = async (site: number, write: (n: number) => Promise<boolean>) => {
    for (let n = 1; !isOver; n += 1) {
      const isAcknowledged = await write(n).catch(() => false);
      const counts = isAcknowledged ? acknowledged : failed;
      counts[site] = (counts[site] ?? 0) + 1;
      if (!isAcknowledged) await sleep(20);
    }
  };
  const send = (site: number) => async () => {
    const subject = randomUUID();
    const row = newContactMessage({ subject });
    const { error } = await siteAt(site).service.from('contact_submissions').insert(row);
    if (!error) subjects.add(subject);
    return !error;
  };
  const change = (site: number, id: string) => async (n: number) => {
    const requests = siteAt(site).service.from('quote_requests');
    if (!notes.has(id)) {
      // A repeated enquiry would be skipped.
      const { error } = await requests.insert({ id, ...newQuoteRequest({ custom_message: id }) });
      if (!error) notes.set(id, 0);
      return !error;
    }
    const status = n % 2 === 0 ? 'pending' : 'responded';
    const { data } = await requests
      .update({ status, notes: String(n) })
      .eq('id', id)
      .select();
    if (data?.length !== 1) return false;
    notes.set(id, n);
    return true;
  };
  const upload = (site: number) => async () => {
    await sleep(50);
    const image = await createSmallImage();
    const path = `sheds/${randomUUID()}.jpg`;
    await uploadSmallImage(siteAt(site).service, path);
    images.set(path, sha256(image));
    return true;
  };
  const streams = acknowledged.flatMap((_, site) => [
    ...Array.from({ length: writers }, () => repeat(site, send(site))),
    repeat(site, change(site, randomUUID())),
    repeat(site, upload(site)),
  ]);

  return {
    acknowledged,
    failed,
    /** Ends the load, and resolves once no request is in progress. */
    stop: async () => {
      isOver = true;
      await Promise.all(streams);
    },
    /** Lists acknowledged writes that are not stored, and images whose file differs from their row. */
    findMissing: async ({ service }: RunningSite): Promise<string[]> => {
      const sent = await service.from('contact_submissions').select('subject').throwOnError();
      const changed = await service.from('quote_requests').select('id, notes').throwOnError();
      const storedSubjects = new Set(sent.data.map(({ subject }) => subject));
      const storedNotes = new Map(changed.data.map((row) => [row.id, Number(row.notes ?? 0)]));
      const missing = [...subjects].filter((subject) => !storedSubjects.has(subject));
      // A later change may be stored without an acknowledgement; an earlier one must not be.
      for (const [id, n] of notes) {
        if ((storedNotes.get(id) ?? -1) < n) missing.push(`${id} at ${n}`);
      }
      const bucket = service.storage.from('images');
      const { data: rows } = await bucket.list('sheds', { limit: 100_000 });
      const stored = (rows ?? []).map(({ name }) => `sheds/${name}`);
      for (const path of new Set([...stored, ...images.keys()])) {
        const { data } = await bucket.download(path);
        const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
        if (!data || sha256(bytes) !== (images.get(path) ?? sha256(bytes))) missing.push(path);
      }
      return missing;
    },
  };
}

// TEST_FULL=1 KILLS=100 npm run test:integration -- full/kill

const isServer = inject('template').engine === 'server';
const rounds = Number(process.env.KILLS ?? (isServer ? 3 : 2));

test.skipIf(!engineAvailable())(
  `every acknowledged write exists after ${rounds} kills`,
  { timeout: 400_000 * rounds },
  async () => {
    const server = isServer ? await startPostgresServer() : undefined;
    if (isServer && !server) throw new Error('No PostgreSQL server on this machine');
    try {
      const { acknowledged, missing, failedBeside } = await killRounds(server, rounds);
      expect({ missing, failedBeside }).toEqual({ missing: [], failedBeside: 0 });
      expect(acknowledged).toBeGreaterThan(10 * rounds);
    } finally {
      await server?.stop();
    }
  },
);
