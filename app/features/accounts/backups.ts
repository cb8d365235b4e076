import { type Client, getAuthorization } from '#app/lib/client.ts';
import { capitalize } from '#app/lib/text.ts';
import { z } from '#app/lib/zod.ts';
import { type Confirmation, createConfirmForm, type Outcome, sendConfirmed } from './colleagues.ts';
import { codeUnreachableMessage } from './mfa.ts';

// Calls of the website's own server (server/backup/staff-backups.ts), which hosted Supabase does not have.

export const backupsKey = ['backups'] as const;

const kinds = ['daily', 'staff', 'restore', 'operator'] as const;

const backup = z.object({
  file: z.string(),
  kind: z.enum(kinds),
  createdAt: z.string(),
  size: z.number(),
  problem: z.string().optional(),
});
const list = z.object({ backups: z.array(backup) });

export type Backup = z.infer<typeof backup>;

export const kindLabels: Record<Backup['kind'], string> = {
  daily: 'Daily',
  staff: 'Created here',
  restore: 'Before a restore',
  operator: 'Created on the server',
};

/** @throws Error if the server doesn't answer or refuses */
export async function readBackups(client: Client): Promise<Backup[]> {
  const response = await send(client, 'GET', '/hooks/staff-backups');
  if (!response.ok) throw new Error(`Backup list failed with ${response.status}`);
  return list.parse(await response.json()).backups;
}

/** The backup was not created; the message says why. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}

const created = z.object({ file: z.string().optional(), error: z.string().optional() });

/**
 * Asks the website's server for a backup, and returns the name of its file. A backup from the last ten minutes is reused.
 *
 * @throws BackupFailed if the server can't create one now
 */
export async function createBackup(client: Client): Promise<string> {
  const response = await send(client, 'POST', '/hooks/staff-backup');
  const answer: unknown = await response.json().catch(() => undefined);
  const { file, error } = created.safeParse(answer).data ?? {};
  if (response.ok && file) return file;
  throw new BackupFailed(error ?? 'Please try again in a moment.');
}

async function send(client: Client, method: 'GET' | 'POST', path: string): Promise<Response> {
  return fetch(path, { method, headers: await getAuthorization(client) });
}

/** The server has the same limit. */
const minPassphraseLength = 12;

/** @param hasMfa as createConfirmForm takes it */
export const createDownloadForm = (hasMfa: boolean) =>
  createConfirmForm(hasMfa)
    .extend({
      passphrase: z
        .string()
        .max(1024)
        .refine((text) => text === '' || text.length >= minPassphraseLength, {
          error: `Please enter at least ${minPassphraseLength} characters`,
        }),
      repeated: z.string(),
    })
    .refine(({ passphrase, repeated }) => passphrase === repeated, {
      path: ['repeated'],
      error: "The passphrases don't match",
    });

const ticket = z.object({ ticket: z.string() });

/** Permits one download within a minute. Never rejects. */
export const requestDownload = (
  client: Client,
  file: string,
  confirmation: Confirmation,
): Promise<Outcome<z.infer<typeof ticket>>> =>
  sendConfirmed(client, 'hooks/staff-backups/tickets', { file }, confirmation, ticket);

const contents = z.object({ rows: z.number(), newest: z.string().optional() });
const comparison = z.object({
  createdAt: z.string(),
  tables: z.array(z.object({ name: z.string(), now: contents, backup: contents })),
  /** How many records were erased since then, which a restore erases again. */
  erasures: z.number(),
  /** The command to run if the running site can't restore; null if it can. */
  command: z.string().nullable(),
});

export type Comparison = z.infer<typeof comparison>;

/**
 * Verifies a backup, and returns what restoring it would replace.
 *
 * @throws BackupFailed if it can't be restored
 */
export async function compareBackup(client: Client, file: string): Promise<Comparison> {
  const response = await send(client, 'GET', `/hooks/staff-backups/${file}`);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return comparison.parse(answer);
  const { message } = refused.safeParse(answer).data ?? {};
  throw new BackupFailed(message ?? "Couldn't check the backup. Please try again.");
}

const refused = z.object({ message: z.string() });

/** @param hasMfa as createConfirmForm takes it */
export const createRestoreForm = (hasMfa: boolean) =>
  createConfirmForm(hasMfa).extend({
    word: z.string().refine((word) => word === 'RESTORE', { error: 'Please type RESTORE' }),
  });

const restored = z.object({ before: z.string(), erasures: z.number() });

export type Restoration = z.infer<typeof restored>;

/** Restores a backup; the answer names the backup of the data from just before and counts repeated erasures. Never rejects. */
export async function restoreBackup(
  client: Client,
  file: string,
  { word, ...confirmation }: Confirmation & { word: string },
): Promise<Outcome<Restoration>> {
  const path = 'hooks/staff-backups/restore';
  const outcome = await sendConfirmed(client, path, { file, word }, confirmation, restored);
  return outcome.error === codeUnreachableMessage
    ? { error: 'We lost the connection. Reload the page to see whether the backup was restored.' }
    : outcome;
}

const tableLabels: Record<string, string> = {
  'auth.users': 'Accounts',
  'storage.objects': 'Images',
  'public.audit_entries': 'Activity log',
  'public.contact_submissions': 'Contact messages',
  'public.marketing_consents': 'News consents',
};

/** The label of a table, such as `Shed listings`. */
export const getTableLabel = (name: string): string =>
  tableLabels[name] ?? capitalize(name.replace(/^public\./, '').replaceAll('_', ' '));

/** Writes a size as people say it, such as `5.1 MB`. */
export function describeSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.ceil(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
