import { expect, test } from 'vitest';
import { StartError } from '#backend/start-error.ts';
import type { Session } from './database.ts';
import { requireSupportedVersion, toServerStartError } from './database-start-errors.ts';

const url = 'postgres://owner:secret@db.example:5433/shop';
const explain = (message: string, code?: string) => {
  const fields = code?.length === 5 ? { code, severity: 'FATAL' } : { code };
  return toServerStartError(Object.assign(new Error(message), fields), url) as Error;
};

test.each([
  [
    '28P01',
    'password authentication failed',
    /^The database server db\.example:5433 rejected the user and password/,
  ],
  ['28000', 'no pg_hba.conf entry', /rejected the user and password in DATABASE_URL/],
  [
    '3D000',
    'database "shop" does not exist',
    /^The database shop in DATABASE_URL does not exist on db\.example:5433\. Create it/,
  ],
  [
    '42501',
    'permission denied to create role',
    /lacks a privilege .*permission denied to create role.* superuser/,
  ],
  [
    '53100',
    'could not extend file',
    /^The disk of the database server db\.example:5433 is full\. Free/,
  ],
  ['53300', 'too many clients already', /has no connections left .* Raise max_connections/],
  ['57P03', 'the database system is starting up', /can't be reached \(57P03\)/],
  [
    'ECONNREFUSED',
    'connect ECONNREFUSED',
    /can't be reached \(ECONNREFUSED\)\. Start it, or correct the host and port/,
  ],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND', /can't be reached \(ENOTFOUND\)/],
  [undefined, 'timeout exceeded when trying to connect', /can't be reached \(timeout exceeded/],
  [
    undefined,
    'The server does not support SSL connections',
    /encrypted connection .* failed .* Correct sslmode/,
  ],
])('%s %s becomes a sentence without the password', (code, message, sentence) => {
  const error = explain(message, code);
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('secret');
});

test('an error of a migration is returned as it is', () => {
  const error = explain('syntax error', '42601');
  expect(error).not.toBeInstanceOf(StartError);
  expect(error.message).toBe('syntax error');
});

test.each([
  [140_012, '14.12', true],
  [150_000, '15.0', false],
  [170_002, '17.2', false],
])('server_version_num %i is rejected: %s %s', async (number, version, isRejected) => {
  const query = async () => [{ number, version }];
  const session = { query, exec: async () => {} } as Session;
  const required = requireSupportedVersion({ session: (work) => work(session) });
  if (isRejected) await expect(required).rejects.toThrow(/runs PostgreSQL 14\.12, but 15 or newer/);
  else await required;
});
