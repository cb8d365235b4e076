import { pruneAuditEntries } from '#app/data/audit.ts';
import { removeOldEnquiries } from '#app/data/retention.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { unsentUploadHours } from '#app/domain/limits.ts';
import { StartError } from '#backend/start-error.ts';
import { readSettings } from '#server/settings.ts';
import { NotReachable, reachTables } from './reach-tables.ts';
import { findUnusedPictures, removePictures, stillUnused } from './unused-pictures.ts';

// `npm run retention`: what the server does once a day, by hand or by a scheduler of the hosted platform.

const help = `Removes the enquiries that are older than Business Settings keep them, with their pictures and
consents, where that is due, and the uploads of visitors that nothing references after 48 hours. The server does it by itself once a day; only on the hosted platform,
where no server has the secret key, this has to be run every day, with SUPABASE_SECRET_KEY beside
the settings of the site.

  npm run retention
`;

try {
  if (process.argv.includes('--help')) process.stdout.write(help);
  else await run();
} catch (error) {
  const expected = [NotReachable, StartError];
  if (!(error instanceof Error && expected.some((kind) => error instanceof kind))) throw error;
  process.exitCode = 1;
  process.stderr.write(`${error.message}\n`);
}

async function run() {
  const key = process.env.SUPABASE_SECRET_KEY || undefined;
  const settings = readSettings(process.env);
  const reached = await reachTables(settings, key);
  try {
    const forgotten = await pruneAuditEntries(reached.client, new Date());
    if (forgotten > 0) process.stdout.write(`Entries of the activity log removed: ${forgotten}\n`);
    if (settings.hosted) await removeUnusedUploads(reached.client);
    const { signal } = new AbortController();
    const removed = await removeOldEnquiries(reached.client, new Date(), signal, (error) =>
      process.stderr.write(`A picture could not be removed: ${error}\n`),
    );
    process.stdout.write(
      `${removed ? `Removed: ${JSON.stringify(removed)}` : 'Nothing is due.'}\n`,
    );
  } finally {
    await reached.close();
  }
}

async function removeUnusedUploads(client: Client) {
  const before = new Date(Date.now() - unsentUploadHours * 3_600_000);
  const { unused } = await findUnusedPictures(client, before, 'inspiration');
  if (unused.length === 0) return;
  // Read once more, so that a request that arrived meanwhile is seen.
  const removed = await removePictures(client, await stillUnused(client, unused));
  if (removed > 0) process.stdout.write(`Uploads without a request removed: ${removed}\n`);
}
