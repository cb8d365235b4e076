import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, inject, test } from 'vitest';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { DiskModel } from '#backend/database/testing/disk-model.ts';
import { createText, type Random, randomFrom } from '#backend/database/testing/power-cut-rows.ts';
import type { DiskEvent } from '#backend/database/testing/recording-disk.ts';

/** How many folders are open at the same time. */
const atOnce = 3;

/** The outcome of a number of power cuts. */
type PowerCuts = {
  cuts: number;
  events: number;
  syncs: number;
  /** Rows that were compared with what had been acknowledged, over all cuts. */
  rowsCompared: number;
  /** What did not open or was not as acknowledged, with what makes it happen again. */
  errors: string[];
};

type Rows = Map<number, number>;

const support = (file: string) =>
  fileURLToPath(new URL(`../../../../backend/database/testing/${file}`, import.meta.url));

/**
 * Records what the embedded database does to its disk, rebuilds the folder as after power cuts at
 * random moments (see DiskModel for what a cut may leave behind), opens each one as every start does
 * and compares its rows with what had been acknowledged by then.
 *
 * @param template a migrated database's folder, which is copied
 * @param changes how many changes are recorded; each is one transaction
 */
async function cutPower(
  template: string,
  { cuts, changes, seed }: { cuts: number; changes: number; seed: number },
): Promise<PowerCuts> {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-power-'));
  try {
    const models = [new DiskModel('ordered'), new DiskModel('loose')];
    const recorded = join(root, 'recorded');
    cpSync(template, join(recorded, 'database'), { recursive: true });
    for (const model of models) model.load(recorded, 'database');
    const events = await recordChanges(join(recorded, 'database'), changes, seed);
    const random = randomFrom(seed);
    const found: PowerCuts = {
      cuts,
      events: events.length,
      syncs: events.filter((event) => event.do === 'fsync').length,
      rowsCompared: 0,
      errors: [],
    };
    const compiled = await compileEngine();
    const checks = new Set<Promise<void>>();
    let done = 0;
    for (const [n, moment] of moments(events, cuts, random).entries()) {
      for (const event of events.slice(done, moment)) {
        for (const model of models) model.apply(event);
      }
      done = moment;
      const directory = join(root, `cut-${n}`);
      mkdirSync(directory);
      models[n % models.length]?.cut(directory, random);
      const check = compare(directory, acknowledged(events, moment))
        .then((compared) => {
          found.rowsCompared += compared;
        })
        .catch((error) => {
          found.errors.push(`seed ${seed}, cut ${n} after event ${moment}: ${error}`);
        })
        .finally(() => {
          rmSync(directory, { recursive: true });
          checks.delete(check);
        });
      checks.add(check);
      if (checks.size >= atOnce) await Promise.race(checks);
    }
    await Promise.all(checks);
    if (!compiled) throw new Error('The engine must stay compiled until here');
    return found;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** While this module is referenced, V8 shares its code between threads, which halves the time of an opening. */
function compileEngine(): Promise<WebAssembly.Module> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(readFileSync(join(dirname(entry), 'pglite.wasm')));
}

async function recordChanges(directory: string, changes: number, seed: number) {
  const recording = `${directory}.recording`;
  const child = spawn(
    process.execPath,
    [
      ...['--import', support('recording-disk.ts')],
      ...[support('power-cut-workload.ts'), directory, String(changes), String(seed)],
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, RECORDED_FOLDER: directory, RECORDING: recording },
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The recorded process ended with ${code}`);
  const events: DiskEvent[] = [];
  for await (const line of createInterface(createReadStream(recording))) {
    events.push(JSON.parse(line));
  }
  rmSync(recording);
  return events;
}

/** Half of the cuts anywhere, half right after an event other than a write; in order. */
function moments(events: DiskEvent[], cuts: number, random: Random): number[] {
  const notable = [...events.keys()].filter((n) => events[n]?.do !== 'write');
  return Array.from({ length: cuts }, (_, n) => {
    const anywhere = Math.floor(random() * events.length);
    const near = notable[Math.floor(random() * notable.length)] ?? anywhere;
    return 1 + (n % 2 === 0 ? anywhere : near);
  }).sort((a, b) => a - b);
}

/** The rows acknowledged by a moment, without and with the change in progress. */
function acknowledged(events: DiskEvent[], moment: number): [Rows | undefined, Rows | undefined] {
  let rows: Rows | undefined;
  for (const [n, event] of events.entries()) {
    if (event.do !== 'acknowledge') continue;
    const next: Rows = new Map(rows);
    for (const [id, version] of JSON.parse(event.what) as [number, number | null][]) {
      if (version === null) next.delete(id);
      else next.set(id, version);
    }
    if (n >= moment) return [rows, next];
    rows = next;
  }
  return [rows, rows];
}

async function compare(root: string, [before, after]: [Rows | undefined, Rows | undefined]) {
  const logger = pino({ level: 'silent' });
  const { owner, close } = await createEmbeddedDatabase({
    directory: join(root, 'database'),
    logger,
  });
  try {
    const made = await sql`select to_regclass('stored') as name`.execute(owner);
    if (!before && !(made.rows[0] as { name: unknown }).name) return 0;
    const { rows } = await sql<{ id: number; version: number; value: string }>`
      select id, version, value from stored order by id`.execute(owner);
    const is = (expected: Rows | undefined) =>
      rows.length === (expected?.size ?? 0) &&
      rows.every(
        ({ id, version, value }) =>
          expected?.get(id) === version && value === createText(id, version),
      );
    if (!is(before) && !is(after)) {
      const lost = [...(before ?? [])].filter(
        ([id, version]) => !rows.some((row) => row.id === id && row.version === version),
      );
      throw new Error(
        `${rows.length} rows instead of ${before?.size}; lost ${JSON.stringify(lost)}`,
      );
    }
    await sql`insert into stored values (-1, 1, 'after the cut')`.execute(owner);
    return rows.length;
  } finally {
    await close();
  }
}

// TEST_FULL=1 POWER_CUTS=1000 npm run test:integration -- power-cut

const all = Number(process.env.POWER_CUTS ?? 8);
/** Cuts per recording. */
const perRecording = 50;

test('after a power cut every folder opens with every acknowledged row', {
  timeout: 0,
}, async () => {
  for (let done = 0; done < all; done += perRecording) {
    const { errors, rowsCompared } = await cutPower(inject('embeddedTemplate'), {
      cuts: Math.min(perRecording, all - done),
      changes: 45,
      seed: 20_261_121 + done,
    });
    expect(errors).toEqual([]);
    expect(rowsCompared).toBeGreaterThan(100);
  }
});
