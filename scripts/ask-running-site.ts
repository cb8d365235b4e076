import type { Logger } from 'pino';
import { loadKeys } from '#backend/auth/keys.ts';
import type { Database } from '#backend/database/database.ts';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { type LocalCommand, LocalCommandError, sendLocalCommand } from '#server/local-command.ts';
import { openDatabase } from '#server/open-database.ts';
import { localUrl, type Settings } from '#server/settings.ts';

/** Opens the database, or returns the error if another process uses the embedded one. */
export function openUnlessInUse(
  { database }: Pick<Settings, 'database'>,
  logger: Logger,
): Promise<Database | FolderInUse> {
  return openDatabase(database, logger).catch((error) => {
    if (error instanceof FolderInUse) return error;
    throw error;
  });
}

/**
 * Sends a command to the site that uses the data folder.
 *
 * @returns its report
 * @throws LocalCommandError if no site answers at HOST and PORT, or the command failed
 */
export async function askRunningSite<Input extends Record<string, unknown>>(
  { host, port, dataDirectory }: Pick<Settings, 'host' | 'port' | 'dataDirectory'>,
  command: LocalCommand<Input>,
  input: Input,
  error: FolderInUse,
): Promise<string> {
  const siteUrl = localUrl(host, port);
  const report = await sendLocalCommand(siteUrl, command, await loadKeys(dataDirectory), input);
  if (report !== undefined) return report;
  throw new LocalCommandError(
    `${describeUse(error)}, which does not answer at ${siteUrl}. If it is the site, give this ` +
      'command the PORT and HOST that it was started with; otherwise try again in a moment.',
  );
}

/** Returns 'The data folder … is in use by process …', without the advice for a start. */
export function describeUse(error: FolderInUse): string {
  return error.message.split('. ')[0] ?? '';
}
