import type { Client } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';
import { type Confirmation, createConfirmForm, type Outcome, sendConfirmed } from './colleagues.ts';

// Calls of the website's own server (server/backup/staff-backups.ts), which hosted Supabase does not have.

export const backupsKey = ['backups'] as const;

const kinds = ['daily', 'staff', 'operator'] as const;

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
 * Asks the website's server for a backup, and returns the name of its file. One of the last ten minutes is taken instead.
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
  const { data } = await client.auth.getSession();
  return fetch(path, {
    method,
    headers: { Authorization: `Bearer ${data.session?.access_token}` },
  });
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

/** Writes a size as people say it, such as `5.1 MB`. */
export function describeSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.ceil(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
