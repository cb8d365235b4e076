import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import { z } from 'zod';
import { confirmation } from '#backend/auth/confirmed-change.ts';
import { authError, errorResponse } from '#backend/auth/errors.ts';
import type { Keys } from '#backend/auth/keys.ts';
import { isStaffSession } from '#backend/auth/sessions.ts';
import type { ConfirmAsStaff } from '#backend/backend.ts';
import type { Database } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import { type CountHit, createConcurrencyLimit } from '#backend/limits.ts';
import { BodyTooLarge, readBytes } from '#backend/request-body.ts';
import { textError } from '#server/error-responses.ts';
import type { StaffCheck } from '#server/staff-check.ts';
import { createEncryption } from './age.ts';
import { BackupError, isSystemError } from './backup-error.ts';
import { compareBackup } from './compare-backup.ts';
import type { BackupSource } from './create-backup.ts';
import { isBackupName, listBackups } from './list-backups.ts';
import { countErasures } from './present-state.ts';
import type { Restoration } from './restore-running.ts';

// The backups of the server's folder, for the screen /admin/backups. A backup holds the data of all customers, so a
// download needs a password and a code: confirming it returns a ticket, with which the browser then posts a form, because
// fetch would hold the whole file in memory, and a navigation streams it to disk.

/** A request that staff send to the server itself. */
export type StaffRoute = {
  method: 'GET' | 'POST';
  path: string;
  /** True if the answer may take longer than the timeout of idle connections. */
  isSlow?: boolean;
  handle: (request: Request, ip: string) => Promise<Response>;
};

export const staffBackupsPath = '/hooks/staff-backups';

const ticketAudience = 'backup download';
const ticketSeconds = 60;
const ticketClaims = z.object({
  file: z.string().refine(isBackupName),
  sub: z.uuid(),
  session_id: z.uuid(),
  email: z.string(),
  jti: z.uuid(),
});

const minPassphraseLength = 12;
const maxPassphraseLength = 1024;
/** Requests have a few short fields. */
const maxBodyBytes = 16 * 1024;
const defaultBodyTimeoutMs = 10_000;

/** Deriving a key takes a lot of memory, and verifying a large backup a processor. */
const heavyLimit = { maxRunning: 1, maxQueued: 3 };

const file = z.string().max(100);
const fileConfirmation = confirmation.extend({ file });
const restoration = fileConfirmation.extend({ word: z.literal('RESTORE') });

type Dependencies = {
  source: BackupSource;
  directory: string;
  /** Replaces everything with the backup at this path. Undefined if the site has to stop for that. */
  restore?:
    | ((path: string, actor: { id: string; email: string }) => Promise<Restoration>)
    | undefined;
  refuseOthers: StaffCheck;
  confirmAsStaff: ConfirmAsStaff;
  keys: Pick<Keys, 'signing'>;
  countHit: CountHit;
  bodyTimeoutMs?: number;
};

/** Errors are answered `{code, message}`, as the auth service does, and those of the download as text. */
export function createStaffBackups(dependencies: Dependencies): StaffRoute[] {
  const { source, directory, refuseOthers, restore } = dependencies;
  const { bodyTimeoutMs = defaultBodyTimeoutMs } = dependencies;
  const heavyWork = createConcurrencyLimit(heavyLimit);
  const restoreOnce = restore && createRestoreHandler(dependencies, restore);
  return [
    {
      method: 'GET',
      path: staffBackupsPath,
      handle: async ({ headers }, ip) => {
        const refusal = await refuseOthers(headers.get('authorization') ?? undefined, ip);
        return refusal ?? json({ backups: await listBackups(directory) });
      },
    },
    {
      method: 'GET',
      path: `${staffBackupsPath}/:file`,
      isSlow: true,
      handle: async ({ url, headers }, ip) => {
        const refusal = await refuseOthers(headers.get('authorization') ?? undefined, ip);
        if (refusal) return refusal;
        const name = new URL(url).pathname.split('/').at(-1) ?? '';
        const compare = async () => {
          await using _ = await openBackup(directory, name);
          const path = join(directory, name);
          const comparison = await compareBackup(source, path).catch(throwAsConflict);
          const erasures = await countErasures(source.database, comparison.createdAt);
          const command = restore ? null : describeRestore(path);
          return json({ ...comparison, erasures, command });
        };
        return heavyWork.run('', compare).catch(answerHttpError(errorResponse));
      },
    },
    ...(restoreOnce
      ? [
          {
            method: 'POST' as const,
            path: `${staffBackupsPath}/restore`,
            isSlow: true,
            handle: (request: Request, ip: string) =>
              withBody(request, bodyTimeoutMs)
                .then((whole) => restoreOnce(whole, ip))
                .then(json)
                .catch(answerHttpError(errorResponse)),
          },
        ]
      : []),
    {
      method: 'POST',
      path: `${staffBackupsPath}/tickets`,
      handle: (request, ip) =>
        withBody(request, bodyTimeoutMs)
          .then((whole) => createTicket(dependencies, whole, ip))
          .then((ticket) => json({ ticket }))
          .catch(answerHttpError(errorResponse)),
    },
    {
      method: 'POST',
      path: `${staffBackupsPath}/download`,
      handle: (request) =>
        withBody(request, bodyTimeoutMs)
          .then((whole) => download(dependencies, heavyWork, whole))
          .catch(answerHttpError(({ status, message }) => textError(status, message))),
    },
  ];
}

const answerHttpError = (respond: (error: HttpError) => Response) => (error: unknown) => {
  if (error instanceof HttpError) return respond(error);
  throw error;
};

/** Throws what the operator can read in an HttpError 409. */
function throwAsConflict(error: unknown): never {
  if (error instanceof BackupError || isSystemError(error)) {
    throw new HttpError(409, 'backup_failed', error.message);
  }
  throw error;
}

/** Returns the command that restores a backup if the site has to stop for that. */
const describeRestore = (path: string) =>
  `DATABASE_URL=postgres://…/NEW_DATABASE DATA_DIR=/NEW_FOLDER npm run restore -- ${path}`;

/**
 * POST …/restore with `file`, `word`, `current_password` and `code`. During a restore others are refused before their
 * passwords are looked at, because that writes, and a write ends the restore. One that begins waits for those whose
 * passwords are being looked at, who are refused then.
 */
function createRestoreHandler(
  { directory, confirmAsStaff }: Dependencies,
  restore: NonNullable<Dependencies['restore']>,
): (request: Request, ip: string) => Promise<Restoration> {
  let isRunning = false;
  const confirming = new Set<Promise<unknown>>();
  const requireIdle = () => {
    if (!isRunning) return;
    throw new HttpError(
      409,
      'restore_running',
      "A backup is already being restored. Everyone has to sign in again when that's done.",
    );
  };
  return async (request, ip) => {
    requireIdle();
    const confirmed = confirmAsStaff(request, ip, restoration, 'backupRestorePerAccount');
    confirming.add(confirmed);
    const { user, body } = await confirmed.finally(() => confirming.delete(confirmed));
    requireIdle();
    isRunning = true;
    try {
      await Promise.allSettled(confirming);
      await using _ = await openBackup(directory, body.file);
      const actor = { id: user.id, email: user.email };
      return await restore(join(directory, body.file), actor).catch(throwAsConflict);
    } finally {
      isRunning = false;
    }
  };
}

/**
 * Returns the request with its whole body.
 *
 * @throws HttpError 408 if the body is slow, 413 if it is large
 */
async function withBody(request: Request, timeoutMs: number): Promise<Request> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new HttpError(408, 'request_timeout', 'The request took too long.')),
    timeoutMs,
  );
  try {
    const bytes = await Promise.race([readBytes(request, maxBodyBytes), late.promise]);
    const { url, method, headers } = request;
    return new Request(url, { method, headers, body: new Uint8Array(bytes) });
  } catch (error) {
    throw error instanceof BodyTooLarge ? authError('request_entity_too_large') : error;
  } finally {
    clearTimeout(timer);
  }
}

const json = (body: object) => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });

/**
 * POST …/tickets with `file`, `current_password` and `code`: permits one download within a minute, while the session is
 * open.
 */
async function createTicket(
  { directory, confirmAsStaff, keys: { signing } }: Dependencies,
  request: Request,
  ip: string,
): Promise<string> {
  const { signedIn, body } = await confirmAsStaff(
    request,
    ip,
    fileConfirmation,
    'backupDownloadPerAccount',
  );
  const { user, sessionId } = signedIn;
  await using _ = await openBackup(directory, body.file);
  return new SignJWT({ file: body.file, email: user.email, session_id: sessionId })
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid })
    .setAudience(ticketAudience)
    .setSubject(user.id)
    .setJti(randomUUID())
    .setExpirationTime(`${ticketSeconds} seconds`)
    .sign(signing.privateKey);
}

/** POST …/download, a form with `ticket` and `passphrase`, which may be empty: sends the file once. */
async function download(
  { directory, source, keys: { signing }, countHit }: Dependencies,
  heavyWork: ReturnType<typeof createConcurrencyLimit>,
  request: Request,
): Promise<Response> {
  const fields = new URLSearchParams(await request.text());
  const verified = await jwtVerify(fields.get('ticket') ?? '', signing.publicKey, {
    audience: ticketAudience,
    algorithms: ['ES256'],
  })
    .then(({ payload }) => ticketClaims.parse(payload))
    .catch(() => undefined);
  const expired = new HttpError(
    403,
    'expired',
    'This download has expired. Go back and start it again.',
  );
  if (!verified || !(await isStaffSession(source.database, verified.sub, verified.session_id))) {
    throw expired;
  }
  const passphrase = fields.get('passphrase') ?? '';
  if (passphrase && !isPassphrase(passphrase)) {
    const message = `The passphrase must have at least ${minPassphraseLength} characters.`;
    throw new HttpError(400, 'weak_passphrase', message);
  }
  const prepare = async () => {
    // All processes count, so that no other one sends it again.
    const limit = { hits: 1, seconds: 2 * ticketSeconds };
    if ((await countHit(`backup download:${verified.jti}`, limit)) > 0) throw expired;
    return passphrase ? createEncryption(passphrase) : undefined;
  };
  const handle = await openBackup(directory, verified.file);
  try {
    const { size } = await handle.stat();
    // A download that is refused because too many wait does not use up its ticket.
    const encryption = await (passphrase ? heavyWork.run('', prepare) : prepare());
    await recordDownload(source.database, verified, encryption !== undefined);
    const content = handle.createReadStream();
    const body = encryption ? Readable.from(encryption.encrypt(content)) : content;
    // A reader that leaves early closes the file.
    body.once('close', () => content.destroy());
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(encryption?.getSize(size) ?? size),
        'Content-Disposition': `attachment; filename="${verified.file}${encryption ? '.age' : ''}"`,
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const isPassphrase = ({ length }: string) =>
  length >= minPassphraseLength && length <= maxPassphraseLength;

/** @throws HttpError 404 */
async function openBackup(directory: string, name: string): Promise<FileHandle> {
  try {
    if (isBackupName(name)) return await open(join(directory, name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT') {
      throw new HttpError(409, 'backup_unreadable', `The server can't read the file (${code}).`);
    }
  }
  throw new HttpError(404, 'backup_not_found', 'This backup no longer exists. Reload the page.');
}

async function recordDownload(
  { owner }: Database,
  { sub, email, file: name }: z.infer<typeof ticketClaims>,
  encrypted: boolean,
): Promise<void> {
  await sql`insert into public.audit_entries
      (actor_id, actor_email, table_name, record_name, action, columns, after)
    values (${sub}::uuid, ${email}, 'backups', ${name}, 'update', '{encrypted}',
      jsonb_build_object('encrypted', ${encrypted}::boolean))`.execute(owner);
}
