import { removeUnusedUploads } from '#app/features/privacy/retention.ts';
import type { Client } from '#app/lib/client.ts';
import { readSettings } from '#server/settings.ts';
import { removeExpired } from '../supabase/functions/send-due-mails/remove-expired.ts';
import { connectToSite } from './connect-to-site.ts';
import { helpOption, parseCommand, runCommand } from './run-command.ts';
import { readDeletionTime } from './unused-images.ts';

const help = `Removes enquiries that are older than the limit in Business Settings, with their photos and
consents, and visitors' uploads that nothing references after 48 hours. The site does this once a day,
on hosted Supabase the function send-due-mails: there, the command needs SUPABASE_SECRET_KEY beside the site's settings.

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
    const now = new Date();
    const { entries, enquiries } = await removeExpired(client, now, (error) =>
      process.stderr.write(`Image deletion failed: ${error}\n`),
    );
    if (entries > 0) process.stdout.write(`Activity log entries deleted: ${entries}\n`);
    if (settings.hosted) await removeUploads(client, now);
    return enquiries ? `Deleted: ${JSON.stringify(enquiries)}` : 'Nothing to delete.';
  } finally {
    await close();
  }
}

async function removeUploads(client: Client, now: Date) {
  const deletionTime = await readDeletionTime(client, now);
  if (!deletionTime) {
    process.stdout.write(
      'Unreferenced upload deletion skipped: the clock jumped ahead less than an hour ago, or the site was down for a day\n',
    );
    return;
  }
  const removed = await removeUnusedUploads(client, deletionTime);
  if (removed > 0) process.stdout.write(`Unreferenced uploads deleted: ${removed}\n`);
}
