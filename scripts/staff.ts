import { text } from 'node:stream/consumers';
import { StaffError } from '#backend/auth/staff.ts';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { createLogger } from '#server/logger.ts';
import { readSettings } from '#server/settings.ts';
import {
  runStaffCommand,
  type StaffInput,
  staffCommand,
  staffCommandNames,
} from '#server/staff-command.ts';
import { askRunningSite, openUnlessInUse } from './ask-running-site.ts';
import { helpOption, parseCommand, runCommand, UsageError } from './run-command.ts';

const help = `Manages who may use the back office.

  npm run staff -- list
  npm run staff -- add owner@example.com
  npm run staff -- remove owner@example.com
  npm run staff -- password owner@example.com
  npm run staff -- one-step owner@example.com

  --password-stdin   with add and password: read the password from standard input
                     instead of creating a random one

add creates the account if there is none. remove takes away its access and signs it out. password
sets a new password and signs it out. one-step turns off the code from the phone, for someone who
lost it, and signs the account out.

The site can stay up. Give the command the settings that the site was started with: it asks the
process that runs on the data folder, at HOST and PORT, or connects to DATABASE_URL. If no process
runs, it opens the database in DATA_DIR (./data) itself.
`;

await runCommand(async () => {
  const command = await readCommand();
  return command ? run(command) : help;
}, [StaffError]);

/** @returns undefined if the help is requested */
async function readCommand(): Promise<StaffInput | undefined> {
  const options = {
    'password-stdin': { type: 'boolean', default: false },
    help: helpOption,
  } as const;
  const { values, positionals } = parseCommand({ allowPositionals: true, options }, help);
  const [typed = 'help', email = '', ...rest] = positionals;
  if (values.help || typed === 'help') return undefined;
  const name = staffCommandNames.find((known) => known === typed);
  if (!name) throw new UsageError(`Unknown command ${JSON.stringify(typed)}.\n\n${help}`);
  const takesEmail = name !== 'list';
  if (rest.length > 0 || takesEmail !== (email !== '')) {
    throw new UsageError(`${name} takes ${takesEmail ? 'one email address' : 'nothing else'}.`);
  }
  const takesPassword = name === 'add' || name === 'password';
  if (values['password-stdin'] && !takesPassword) {
    throw new UsageError('--password-stdin works only with add and password.');
  }
  const password = values['password-stdin'] ? await readPassword() : undefined;
  return { name, email, password };
}

async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** @returns what to print */
async function run(command: StaffInput): Promise<string> {
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new StaffError(
      'Supabase keeps the accounts of a hosted site: manage them in its dashboard.',
    );
  }
  const database = await openUnlessInUse(settings, createLogger('warn'));
  if (database instanceof FolderInUse) {
    return askRunningSite(settings, staffCommand, command, database);
  }
  try {
    return await runStaffCommand(database, command);
  } finally {
    await database.close();
  }
}
