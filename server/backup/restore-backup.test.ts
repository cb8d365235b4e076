import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { openTestSource, type TestSource } from '#tests/support/backup-source.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const logger = pino({ level: 'silent' });
let root: string;
let source: TestSource;
let path: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-restore-'));
  source = await openTestSource();
  await sql`insert into private.mail_settings (host, port, security, user_name, password, sender_email)
    values ('smtp.mail.example', 465, 'tls', 'site', 'encrypted', 'site@sheds.example')`.execute(
    source.database.owner,
  );
  ({ path } = await createBackup(source, root));
});
afterAll(async () => {
  await source.database.close();
  rmSync(root, { recursive: true, force: true });
});

test.each([
  ['removes the mail server', false, { host: null, port: null, user_name: '', password: null }],
  ['retains it with the sessions', true, { host: 'smtp.mail.example', password: 'encrypted' }],
])('restoreBackup %s', async (_what, retainSessions, expected) => {
  const directory = join(root, `database-${retainSessions}`);
  await restoreBackup(path, {
    ...{ database: { type: 'embedded', directory }, files: undefined, sets: source.sets, logger },
    retainSessions,
  });
  const database = await createEmbeddedDatabase({ directory, logger });
  const { rows } = await sql<object>`select * from private.mail_settings`.execute(database.owner);
  await database.close();
  expect(rows).toMatchObject([{ ...expected, sender_email: 'site@sheds.example' }]);
});
