import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Client } from '#app/data/supabase-context.ts';
import { type Keys, loadKeys } from '#backend/auth/keys.ts';
import { loadSharedKeys } from '#backend/auth/shared-keys.ts';
import { ensureFirstStaff } from '#backend/auth/staff.ts';
import { createBackend } from '#backend/backend.ts';
import type { Database } from '#backend/database/database.ts';
import { createMailer } from '#backend/functions/mailer.ts';
import { type CountHit, countInDatabase, countInMemory } from '#backend/rate-limit.ts';
import { createBackupHandler } from './backup/backup-request.ts';
import { readProgramVersion } from './backup/create-backup.ts';
import { createBackupJobs, type LastRun, readLastRun } from './backup/daily-backup.ts';
import { followDatabaseClock } from './database-clock.ts';
import { hourly, type Job } from './jobs.ts';
import { openDatabase, readMigrationSets } from './open-database.ts';
import { openFiles } from './open-files.ts';
import { createRetentionJobs } from './retention.ts';
import { seedOnce } from './seed.ts';
import type { Settings } from './settings.ts';
import { loadFormSecret } from './spam/form-secret.ts';
import { removeOldVisitorImages } from './visitor-pictures.ts';
import { removeUnusedUploads, setVisitorStorageLimit } from './visitor-uploads.ts';
import type { TableAccess } from './website.ts';

/** The running parts behind the pages: the backend of this process, or the hosted platform. */
export type Services = {
  tables: TableAccess;
  /** The backend's entrance; undefined where the hosted platform takes its place. */
  backend: ((request: Request, address: string) => Promise<Response>) | undefined;
  /** The account that the first start has made, to be shown once; null at every later start. */
  firstStaff: { email: string; password: string } | null;
  checkHealth: () => Promise<void>;
  /** The work that this process repeats; none on the hosted platform. */
  jobs: Job[];
  /** Handles `npm run backup`; undefined if that opens the database itself, or the platform has it. */
  handleBackupRequest: ((request: Request) => Promise<Response>) | undefined;
  /** How the latest daily backup ended; undefined on the hosted platform, which makes its own. */
  readLastBackup: (() => Promise<LastRun | undefined>) | undefined;
  /** Counts what visitors send, for every process where they share a database. */
  countHit: CountHit;
  /** What the website's forms are signed with. */
  formSecret: string;
  /** Milliseconds since 1970 by the clock that the database has, where it can be asked. */
  now: () => number;
  /** A client that row-level security does not hold; undefined on the hosted platform, whose secret key the site never has. */
  serviceClient: Client | undefined;
  /** How many mails of the outbox have not gone; undefined on the hosted platform, which keeps them from the site. */
  countWaitingMails: (() => Promise<number>) | undefined;
  /**
   * Calls the handler with the name of each table that changes, whichever process changed it, and
   * without one where changes may have been missed.
   */
  watchChanges: (handler: (table?: string) => void) => Promise<void>;
  close: () => Promise<void>;
};

/** The channel that the trigger notify_change notifies. */
const changes = 'ridgeline_changes';

/**
 * Opens what the settings name: database, keys, pictures, mail, and the backend over them.
 *
 * @param siteUrl the website's address, for links in mails
 * @param database the one that the settings name, where it is open already; it is closed with the rest
 */
export async function openServices(
  settings: Settings,
  siteUrl: string,
  logger: Logger,
  database?: Database,
): Promise<Services> {
  return settings.hosted
    ? reachHosted(settings.hosted, settings.formSecret)
    : runBackend(settings, siteUrl, logger, database);
}

/** The services of a process that runs the backend itself, and what they stand on. */
export type LocalServices = Services & { database: Database; keys: Keys };

/** Like openServices, for settings that name no hosted platform. */
export async function runBackend(
  settings: Settings,
  siteUrl: string,
  logger: Logger,
  opened?: Database,
): Promise<LocalServices> {
  const database = opened ?? (await openDatabase(settings.database, logger));
  let stopWatching = async () => {};
  try {
    const clock = await followDatabaseClock(database, logger);
    const keys =
      database.engine === 'server'
        ? await loadSharedKeys(database, settings.dataDirectory)
        : await loadKeys(settings.dataDirectory);
    const mailer = createMailer({
      smtpUrl: settings.mail.smtpUrl,
      outboxDirectory: join(settings.dataDirectory, 'outbox'),
      from: settings.mail.from,
      logger,
    });
    await setVisitorStorageLimit(database, settings.visitorStorageLimit);
    const { files, sweep, close: closeFiles } = await openFiles(settings);
    const backend = createBackend({
      database,
      keys,
      files,
      mailer,
      mail: settings.mail,
      siteUrl,
      requestsPerMinute: settings.requestsPerMinute,
      logger,
    });
    const formSecret = await loadFormSecret(database, settings.formSecret);
    await seedOnce(database, settings.seed, backend.serviceClient, logger);
    void sweep(database, logger);
    const firstStaff = await ensureFirstStaff(database, settings.firstStaff);
    const backupSource = {
      database,
      files,
      sets: await readMigrationSets(),
      version: readProgramVersion(),
    };
    return {
      database,
      keys,
      tables: {
        url: siteUrl,
        publishableKey: keys.publishableKey,
        fetchFor: (ip) => (input, init) => backend.fetchInternally(new Request(input, init), ip),
      },
      backend: backend.fetch,
      firstStaff,
      countHit: countInDatabase(database),
      formSecret,
      now: clock.now,
      serviceClient: backend.serviceClient,
      jobs: [
        {
          name: 'outbox',
          schedule: '*/10 * * * * *',
          run: async (signal) => {
            const { sent, notSent } = await backend.sendDueMails(signal);
            if (sent > 0) logger.info({ sent, notSent }, 'Mails of the outbox sent');
          },
        },
        {
          name: 'unreferenced uploads',
          schedule: hourly,
          run: (signal) => removeUnusedUploads({ database, files, logger }, new Date(), signal),
        },
        {
          name: "sizes of visitors' images",
          schedule: hourly,
          run: () => removeOldVisitorImages(join(settings.dataDirectory, 'pictures'), new Date()),
        },
        ...createRetentionJobs(backend.serviceClient, logger),
        ...createBackupJobs(backupSource, settings.backups, logger),
      ],
      handleBackupRequest:
        database.engine === 'embedded' ? createBackupHandler(backupSource, keys) : undefined,
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
        stopWatching = await database.listen(changes, (table) => handler(table || undefined));
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

function reachHosted(
  { url, publishableKey }: { url: string; publishableKey: string },
  formSecret: string | undefined,
): Services {
  return {
    tables: { url, publishableKey, fetchFor: () => fetch },
    backend: undefined,
    jobs: [],
    handleBackupRequest: undefined,
    readLastBackup: undefined,
    firstStaff: null,
    countHit: countInMemory(),
    // Where the database has no secret it asks for no proof; tokens are signed with something then
    // that every process of the site knows.
    formSecret: formSecret ?? `unset ${publishableKey}`,
    now: Date.now,
    serviceClient: undefined,
    checkHealth: async () => {
      const response = await fetch(`${url}/rest/v1/business_settings?select=id&limit=1`, {
        headers: { apikey: publishableKey },
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The hosted platform answered ${response.status}`);
    },
    countWaitingMails: undefined,
    // The platform's own webhook tells: see app.ts.
    watchChanges: async () => {},
    close: async () => {},
  };
}
