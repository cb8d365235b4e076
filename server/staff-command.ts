import { z } from 'zod';
import type { Keys } from '#backend/auth/keys.ts';
import {
  addStaff,
  listStaff,
  removeStaff,
  removeStaffMfa,
  StaffError,
  setStaffPassword,
} from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { createLocalRoute, type LocalCommand, type LocalRoute } from './local-command.ts';

const input = z.object({
  name: z.enum(['list', 'add', 'remove', 'password', 'one-step']),
  /** Empty for `list`. */
  email: z.string(),
  /** By default a random one. */
  password: z.string().optional(),
});

/** What `npm run staff` does. */
export type StaffInput = z.infer<typeof input>;

export const staffCommandNames = input.shape.name.options;

export const staffCommand: LocalCommand<StaffInput> = {
  path: '/hooks/staff',
  input,
  noun: 'command',
};

/** The route for `npm run staff` while the site uses the database. */
export function createStaffRoute(database: Database, keys: Keys): LocalRoute {
  const isExpected = (error: unknown): error is StaffError => error instanceof StaffError;
  return createLocalRoute(
    staffCommand,
    keys,
    (given) => runStaffCommand(database, given),
    isExpected,
  );
}

/**
 * Runs a command of `npm run staff`.
 *
 * @returns what to print
 * @throws StaffError if it is invalid
 */
export async function runStaffCommand(
  database: Database,
  { name, email, password }: StaffInput,
): Promise<string> {
  if (name === 'add') return add(database, email, password);
  if (name === 'remove') return remove(database, email);
  if (name === 'one-step') return removeFactor(database, email);
  if (name === 'password') return changePassword(database, email, password);
  return list(database);
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
