import { loadKeys } from '#backend/auth/keys.ts';
import type { FolderInUse } from '#backend/database/folder-lock.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { requestBackup } from '#server/backup/backup-request.ts';
import { createBackup, describeBackup } from '#server/backup/create-backup.ts';
import { localUrl, readSettings, type Settings } from '#server/settings.ts';
import { describeUse, withBackupSource } from './open-backup-source.ts';
import {
  helpOption,
  parseCommand,
  resolveTypedPath,
  runCommand,
  UsageError,
} from './run-command.ts';

const help = `Makes a backup: one file with all rows and images.

  npm run backup              into BACKUP_DIR (backups in the data folder)
  npm run backup -- FOLDER    into another folder

The site can stay up. Give the command the settings that the site was started with: it asks
the process that runs on the data folder, at HOST and PORT, or connects to DATABASE_URL.
docs/operations.md says what is in the file and how it is restored.
`;

await runCommand(async () => {
  const config = { allowPositionals: true, options: { help: helpOption } };
  const { values, positionals } = parseCommand(config, help);
  if (values.help) return help;
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`Only one folder is allowed.\n\n${help}`);
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new BackupError(
      'Supabase stores the rows and images of a hosted site and makes its own backups: see docs/operations.md.',
    );
  }
  const directory = folder ? resolveTypedPath(folder) : settings.backups.directory;
  return withBackupSource(
    settings,
    async (source) => describeBackup(await createBackup(source, directory)),
    (error) => askRunningSite(settings, directory, error),
  );
});

async function askRunningSite(
  { host, port, dataDirectory }: Settings,
  directory: string,
  error: FolderInUse,
): Promise<string> {
  const siteUrl = localUrl(host, port);
  const report = await requestBackup(siteUrl, await loadKeys(dataDirectory), directory);
  if (report !== undefined) return report;
  throw new BackupError(
    `${describeUse(error)}, which does not answer at ${siteUrl}. If it is the site, give this ` +
      'command the PORT and HOST that it was started with; otherwise try again in a moment.',
  );
}
