import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Session } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { removeRestoringFolder, restoringFolder } from '#backend/database/folder-exchange.ts';
import { migrate } from '#backend/database/migrate.ts';
import { syncFolder } from '#backend/durable-file.ts';
import type { FileStore } from '#backend/storage/files.ts';
import type { Maintenance } from '#server/maintenance.ts';
import {
  loadSigningSecrets,
  replaceSigningSecrets,
  type SigningSecrets,
} from '#server/signing-secrets.ts';
import { BackupError } from './backup-error.ts';
import { type BackupSource, createBackup, measureBackup, requireFree } from './create-backup.ts';
import { removeSurplus } from './daily-backup.ts';
import { findMigrations, loadBackup } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { copyPresentState, readStaffEmails } from './present-state.ts';
import { createFileWriter, restoreInto, writeFiles } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** Part of the names of the backups that a restore makes of the data from just before. */
const beforeRestoreLabel = '-restore';
/** A stranger who restores several times doesn't remove the state before the first time. */
const keptBeforeRestore = { newest: 3, days: 30 };

type RestoreOptions = {
  /** The folder of the embedded database. */
  databaseDirectory: string;
  /** Where the backup of the current data goes. */
  directory: string;
  /** Who restores, for the audit log. */
  actor: { id: string; email: string };
  maintenance: Maintenance;
  /** What this process signs with. The restore replaces it, unless there is a FORM_SECRET. */
  secrets: SigningSecrets;
  formSecret: string | undefined;
  /** Milliseconds since 1970 by the database's clock. */
  now: () => number;
  /** Called with the restored database before it is in use, as at a start. */
  prepare: (restored: Database) => Promise<void>;
  /** Tells the staff of both states, once the backup is restored. */
  notify: (emails: string[], file: string) => void;
  logger: Logger;
};

export type Restoration = {
  /** The name of the backup of the state before. */
  before: string;
  /** How many enquiries, consents, drafts and reviews were erased again that staff had erased since the backup. */
  erasures: number;
};

/**
 * Replaces everything in the embedded database with a backup, while the site runs. The backup is loaded into a folder of its
 * own first. Then maintenance keeps requests and jobs out, the current data is backed up, and the folders are swapped. If
 * a step fails, the current data stays. Everyone is signed out; present-state.ts lists what stays as it is.
 *
 * @param path of the backup
 * @throws BackupError if the backup can't be restored, if space is missing, or someone writes in spite of maintenance
 */
export async function restoreRunning(
  source: BackupSource,
  path: string,
  {
    databaseDirectory,
    directory,
    actor,
    maintenance,
    secrets,
    formSecret,
    now,
    prepare,
    notify,
    logger,
  }: RestoreOptions,
): Promise<Restoration> {
  const { database, files, sets } = source;
  const temp = restoringFolder(databaseDirectory);
  const manifest = await verifyBackup(path);
  findMigrations(manifest, sets);
  const existingKeys = await listKeys(files);
  removeRestoringFolder(databaseDirectory);
  await requireSpace(source, manifest, existingKeys, databaseDirectory, directory);
  const writer = files ? createFileWriter(files, existingKeys) : undefined;
  const writeFile = writer?.writeFile ?? (async () => {});
  let isReplaced = false;
  try {
    const restored = await createEmbeddedDatabase({ directory: temp, isCopy: true, logger });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await restored.close();
      isOpen = false;
    };
    try {
      await restoreInto(path, manifest, {
        writeFile,
        loadRows: (lines) => loadBackup(restored, sets, manifest, lines, { retainSessions: false }),
      });
      await migrate(restored, sets);
      const restoredStaff = await requireStaff(restored);
      await prepare(restored);
      const newSecrets = await loadSigningSecrets(restored, formSecret);
      const resumeVacuum = database.pauseVacuum?.();
      const restoration = await maintenance
        .run(async () => {
          const lastWrite = await readLastWrite(database);
          const backup = await createBackup(source, directory, { label: beforeRestoreLabel });
          if (files && writer) await writeDeleted(path, manifest, files, existingKeys, writeFile);
          const staff = [...(await readStaffEmails(database)), ...restoredStaff];
          const erasures = await copyPresentState(database, restored, manifest.madeAt, logger);
          await recordRestore(restored, basename(path), actor);
          await close();
          syncFolder(temp);
          await database.replaceFolder?.(temp, (session) => requireNoWrite(session, lastWrite));
          isReplaced = true;
          replaceSigningSecrets(secrets, newSecrets, now());
          return { before: basename(backup.path), erasures, staff: [...new Set(staff)] };
        })
        .finally(resumeVacuum);
      const { before, erasures, staff } = restoration;
      const { newest, days } = keptBeforeRestore;
      await removeSurplus(directory, newest, before, beforeRestoreLabel, { days }).catch((error) =>
        logger.error({ error }, 'Old backup deletion failed'),
      );
      logger.warn({ file: basename(path), before, erasures }, 'Backup restored');
      notify(staff, basename(path));
      return { before, erasures };
    } finally {
      await close();
    }
  } catch (error) {
    if (!isReplaced) await writer?.removeWrittenFiles?.();
    throw error;
  } finally {
    removeRestoringFolder(databaseDirectory);
  }
}

async function listKeys(files: FileStore | undefined): Promise<Set<string>> {
  const keys = new Set<string>();
  if (files) for await (const { key } of files.list()) keys.add(key);
  return keys;
}

/** Writes files that existed at the beginning, and that were deleted while the rows were loaded. */
async function writeDeleted(
  path: string,
  manifest: Manifest,
  files: FileStore,
  existingKeys: Set<string>,
  writeFile: Parameters<typeof writeFiles>[2],
) {
  const keys = await listKeys(files);
  const deleted = manifest.files.filter(({ key }) => !keys.has(key));
  if (deleted.length === 0) return;
  for (const { key } of deleted) existingKeys.delete(key);
  await writeFiles(path, { ...manifest, files: deleted }, writeFile);
}

/** The rows take up to three times their text; a backup of the present state comes on top of them. */
async function requireSpace(
  source: BackupSource,
  { database, files }: Manifest,
  existingKeys: Set<string>,
  databaseDirectory: string,
  directory: string,
) {
  const missing = source.files ? files.filter(({ key }) => !existingKeys.has(key)) : [];
  const loaded = 3 * database.size + missing.reduce((sum, { size }) => sum + size, 0);
  const backup = await measureBackup(source);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const parent = dirname(databaseDirectory);
  const [{ dev }, { dev: backupDevice }] = await Promise.all([stat(parent), stat(directory)]);
  await requireFree(parent, 'a restore', dev === backupDevice ? loaded + backup : loaded);
  await requireFree(directory, 'the backup before a restore', backup);
}

/** Returns the addresses of the staff of a backup, without whom nobody could sign in. */
async function requireStaff(restored: Database): Promise<string[]> {
  const emails = await readStaffEmails(restored);
  if (emails.length > 0) return emails;
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

async function recordRestore(
  { owner }: Database,
  file: string,
  { id, email }: { id: string; email: string },
) {
  await sql`insert into public.audit_entries (actor_id, actor_email, table_name, record_name, action)
    values (${id}::uuid, ${email}, 'backups', ${file}, 'restore')`.execute(owner);
}
