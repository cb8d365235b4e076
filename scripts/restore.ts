import { parseArgs } from 'node:util';
import { BackupError } from '#server/backup/backup-error.ts';
import { type Manifest, rowsIn } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { verifyBackup } from '#server/backup/verify-backup.ts';
import { createLogger } from '#server/logger.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { runCommand, typedPath, WrongUsage } from './run-command.ts';

// `npm run restore -- FILE`: makes an empty data folder or database what a backup holds.

const help = `Restores a backup that \`npm run backup\` or the site itself has made.

  npm run restore -- FILE           into DATA_DIR (./data), which must be empty, or, with
                                    DATABASE_URL, into that database, which must be empty, too
  npm run restore -- FILE --check   only reads it and tells whether it is whole

Everybody has to sign in again afterwards, with the passwords of then.
`;

await runCommand(async () => {
  const { values, positionals } = readCommand();
  if (values.help) return help.trimEnd();
  const file = typedPath(positionals[0] ?? '');
  if (values.check) return `${contentsOf(await verifyBackup(file))}\nIt is whole.`;
  return restore(file);
});

function readCommand() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { values, positionals } = parsed;
    if (!values.help && positionals.length !== 1) throw new Error('Name the file of the backup.');
    return parsed;
  } catch (error) {
    throw new WrongUsage(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function restore(file: string): Promise<string> {
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new BackupError(
      'A backup is not restored into the hosted platform directly: restore it into an empty data ' +
        'folder, and move that with `npm run move`.',
    );
  }
  const { files, close } = await openFiles(settings);
  try {
    const manifest = await restoreBackup(file, {
      database: settings.database,
      files,
      sets: await readMigrationSets(),
      logger: createLogger('error'),
    });
    const where =
      settings.database.kind === 'server'
        ? 'the database of DATABASE_URL'
        : settings.database.directory;
    return `${contentsOf(manifest)}\nRestored into ${where}. Start the site now; everybody signs in again.`;
  } finally {
    await close();
  }
}

function contentsOf(manifest: Manifest): string {
  return `The backup of ${manifest.madeAt} (version ${manifest.version}): ${rowsIn(manifest)} rows, ${manifest.files.length} pictures.`;
}
