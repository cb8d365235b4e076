import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { lockFolder } from '#backend/database/folder-lock.ts';
import { StartError } from '#backend/start-error.ts';
import { readSettings } from '#server/settings.ts';
import { helpOption, parseCommand, runCommand } from './run-command.ts';

const help = `Deletes everything in DATA_DIR (./data), so that the next start begins with the demonstration content.

  npm run reset            asks first
  npm run reset -- --yes   does not ask

Stop the site first.
`;

/** What a site creates in its data folder (docs/operations.md). */
const siteFiles =
  /^(database(\.new|\.lock|\.lock-journal|\.pid)?|storage|uploads|pictures|designs|keys\.json|backups|outbox)$/;

await runCommand(async () => {
  const options = { yes: { type: 'boolean', default: false }, help: helpOption } as const;
  const { values } = parseCommand({ options }, help);
  if (values.help) return help;
  const { dataDirectory: directory, database, hosted } = readSettings(process.env);
  if (hosted || database.type === 'server') {
    const name = hosted ? 'SUPABASE_URL' : 'DATABASE_URL';
    throw new StartError(`npm run reset empties the embedded database only, and ${name} is set.`);
  }
  const names = existsSync(directory) ? readdirSync(directory) : [];
  if (names.length === 0) return `${directory} is already empty.`;
  requireDataFolder(directory, names);
  const unlock = lockFolder(join(directory, 'database'));
  try {
    if (!values.yes && !(await confirm(`Delete all data in ${directory}, with backups there?`))) {
      return 'Nothing was deleted.';
    }
    for (const name of names) rmSync(join(directory, name), { recursive: true, force: true });
  } finally {
    unlock();
  }
  for (const name of ['.lock', '.lock-journal', '.pid']) {
    rmSync(join(directory, `database${name}`), { force: true });
  }
  return `${directory} is empty. The next start creates the demonstration content.`;
});

/** A mistyped DATA_DIR must not delete another folder's files. */
function requireDataFolder(directory: string, names: string[]) {
  const other = names.find((name) => !siteFiles.test(name));
  if (other === undefined && names.some((name) => /^(database|keys\.json)/.test(name))) return;
  throw new StartError(
    other === undefined
      ? `${directory} is not the data folder of a site: it has no database. Nothing was deleted.`
      : `${directory} contains ${other}, which is not part of a site's data. Nothing was deleted.`,
  );
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new StartError(
      'Nothing was deleted: npm run reset asks first, on a terminal. Without one, add `-- --yes`.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
