import { BackupError } from '#server/backup/backup-error.ts';
import { backupCommand } from '#server/backup/backup-request.ts';
import { createBackup, describeBackup } from '#server/backup/create-backup.ts';
import { readSettings } from '#server/settings.ts';
import { askRunningSite } from './ask-running-site.ts';
import { withBackupSource } from './open-backup-source.ts';
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
    (error) => askRunningSite(settings, backupCommand, { directory }, error),
  );
});
