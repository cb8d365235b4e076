import { BackupError } from '#server/backup/backup-error.ts';
import { withPlainBackup } from '#server/backup/decrypt-backup.ts';
import { countAllRows, type Manifest } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { verifyBackup } from '#server/backup/verify-backup.ts';
import { createLogger } from '#server/logger.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { askPassphrase } from './ask-passphrase.ts';
import {
  helpOption,
  parseCommand,
  resolveTypedPath,
  runCommand,
  UsageError,
} from './run-command.ts';

const help = `Restores a backup that \`npm run backup\` or the site itself has made.

  npm run restore -- FILE           into DATA_DIR (./data), which must be empty, or, with
                                    DATABASE_URL, into that database, which must be empty, too
  npm run restore -- FILE --check   checks that the file is complete, and restores nothing

The command asks for the passphrase of an encrypted file (.age), or reads it from standard input.
Everyone has to sign in again afterwards, with the passwords from the time of the backup. The site
sends no emails until staff enter the mail server again, or SMTP_URL is set.
`;

await runCommand(async () => {
  const options = { check: { type: 'boolean', default: false }, help: helpOption } as const;
  const { values, positionals } = parseCommand({ allowPositionals: true, options }, help);
  if (values.help) return help;
  const [name, ...others] = positionals;
  if (!name || others.length > 0) {
    const problem = name ? 'Only one backup file is allowed.' : 'Missing backup file.';
    throw new UsageError(`${problem}\n\n${help}`);
  }
  return withPlainBackup(resolveTypedPath(name), askPassphrase, async (file) =>
    values.check
      ? `${describeContents(await verifyBackup(file))}\nThe backup is complete.`
      : restore(file),
  );
});

async function restore(file: string): Promise<string> {
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new BackupError(
      "A backup can't be restored into the hosted platform directly: restore it into an empty data " +
        'folder, then move that with `npm run move`.',
    );
  }
  const { database } = settings;
  const { files, close } = await openFiles(settings);
  try {
    const logger = createLogger('error');
    const sets = await readMigrationSets();
    const manifest = await restoreBackup(file, { database, files, sets, logger });
    const target = database.type === 'server' ? 'the database in DATABASE_URL' : database.directory;
    const emails = settings.mail.smtpUrl
      ? 'Emails are sent by the mail server in SMTP_URL.'
      : 'No emails are sent until staff enter the mail server again at /admin/email.';
    return `${describeContents(manifest)}\nRestored into ${target}. Start the site now. Everyone has to sign in again. ${emails}`;
  } finally {
    await close();
  }
}

function describeContents({ madeAt, version, tables, files }: Manifest): string {
  return `The backup of ${madeAt} (version ${version}): ${countAllRows(tables)} rows, ${files.length} files.`;
}
