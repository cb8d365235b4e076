import { parseArgs } from 'node:util';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { moveToHosted } from '#server/backup/move-to-hosted.ts';
import { moveToServer } from '#server/backup/move-to-server.ts';
import { programVersion } from '#server/backup/program-version.ts';
import { requireDatabase } from '#server/backup/require-database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { runCommand, WrongUsage } from './run-command.ts';

// `npm run move`: from the embedded database to a PostgreSQL server, or to the hosted platform.

const help = `Moves a site. Stop it first, and make a backup.

  npm run move -- --to postgres://user:password@host/database
      from the embedded database in DATA_DIR into an empty database of a PostgreSQL server

  SUPABASE_SECRET_KEY=… npm run move -- --to-hosted https://project.supabase.co \\
    --database postgres://postgres.project:password@…pooler.supabase.com:5432/postgres
      into a project of the hosted platform that has the tables (supabase db push) and no rows;
      from the embedded database, or from that of DATABASE_URL

What was moved stays where it was, too. docs/operations.md says what comes after it.
`;

type Move =
  | { kind: 'server'; url: string }
  | { kind: 'hosted'; url: string; databaseUrl: string; secretKey: string };

await runCommand(async () => {
  const move = readCommand();
  return move ? run(move, readSettings(process.env)) : help.trimEnd();
});

function readCommand(): Move | undefined {
  const { values } = parse();
  const { to, database } = values;
  if (values.help) return undefined;
  if (to && !values['to-hosted'] && !database) {
    if (!/^postgres(ql)?:\/\//.test(to)) throw new WrongUsage('--to takes a postgres:// address.');
    return { kind: 'server', url: to };
  }
  const url = values['to-hosted'];
  if (!url || !database || to) throw new WrongUsage(`Say where to.\n\n${help}`);
  const secretKey = process.env.SUPABASE_SECRET_KEY;
  if (!secretKey) throw new WrongUsage('Set SUPABASE_SECRET_KEY to the secret key of the project.');
  return { kind: 'hosted', url: url.replace(/\/+$/, ''), databaseUrl: database, secretKey };
}

function parse() {
  try {
    return parseArgs({
      options: {
        to: { type: 'string' },
        'to-hosted': { type: 'string' },
        database: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function run(move: Move, settings: Settings): Promise<string> {
  if (settings.hosted) throw new BackupError('The site is on the hosted platform already.');
  if (move.kind === 'server' && settings.database.kind === 'server') {
    throw new BackupError(
      'The site is on a server already: to move it to another one, make a backup and restore that with the new DATABASE_URL.',
    );
  }
  requireDatabase(settings);
  const logger = createLogger('error');
  const database = await openDatabase(settings.database, logger).catch(tellInUse);
  const { files, close } = await openFiles(settings);
  try {
    const { dataDirectory } = settings;
    const sets = await readMigrationSets();
    const source = { database, sets, version: programVersion(), dataDirectory, files };
    if (move.kind === 'server') {
      const rows = await moveToServer(source, move.url, logger);
      return `${rows} rows moved. Start the site with this DATABASE_URL and the same DATA_DIR, which still holds pictures and keys.`;
    }
    const moved = await moveToHosted(source, move, logger, (done, total) => {
      if (done % 20 === 0 || done === total) process.stderr.write(`${done} of ${total} pictures\n`);
    });
    return `${moved.rows} rows and ${moved.pictures} pictures moved. Start the site with SUPABASE_URL=${move.url} now.`;
  } finally {
    await close();
    await database.close();
  }
}

/** What is stored while a move is under way would be left behind. */
function tellInUse(error: unknown): never {
  if (!(error instanceof FolderInUse)) throw error;
  throw new BackupError(`${error.message.split('. ')[0]}. Stop the site first, then move it.`);
}
