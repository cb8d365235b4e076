import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '#server/settings.ts';
import { connectToSite } from './connect-to-site.ts';
import { helpOption, parseCommand, runCommand, UsageError } from './run-command.ts';
import {
  filterUnused,
  findUnusedImages,
  readDeletionTime,
  removeImages,
  type UnusedImage,
} from './unused-images.ts';

const help = `Lists the images that no project, shed, post, hero, video or quote request uses any more and
that are older than a day.

  npm run sweep-images
  npm run sweep-images -- --delete   removes them
  npm run sweep-images -- --delete --pause 60
                                       the same, with 60 seconds (15) before the second look

The site can stay up: the command then works through it, at HOST and PORT (3000) with the keys
in DATA_DIR (./data). On the hosted platform it needs SUPABASE_SECRET_KEY beside the settings of the
site.
`;

/** Younger images may belong to a record that is being saved. */
const minAgeMs = 24 * 60 * 60 * 1000;

const clockHasJumped =
  'Nothing was checked or removed: the clock has jumped ahead, or the site was down for a day. Try again in an hour.';

/** The pause between the two searches, so that an undone deletion keeps its images. */
const defaultDelaySeconds = 15;

await runCommand(async () => {
  const options = {
    delete: { type: 'boolean', default: false },
    pause: { type: 'string', default: String(defaultDelaySeconds) },
    help: helpOption,
  } as const;
  const { values } = parseCommand({ options }, help);
  return values.help ? help : sweep(values.delete, parseSeconds(values.pause));
});

function parseSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--pause takes seconds, not "${text}".\n\n${help}`);
}

async function sweep(remove: boolean, delaySeconds: number): Promise<string> {
  const { client, close } = await connectToSite(
    readSettings(process.env),
    process.env.SUPABASE_SECRET_KEY || undefined,
  );
  try {
    const now = await readDeletionTime(client, new Date());
    if (!now) return clockHasJumped;
    const { total, unused } = await findUnusedImages(client, now, minAgeMs);
    const found = `${unused.length} of ${total} images are unused and older than a day.`;
    if (unused.length === 0) return found;
    print(found);
    for (const image of unused) print(`  ${describeImage(image)}`);
    if (!remove) return 'Nothing was removed. To remove them: npm run sweep-images -- --delete';
    print(`Checking again in ${delaySeconds} seconds, in case someone uses one again.`);
    await sleep(delaySeconds * 1000);
    const removed = await removeImages(client, await filterUnused(client, now, unused));
    return `${removed} of ${unused.length} images removed.`;
  } finally {
    await close();
  }
}

function describeImage({ path, size, storedAt }: UnusedImage): string {
  return `${path}  ${(size / 1024).toFixed(0)} kB, stored ${storedAt.toISOString()}`;
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
