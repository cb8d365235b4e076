import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '#server/backup/backup-error.ts';
import { type BackupSource, createBackup } from '#server/backup/create-backup.ts';
import { countAllRows } from '#server/backup/manifest.ts';
import { type HostedTarget, moveToHosted } from '#server/backup/move-to-hosted.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { createLogger } from '#server/logger.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { describeUse } from './ask-running-site.ts';
import { withBackupSource } from './open-backup-source.ts';
import { helpOption, parseCommand, runCommand, UsageError } from './run-command.ts';

const help = `Moves a site. Stop it first, and make a backup.

  npm run move -- --to postgres://user:password@host/database
      from the embedded database in DATA_DIR into an empty database of a PostgreSQL server

  SUPABASE_SECRET_KEY=… npm run move -- --to-hosted https://project.supabase.co \\
    --database postgres://postgres.project:password@…pooler.supabase.com:5432/postgres
      into a project of the hosted platform that has the tables (supabase db push) and no rows;
      from the embedded database, or the one in DATABASE_URL

The original data stays where it was. docs/operations.md lists the next steps.
`;

type Move = { type: 'server'; url: string } | ({ type: 'hosted' } & HostedTarget);

const logger = createLogger('error');

await runCommand(async () => {
  const target = readCommand();
  if (!target) return help;
  const settings = readSettings(process.env);
  if (settings.hosted) throw new BackupError('The site already runs on the hosted platform.');
  if (target.type === 'server' && settings.database.type === 'server') {
    throw new BackupError(
      'The site already runs on a PostgreSQL server. To move it to another one, make a backup and restore it with the new DATABASE_URL.',
    );
  }
  return withBackupSource(
    settings,
    (source) => move(source, settings, target),
    // Rows stored during a move would be lost.
    async (error) => {
      throw new BackupError(`${describeUse(error)}. Stop the site first, then move it.`);
    },
  );
});

function readCommand(): Move | undefined {
  const options = {
    to: { type: 'string' },
    'to-hosted': { type: 'string' },
    database: { type: 'string' },
    help: helpOption,
  } as const;
  const { to, 'to-hosted': url, database, help: isHelp } = parseCommand({ options }, help).values;
  if (isHelp) return undefined;
  if (to && !url && !database) {
    if (!/^postgres(ql)?:\/\//.test(to)) throw new UsageError('--to takes a postgres:// address.');
    return { type: 'server', url: to };
  }
  if (!url || !database || to) {
    const problem = to
      ? 'Only one target is allowed.'
      : url
        ? '--to-hosted needs --database.'
        : 'Missing target.';
    throw new UsageError(`${problem}\n\n${help}`);
  }
  const secretKey = process.env.SUPABASE_SECRET_KEY;
  if (!secretKey) throw new UsageError('Set SUPABASE_SECRET_KEY to the secret key of the project.');
  return { type: 'hosted', url: url.replace(/\/+$/, ''), databaseUrl: database, secretKey };
}

/** A move makes a temporary backup in the data folder and restores it at the target. */
async function move(source: BackupSource, settings: Settings, target: Move): Promise<string> {
  const directory = await mkdtemp(join(settings.dataDirectory, 'moving-'));
  try {
    if (target.type === 'server') {
      // The files stay in the data folder.
      const { path, manifest } = await createBackup({ ...source, files: undefined }, directory);
      await restoreBackup(path, {
        database: { type: 'server', url: target.url },
        files: undefined,
        sets: source.sets,
        retainSessions: true,
        logger,
      });
      return `${countAllRows(manifest.tables)} rows moved. Start the site with this DATABASE_URL and the same DATA_DIR, which still holds images and keys.`;
    }
    const { path } = await createBackup(source, directory);
    const { rows, files } = await moveToHosted(path, target, logger, (done, total) => {
      if (done % 20 === 0 || done === total) process.stderr.write(`${done} of ${total} files\n`);
    });
    return `${rows} rows and ${files} files moved. Start the site with SUPABASE_URL=${target.url} now.`;
  } finally {
    await rm(directory, { recursive: true, force: true }).catch((error) =>
      logger.error({ error, directory }, 'Temporary folder deletion failed'),
    );
  }
}
