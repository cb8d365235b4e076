import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Client } from '#app/lib/client.ts';
import { type Keys, loadKeys, loadSharedKeys } from '#backend/auth/keys.ts';
import { pruneSessions } from '#backend/auth/sessions.ts';
import { ensureFirstStaff } from '#backend/auth/staff.ts';
import { type Backend, createBackend } from '#backend/backend.ts';
import { toNetwork } from '#backend/client-network.ts';
import type { Database } from '#backend/database/database.ts';
import { runForCustomer } from '#backend/database/requester.ts';
import { type CountHit, countInDatabase, countInMemory } from '#backend/limits.ts';
import { createMailSettings } from '#backend/mail/mail-settings.ts';
import { createSecretBox } from '#backend/mail/secret-box.ts';
import { toBackupError } from './backup/backup-error.ts';
import { createBackupRoute, createStaffBackupHandler } from './backup/backup-request.ts';
import { type BackupSource, readProgramVersion } from './backup/create-backup.ts';
import { createBackupJobs, type LastRun, readLastRun } from './backup/daily-backup.ts';
import { restoreRunning } from './backup/restore-running.ts';
import { createStaffBackups, type StaffRoute } from './backup/staff-backups.ts';
import { followDatabaseClock } from './database-clock.ts';
import type { DesignServer } from './images/design-server.ts';
import {
  reencodeUploads,
  removeUnusedUploads,
  setVisitorStorageLimit,
} from './images/visitor-uploads.ts';
import { hourly, type Job } from './jobs.ts';
import type { LocalRoute } from './local-command.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import { openDatabase, readMigrationSets } from './open-database.ts';
import { openFiles } from './open-files.ts';
import { createRetentionJobs } from './retention.ts';
import { seedOnce } from './seed.ts';
import type { Settings } from './settings.ts';
import {
  deriveSigningSecrets,
  loadSigningSecrets,
  type SigningSecrets,
} from './signing-secrets.ts';
import { createStaffCheck } from './staff-check.ts';
import { createStaffRoute } from './staff-command.ts';
import type { TableAccess } from './website.ts';

export type Services = {
  tables: TableAccess;
  backend: ((request: Request, ip: string) => Promise<Response>) | undefined;
  /** Null unless this start created it. */
  firstStaff: { email: string; password: string } | null;
  checkHealth: () => Promise<void>;
  /** Of a backend in this process. All sites have those of `createSiteJobs`. */
  jobs: Job[];
  /** None unless the database is embedded: commands open others themselves. */
  localCommands: LocalRoute[];
  /** Undefined on hosted Supabase, whose rows this process can't back up. */
  handleStaffBackup: ((request: Request, ip: string) => Promise<Response>) | undefined;
  /** Undefined on hosted Supabase. */
  staffBackups: StaffRoute[] | undefined;
  /** On while a restore replaces the database of this process. */
  maintenance: Maintenance;
  readLastBackup: (() => Promise<LastRun | undefined>) | undefined;
  countHit: CountHit;
  secrets: SigningSecrets;
  now: () => number;
  serviceClient: Client | undefined;
  countWaitingMails: (() => Promise<number>) | undefined;
  /** Calls the handler with each changed table, and without one if changes may have been missed. */
  watchChanges: (handler: (table?: string) => void) => Promise<void>;
  close: () => Promise<void>;
};

/** Notified by the trigger notify_change. */
const changesChannel = 'ridgeline_changes';

type LocalServices = Services & { database: Database; keys: Keys };

export async function runBackend(
  settings: Settings,
  siteUrl: string,
  logger: Logger,
  opened?: Database,
  getDesignImage?: DesignServer['drawForMail'],
): Promise<LocalServices> {
  const database = opened ?? (await openDatabase(settings.database, logger));
  let stopWatching = async () => {};
  try {
    const clock = await followDatabaseClock(database, logger);
    const keys =
      database.engine === 'server'
        ? await loadSharedKeys(database, settings.dataDirectory)
        : await loadKeys(settings.dataDirectory);
    const mailSettings = createMailSettings({
      database,
      box: createSecretBox(settings.secretsKey, settings.dataDirectory),
      environment: settings.mail,
      logger,
    });
    await setVisitorStorageLimit(database, settings.visitorStorageLimit);
    const { files, sweep, close: closeFiles } = await openFiles(settings);
    const backend = createBackend({
      database,
      keys,
      files,
      mailSettings,
      outboxDirectory: join(settings.dataDirectory, 'outbox'),
      siteUrl,
      requestsPerMinute: settings.requestsPerMinute,
      getDesignImage,
      logger,
    });
    const countHit = countInDatabase(database);
    const secrets = await loadSigningSecrets(database, settings.formSecret);
    await seedOnce(database, settings.seed, backend.serviceClient, logger);
    void sweep(database, logger);
    const firstStaff = await ensureFirstStaff(database, settings.firstStaff);
    const backupSource = {
      database,
      files,
      sets: await readMigrationSets(),
      version: readProgramVersion(),
    };
    const tables: TableAccess = {
      url: siteUrl,
      publishableKey: keys.publishableKey,
      fetchFor: (ip) => (input, init) => backend.fetchInternally(new Request(input, init), ip),
    };
    const refuseOthers = createStaffCheck(tables, logger);
    const { directory } = settings.backups;
    const maintenance = createMaintenance();
    const restore =
      settings.database.type === 'embedded'
        ? createRestore(backupSource, settings, settings.database.directory, {
            ...{ maintenance, secrets, now: clock.now, notify: backend.notifyOfRestore, logger },
          })
        : undefined;
    const countForProcess: CountHit = (key, limit) =>
      runForCustomer('', () => countHit(key, limit));
    return {
      database,
      keys,
      tables,
      backend: backend.fetch,
      firstStaff,
      countHit: countForProcess,
      secrets,
      now: clock.now,
      serviceClient: backend.serviceClient,
      jobs: [
        {
          name: 'outbox',
          schedule: '*/10 * * * * *',
          run: async (signal) => {
            const { sent, notSent } = await backend.sendDueMails(signal);
            if (sent > 0) logger.info({ sent, notSent }, 'Outbox emails sent');
          },
        },
        {
          name: 'unreferenced uploads',
          schedule: hourly,
          run: (signal) => removeUnusedUploads({ database, files, logger }, new Date(), signal),
        },
        {
          name: 'ended sessions',
          schedule: hourly,
          run: () => pruneSessions(database),
        },
        ...createRetentionJobs(backend.serviceClient, logger),
        ...createBackupJobs(backupSource, settings.backups, logger),
      ],
      localCommands:
        database.engine === 'embedded'
          ? [createBackupRoute(backupSource, keys), createStaffRoute(database, keys)]
          : [],
      handleStaffBackup: createStaffBackupHandler(backupSource, directory, refuseOthers, logger),
      staffBackups: createStaffBackups({
        ...{ source: backupSource, directory, refuseOthers, keys, countHit: countForProcess },
        confirmAsStaff: backend.confirmAsStaff,
        restore,
      }),
      maintenance,
      readLastBackup: () => readLastRun(database),
      checkHealth: async () => {
        await sql`select 1`.execute(database.owner);
      },
      countWaitingMails: async () => {
        const { rows } = await sql<{ count: string }>`
          select count(*) from private.outbox where status = 'waiting'`.execute(database.owner);
        return Number(rows[0]?.count);
      },
      watchChanges: async (handler) => {
        stopWatching = await database.listen(changesChannel, (table) =>
          handler(table || undefined),
        );
      },
      close: async () => {
        clock.stop();
        await stopWatching();
        await closeFiles();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** None on hosted Supabase or a PostgreSQL server, where other processes would keep stale data in memory. */
function createRestore(
  source: BackupSource,
  { backups: { directory }, visitorStorageLimit, formSecret }: Settings,
  databaseDirectory: string,
  {
    notify,
    logger,
    ...running
  }: Pick<Services, 'maintenance' | 'secrets' | 'now'> & {
    notify: Backend['notifyOfRestore'];
    logger: Logger;
  },
) {
  return async (path: string, actor: { id: string; email: string }) => {
    try {
      return await restoreRunning(source, path, {
        ...{ databaseDirectory, directory, actor, formSecret, logger, ...running },
        prepare: (restored) => setVisitorStorageLimit(restored, visitorStorageLimit),
        notify: (emails, file) => notify(emails, actor.email, file),
      });
    } catch (error) {
      logger.error({ error }, 'Restore failed, nothing changed');
      throw toBackupError(error);
    }
  };
}

export function connectToHosted(
  { url, publishableKey }: NonNullable<Settings['hosted']>,
  formSecret: string | undefined,
): Services {
  return {
    tables: {
      url,
      publishableKey,
      fetchFor: (ip) => reencodeUploads(fetch, ip && toNetwork(ip)),
    },
    backend: undefined,
    jobs: [],
    localCommands: [],
    handleStaffBackup: undefined,
    staffBackups: undefined,
    maintenance: createMaintenance(),
    readLastBackup: undefined,
    firstStaff: null,
    countHit: countInMemory(),
    // A database without a secret requires no signature. All processes sign with the same key.
    secrets: deriveSigningSecrets(formSecret ?? `unset ${publishableKey}`),
    now: Date.now,
    serviceClient: undefined,
    checkHealth: async () => {
      const response = await fetch(`${url}/rest/v1/business_settings?select=id&limit=1`, {
        headers: { apikey: publishableKey },
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`Hosted platform request failed with ${response.status}`);
    },
    countWaitingMails: undefined,
    watchChanges: async () => {},
    close: async () => {},
  };
}
