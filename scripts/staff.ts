import { text } from 'node:stream/consumers';
import {
  addStaff,
  listStaff,
  removeStaff,
  removeStaffMfa,
  StaffError,
  setStaffPassword,
} from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
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
lost it, and signs the account out. The command uses the database in DATABASE_URL or, without that,
the one in DATA_DIR (./data), which the server must not be using at the same time.
`;

type Command = { name: string; email: string; password: string | undefined };

await runCommand(async () => {
  const command = await readCommand();
  return command ? run(command) : help;
}, [StaffError]);

/** @returns undefined if the help is requested */
async function readCommand(): Promise<Command | undefined> {
  const options = {
    'password-stdin': { type: 'boolean', default: false },
    help: helpOption,
  } as const;
  const { values, positionals } = parseCommand({ allowPositionals: true, options }, help);
  const [name = 'help', email = '', ...rest] = positionals;
  if (values.help || name === 'help') return undefined;
  const takesEmail = name !== 'list';
  if (!['list', 'add', 'remove', 'password', 'one-step'].includes(name)) {
    throw new UsageError(`Unknown command ${JSON.stringify(name)}.\n\n${help}`);
  }
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
async function run({ name, email, password }: Command): Promise<string> {
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new StaffError(
      'Supabase keeps the accounts of a hosted site: manage them in its dashboard.',
    );
  }
  const logger = createLogger('warn');
  const database = await openDatabase(settings.database, logger);
  try {
    if (name === 'add') return await add(database, email, password);
    if (name === 'remove') return await remove(database, email);
    if (name === 'one-step') return await removeFactor(database, email);
    if (name === 'password') return await changePassword(database, email, password);
    return await list(database);
  } finally {
    await database.close();
  }
}

async function add(database: Database, email: string, password: string | undefined) {
  const added = await addStaff(database, { email, password });
  const sentence = added.alreadyStaff
    ? `${added.email} could already use the back office.`
    : `${added.email} can use the back office now.`;
  const passwords = added.password
    ? `The password (shown only once): ${added.password}`
    : `The password is ${password === undefined ? 'the one the account had' : 'the one you entered'}.`;
  return `${sentence}\n${passwords}\n`;
}

async function remove(database: Database, email: string) {
  await removeStaff(database, email);
  const isEmpty = (await listStaff(database)).length === 0;
  const note = isEmpty
    ? 'No staff accounts are left. The next start creates a first account again.\n'
    : '';
  return `${email} can no longer use the back office and was signed out.\n${note}`;
}

async function removeFactor(database: Database, email: string) {
  await removeStaffMfa(database, email);
  return `${email} now signs in with the password alone, and was signed out.\n`;
}

async function changePassword(database: Database, email: string, password: string | undefined) {
  const changed = await setStaffPassword(database, email, password);
  const shown =
    password === undefined ? `The password (shown only once): ${changed.password}\n` : '';
  return `The password of ${changed.email} was changed, and the account was signed out.\n${shown}`;
}

async function list(database: Database) {
  const staff = await listStaff(database);
  if (staff.length === 0) return 'There are no staff accounts.\n';
  const lines = staff.map(({ email, lastSignInAt }) => {
    const seen = lastSignInAt ? `last signed in ${lastSignInAt.toISOString()}` : 'never signed in';
    return `${email}  ${seen}`;
  });
  return `${lines.join('\n')}\n`;
}
