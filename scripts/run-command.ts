import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#backend/start-error.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { LocalCommandError } from '#server/local-command.ts';

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type ErrorClass = new (...args: never[]) => Error;

/**
 * Runs a command and prints its result. Errors that the operator can fix are printed as a sentence,
 * with exit status 2 for an invalid command line and 1 for others.
 *
 * @param expected more classes of such errors
 */
export async function runCommand(
  work: () => Promise<string>,
  expected: ErrorClass[] = [],
): Promise<void> {
  try {
    process.stdout.write(`${(await work()).trimEnd()}\n`);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    process.stderr.write(`${explainError(error, expected)}\n`);
  }
}

/**
 * Parses the command line; `--help` is always an option.
 *
 * @throws UsageError that ends with the help
 */
export function parseCommand<const Config extends ParseArgsConfig>(config: Config, help: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

export const helpOption = { type: 'boolean', short: 'h', default: false } as const;

/**
 * Resolves a path from the folder where the operator typed the command, because npm changes to the
 * project's folder.
 */
export function resolveTypedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

function explainError(error: unknown, expected: ErrorClass[]): string {
  if (!(error instanceof Error)) throw error;
  const always = [UsageError, BackupError, StartError, LocalCommandError];
  if ([...always, ...expected].some((type) => error instanceof type)) {
    return error.message;
  }
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|08|28|3D000)/.test(code)) {
    return `The database can't be reached (${code}): ${error.message}`;
  }
  if (/^E(NOSPC|ACCES|PERM|ROFS|NOTDIR|ISDIR|EXIST|DQUOT|IO)$/.test(code)) {
    return `Disk error: ${error.message}`;
  }
  throw error;
}
