import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StartError } from '#backend/start-error.ts';
import { readSettings } from '#server/settings.ts';
import { NotReachable, reachTables } from './reach-tables.ts';
import {
  findUnusedPictures,
  removePictures,
  stillUnused,
  type UnusedPicture,
} from './unused-pictures.ts';

// `npm run sweep-pictures`: which stored pictures no record shows any more.

const help = `Finds the pictures that no project, shed, post, hero, clip or quote request shows any
more and that are older than a day, and tells which they are.

  npm run sweep-pictures
  npm run sweep-pictures -- --delete   removes them
  npm run sweep-pictures -- --delete --pause 60
                                       the same, with 60 seconds (15) before the second look

The site may go on running: the command then works through it, at HOST and PORT (3000) with the keys
in DATA_DIR (./data). On the hosted platform it needs SUPABASE_SECRET_KEY beside the settings of the
site.
`;

/** Milliseconds; a picture that was stored within them may belong to a record that is being written. */
const youngest = 24 * 60 * 60 * 1000;

/** Seconds between the two looks, so that what was deleted and taken back is not swept. */
const usualPause = 15;

/** The command line is not understood. */
class WrongUsage extends Error {}

try {
  const { values } = readCommand();
  if (values.help) process.stdout.write(help);
  else await sweep(values.delete, secondsOf(values.pause));
} catch (error) {
  const expected = [WrongUsage, NotReachable, StartError];
  if (!(error instanceof Error && expected.some((kind) => error instanceof kind))) throw error;
  process.exitCode = error instanceof WrongUsage ? 2 : 1;
  process.stderr.write(`${error.message}\n`);
}

function readCommand() {
  try {
    return parseArgs({
      options: {
        delete: { type: 'boolean', default: false },
        pause: { type: 'string', default: String(usualPause) },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new WrongUsage(`--pause takes seconds, not "${text}".\n\n${help}`);
}

async function sweep(remove: boolean, pause: number) {
  const reached = await reachTables(
    readSettings(process.env),
    process.env.SUPABASE_SECRET_KEY || undefined,
  );
  try {
    const { client } = reached;
    const { total, unused } = await findUnusedPictures(client, new Date(Date.now() - youngest));
    tell(`${unused.length} of ${total} pictures are shown nowhere and older than a day.`);
    for (const picture of unused) tell(`  ${lineOf(picture)}`);
    if (unused.length === 0) return;
    if (!remove) {
      tell('Nothing was removed. To remove them: npm run sweep-pictures -- --delete');
      return;
    }
    tell(`Looking once more in ${pause} seconds, in case somebody takes one back.`);
    await sleep(pause * 1000);
    const removed = await removePictures(client, await stillUnused(client, unused));
    tell(`${removed} of ${unused.length} pictures removed.`);
  } finally {
    await reached.close();
  }
}

function lineOf({ path, size, storedAt }: UnusedPicture): string {
  return `${path}  ${(size / 1024).toFixed(0)} kB, stored ${storedAt.toISOString()}`;
}

function tell(line: string) {
  process.stdout.write(`${line}\n`);
}
