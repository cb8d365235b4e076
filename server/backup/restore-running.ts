import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Session } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { migrate } from '#backend/database/migrate.ts';
import { syncFolder } from '#backend/durable-file.ts';
import type { Maintenance } from '#server/maintenance.ts';
import { BackupError } from './backup-error.ts';
import { type BackupSource, createBackup } from './create-backup.ts';
import { removeSurplus } from './daily-backup.ts';
import { findMigrations, loadBackup } from './load-backup.ts';
import { createFileWriter, removeTempFolder, restoreInto } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** Part of the names of the backups that a restore makes of the data from just before. */
const beforeRestoreLabel = '-restore';
const keptBeforeRestore = 3;

type RestoreOptions = {
  /** The folder of the embedded database. */
  databaseDirectory: string;
  /** Where the backup of the current data goes. */
  directory: string;
  /** Who restores, for the audit log. */
  actor: { id: string; email: string };
  maintenance: Maintenance;
  /** Called with the restored database before it is in use, as at a start. */
  prepare: (restored: Database) => Promise<void>;
  logger: Logger;
};

/**
 * Replaces everything in the embedded database with a backup, while the site runs. The backup is loaded into a folder of its
 * own first. Then maintenance keeps requests and jobs out, the current data is backed up, and the folders are swapped. If
 * a step fails, the current data stays. Everyone is signed out; emails and reminders that were sent or deleted
 * since the backup are not sent again.
 *
 * @param path of the backup
 * @returns the name of the backup of the data from just before
 * @throws BackupError if the backup can't be restored, or someone writes in spite of maintenance
 */
export async function restoreRunning(
  source: BackupSource,
  path: string,
  { databaseDirectory, directory, actor, maintenance, prepare, logger }: RestoreOptions,
): Promise<string> {
  const { database, files, sets } = source;
  const temp = `${databaseDirectory}.restoring`;
  const manifest = await verifyBackup(path);
  findMigrations(manifest, sets);
  const existingKeys = new Set<string>();
  if (files) for await (const { key } of files.list()) existingKeys.add(key);
  const writer = files
    ? createFileWriter(files, existingKeys)
    : { writeFile: async () => {}, removeWrittenFiles: async () => {} };
  removeTempFolder(temp);
  try {
    const restored = await createEmbeddedDatabase({ directory: temp, logger });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await restored.close();
      isOpen = false;
    };
    try {
      await restoreInto(path, manifest, {
        ...writer,
        loadRows: (lines) => loadBackup(restored, sets, manifest, lines, { retainSessions: false }),
      });
      await migrate(restored, sets);
      await requireStaff(restored);
      await prepare(restored);
      const before = await maintenance.run(async () => {
        const lastWrite = await readLastWrite(database);
        const backup = await createBackup(source, directory, { label: beforeRestoreLabel });
        await copySigningSecrets(database, restored);
        await copyMailStates(database, restored);
        await copyReminderStates(database, restored);
        await recordRestore(restored, basename(path), actor);
        await close();
        syncFolder(temp);
        await database.replaceFolder?.(temp, (session) => requireNoWrite(session, lastWrite));
        return basename(backup.path);
      });
      await removeSurplus(directory, keptBeforeRestore, before, beforeRestoreLabel).catch((error) =>
        logger.error({ error }, 'Old backup deletion failed'),
      );
      logger.warn({ file: basename(path), before }, 'Backup restored');
      return before;
    } finally {
      await close();
    }
  } catch (error) {
    await writer.removeWrittenFiles?.();
    throw error;
  } finally {
    removeTempFolder(temp);
  }
}

async function requireStaff({ owner }: Database) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public.staff join auth.users on id = user_id`.execute(
    owner,
  );
  if ((rows[0]?.count ?? 0) > 0) return;
  throw new BackupError(
    'This backup has no staff accounts, so nobody could sign in. Nothing was changed.',
  );
}

const lastWriteQuery = 'select pg_snapshot_xmax(pg_current_snapshot())::text as id';

/** The next transaction id, which each transaction that writes takes. */
async function readLastWrite({ session }: Database): Promise<string | undefined> {
  return session(async ({ query }) => (await query<{ id: string }>(lastWriteQuery))[0]?.id);
}

/** A request that began before maintenance may have written after the current data was backed up. */
async function requireNoWrite({ query }: Session, lastWrite: string | undefined) {
  const [now] = await query<{ id: string }>(lastWriteQuery);
  if (now?.id === lastWrite) return;
  throw new BackupError(
    'Someone saved a change during the restore, so we stopped it. Your data is as it was. Please try again.',
  );
}

/** Backups have no secrets. The process has these in memory and keeps signing with them. */
async function copySigningSecrets(from: Database, to: Database) {
  const { rows } = await sql<{ secrets: string }>`
    select coalesce(json_agg(stored), '[]')::text as secrets from private.signing_secrets as stored`.execute(
    from.owner,
  );
  await sql`insert into private.signing_secrets
    select * from json_populate_recordset(null::private.signing_secrets, ${rows[0]?.secrets}::json)`.execute(
    to.owner,
  );
}

/**
 * Copies how far each email that waits in the backup got since. An email that is missing now was sent, or its enquiry was
 * deleted.
 */
async function copyMailStates(from: Database, to: Database) {
  const { rows: waiting } = await sql<{ ids: string }>`
    select coalesce(json_agg(id), '[]')::text as ids from private.outbox where status = 'waiting'`.execute(
    to.owner,
  );
  const { rows } = await sql<{ mails: string }>`
    select coalesce(json_agg(mail), '[]')::text as mails from private.outbox as mail
    where id::text in (select json_array_elements_text(${waiting[0]?.ids}::json))`.execute(
    from.owner,
  );
  await sql`update private.outbox as mail set
      status = coalesce(current.status, 'sent'), attempts = coalesce(current.attempts, mail.attempts),
      queued_at = coalesce(current.queued_at, mail.queued_at),
      backoff_seconds = coalesce(current.backoff_seconds, mail.backoff_seconds),
      lease = current.lease, leased_at = current.leased_at, lease_seconds = current.lease_seconds,
      attempted_at = current.attempted_at, reason = current.reason, detail = current.detail,
      sent_at = current.sent_at
    from private.outbox as waiting
      left join json_populate_recordset(null::private.outbox, ${rows[0]?.mails}::json) as current on current.id = waiting.id
    where mail.id = waiting.id and waiting.status = 'waiting'`.execute(to.owner);
}

/** A reminder that was queued or cancelled since the backup is not due again. */
async function copyReminderStates(from: Database, to: Database) {
  const { rows } = await sql<{ reminders: string }>`
    select coalesce(json_agg(reminder), '[]')::text as reminders from (
      select id, status, queued_at from public.quote_reminders where status <> 'waiting') as reminder`.execute(
    from.owner,
  );
  await to.owner.transaction().execute(async (transaction) => {
    // Without triggers, which would enter it in the audit log.
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`update public.quote_reminders as reminder
      set status = current.status, queued_at = current.queued_at
      from json_to_recordset(${rows[0]?.reminders}::json) as current (id uuid, status text, queued_at timestamptz)
      where reminder.id = current.id and reminder.status = 'waiting'`.execute(transaction);
  });
}

async function recordRestore(
  { owner }: Database,
  file: string,
  { id, email }: { id: string; email: string },
) {
  await sql`insert into public.audit_entries (actor_id, actor_email, table_name, record_name, action)
    values (${id}::uuid, ${email}, 'backups', ${file}, 'restore')`.execute(owner);
}
