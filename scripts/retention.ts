import { pruneAuditEntries } from '#app/features/audit/audit-log.ts';
import { pruneDeletedRecords } from '#app/features/privacy/deleted-records.ts';
import { removeOldEnquiries } from '#app/features/privacy/retention.ts';
import type { Client } from '#app/lib/client.ts';
import { unsentUploadHours } from '#app/lib/limits.ts';
import { readSettings } from '#server/settings.ts';
import { connectToSite } from './connect-to-site.ts';
import { helpOption, parseCommand, runCommand } from './run-command.ts';
import { filterUnused, findUnusedImages, readDeletionTime, removeImages } from './unused-images.ts';

const help = `Removes enquiries that are older than the limit in Business Settings, with their photos and
consents, and visitors' uploads that nothing references after 48 hours. The server does this once
a day. On the hosted platform, where no server has the secret key, run it every day with SUPABASE_SECRET_KEY beside the site's settings.

  npm run retention
`;

await runCommand(async () => {
  const { values } = parseCommand({ options: { help: helpOption } }, help);
  return values.help ? help : run();
});

async function run(): Promise<string> {
  const settings = readSettings(process.env);
  const { client, close } = await connectToSite(
    settings,
    process.env.SUPABASE_SECRET_KEY || undefined,
  );
  try {
    const entries = await pruneAuditEntries(client, new Date());
    if (entries > 0) process.stdout.write(`Activity log entries deleted: ${entries}\n`);
    await pruneDeletedRecords(client, new Date());
    if (settings.hosted) await removeUnusedUploads(client);
    const { signal } = new AbortController();
    const removed = await removeOldEnquiries(client, new Date(), signal, (error) =>
      process.stderr.write(`Image deletion failed: ${error}\n`),
    );
    return removed ? `Deleted: ${JSON.stringify(removed)}` : 'Nothing to delete.';
  } finally {
    await close();
  }
}

async function removeUnusedUploads(client: Client) {
  const now = await readDeletionTime(client, new Date());
  if (!now) {
    process.stdout.write(
      'Unreferenced upload deletion skipped: the clock jumped ahead less than an hour ago, or the site was down for a day\n',
    );
    return;
  }
  const found = [];
  for (const folder of ['inspiration', 'orders']) {
    const { unused } = await findUnusedImages(client, now, unsentUploadHours * 3_600_000, folder);
    found.push(...unused);
  }
  if (found.length === 0) return;
  // Checked again, because a request may have arrived meanwhile.
  const removed = await removeImages(client, await filterUnused(client, now, found));
  if (removed > 0) process.stdout.write(`Unreferenced uploads deleted: ${removed}\n`);
}
