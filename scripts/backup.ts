import { parseArgs } from 'node:util';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { askForBackup } from '#server/backup/local-commands.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { programVersion } from '#server/backup/program-version.ts';
import { reportOf } from '#server/backup/report.ts';
import { requireDatabase } from '#server/backup/require-database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { runCommand, typedPath, WrongUsage } from './run-command.ts';

// `npm run backup`: everything of the site in one file, while it runs.

const help = `Makes a backup: one file with all rows and pictures.

  npm run backup              into BACKUP_DIR (backups in the data folder)
  npm run backup -- FOLDER    into another folder

The site may go on running. Give the command the DATA_DIR and the DATABASE_URL that the site was
started with. docs/operations.md says what is in the file and how it is restored.
`;

await runCommand(async () => {
  const { values, positionals } = readCommand();
  if (values.help) return help.trimEnd();
  const settings = readSettings(process.env);
  const [folder] = positionals;
  return backUp(settings, folder ? typedPath(folder) : settings.backups.directory);
});

function readCommand() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    if (parsed.positionals.length > 1) throw new Error('There is one folder at most.');
    return parsed;
  } catch (error) {
    throw new WrongUsage(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function backUp(settings: Settings, directory: string): Promise<string> {
  if (settings.hosted) {
    throw new BackupError(
      'The hosted platform has the rows and the pictures, and makes backups of its own: see docs/operations.md.',
    );
  }
  requireDatabase(settings);
  if (settings.database.kind === 'embedded') {
    const report = await askForBackup(settings.dataDirectory, directory);
    if (report) return report;
  }
  const database = await openDatabase(settings.database, createLogger('error')).catch(tellInUse);
  try {
    const { files, close } = await openFiles(settings);
    try {
      const source = {
        database,
        files,
        sets: await readMigrationSets(),
        version: programVersion(),
      };
      return reportOf(await makeBackup(source, directory));
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/** A process without a door, such as a command that is just at work or a site that is just starting. */
function tellInUse(error: unknown): never {
  if (!(error instanceof FolderInUse)) throw error;
  throw new BackupError(
    `${error.message.split('. ')[0]}, which does not take commands now. Try again in a moment.`,
  );
}
