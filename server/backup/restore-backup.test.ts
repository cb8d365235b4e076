import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { openTestSource } from '#tests/support/backup-source.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const logger = pino({ level: 'silent' });

test('restoreBackup removes the mail server, unless the site moves with its sessions', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-restore-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const source = await openTestSource();
  onTestFinished(() => source.database.close());
  await sql`insert into private.mail_settings (host, port, security, user_name, password, sender_email)
    values ('smtp.mail.example', 465, 'tls', 'site', 'encrypted', 'site@sheds.example')`.execute(
    source.database.owner,
  );
  const { path } = await createBackup(source, root);
  const restore = async (retainSessions: boolean) => {
    const directory = join(root, `database-${retainSessions}`);
    const { sets } = source;
    await restoreBackup(path, {
      ...{ database: { type: 'embedded', directory }, files: undefined, sets, logger },
      retainSessions,
    });
    const database = await createEmbeddedDatabase({ directory, logger });
    const { rows } = await sql<object>`
      select host, port, security, user_name, password, sender_email from private.mail_settings`.execute(
      database.owner,
    );
    await database.close();
    return rows;
  };
  const none = { host: null, port: null, security: null, user_name: '', password: null };
  expect(await restore(false)).toEqual([{ ...none, sender_email: 'site@sheds.example' }]);
  expect(await restore(true)).toMatchObject([{ host: 'smtp.mail.example', password: 'encrypted' }]);
});
