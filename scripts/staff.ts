import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  addStaff,
  listStaff,
  removeStaff,
  removeStaffFactor,
  StaffError,
  setStaffPassword,
} from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { StartError } from '#backend/start-error.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';

// `npm run staff`: who may use the back office.

const help = `Who may use the back office.

  npm run staff -- list
  npm run staff -- add owner@example.com
  npm run staff -- remove owner@example.com
  npm run staff -- password owner@example.com
  npm run staff -- one-step owner@example.com

  --password-stdin   with add and password: read the password from standard input
                     instead of making a random one

add makes the account where there is none. remove closes the back office to it and signs it
out; password signs it out, too. one-step turns the code from the telephone off, for who has lost
it, and signs the account out. It works on the database of DATABASE_URL or, without that, on
the one in DATA_DIR (./data), which the server must not be using at the same time.
`;

/** The command line is not understood. */
class WrongUsage extends Error {}

type Command = { name: string; email: string; password: string | undefined };

try {
  const command = await readCommand(process.argv.slice(2));
  process.stdout.write(command ? await run(command) : help);
} catch (error) {
  process.exitCode = error instanceof WrongUsage ? 2 : 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
}

/** What to tell about an error that a person can do something about; any other is thrown on. */
function sentenceOf(error: unknown): string {
  const expected = [WrongUsage, StaffError, StartError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) {
    return error.message;
  }
  const fault = connectionFault(error);
  if (fault) return `The database of DATABASE_URL can't be reached (${fault}).`;
  throw error;
}

/** @returns what to do; undefined where the help is asked for */
async function readCommand(parameters: string[]): Promise<Command | undefined> {
  const { values, positionals } = parse(parameters);
  const [name = 'help', email = '', ...rest] = positionals;
  if (values.help || name === 'help') return undefined;
  const takesEmail = name !== 'list';
  if (!['list', 'add', 'remove', 'password', 'one-step'].includes(name)) {
    throw new WrongUsage(`There is no command ${JSON.stringify(name)}.\n\n${help}`);
  }
  if (rest.length > 0 || takesEmail !== (email !== '')) {
    throw new WrongUsage(`${name} takes ${takesEmail ? 'one e-mail address' : 'nothing else'}.`);
  }
  const takesPassword = name === 'add' || name === 'password';
  if (values['password-stdin'] && !takesPassword) {
    throw new WrongUsage('--password-stdin goes with add and password only.');
  }
  const password = values['password-stdin'] ? await readPassword() : undefined;
  return { name, email, password };
}

function parse(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        'password-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** @returns what to print */
async function run({ name, email, password }: Command): Promise<string> {
  const settings = readSettings(process.env);
  if (settings.hosted) {
    throw new StaffError('The accounts are kept by the hosted platform: manage them there.');
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
    ? `${added.email} could use the back office already.`
    : `${added.email} can use the back office now.`;
  const passwords = added.password
    ? `The password, shown this once: ${added.password}`
    : `The password is ${password === undefined ? 'the one the account had' : 'the one you gave'}.`;
  return `${sentence}\n${passwords}\n`;
}

async function remove(database: Database, email: string) {
  await removeStaff(database, email);
  const isEmpty = (await listStaff(database)).length === 0;
  const note = isEmpty ? 'No staff is left: the next start makes a first account again.\n' : '';
  return `${email} can no longer use the back office and is signed out.\n${note}`;
}

async function removeFactor(database: Database, email: string) {
  await removeStaffFactor(database, email);
  return `${email} signs in with the password alone now, and is signed out.\n`;
}

async function changePassword(database: Database, email: string, password: string | undefined) {
  const changed = await setStaffPassword(database, email, password);
  const shown =
    password === undefined ? `The password, shown this once: ${changed.password}\n` : '';
  return `The password of ${changed.email} is changed, and the account is signed out.\n${shown}`;
}

async function list(database: Database) {
  const staff = await listStaff(database);
  if (staff.length === 0) return 'There is no staff account.\n';
  const lines = staff.map(({ email, lastSignInAt }) => {
    const seen = lastSignInAt ? `last signed in ${lastSignInAt.toISOString()}` : 'never signed in';
    return `${email}  ${seen}`;
  });
  return `${lines.join('\n')}\n`;
}

/** The code of a driver's error where the server can't be reached or refuses the connection. */
function connectionFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|08|28|3D000)/.test(code) ? code : undefined;
}
