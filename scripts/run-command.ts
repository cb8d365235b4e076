import { resolve } from 'node:path';
import { StartError } from '#backend/start-error.ts';
import { BackupError } from '#server/backup/backup-error.ts';

/** The command line is not understood. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/**
 * Runs a command of the operator's: what it returns goes to standard output, and a fault that a
 * person can do something about is told in a sentence, with exit status 2 for a wrong command line
 * and 1 for anything else.
 */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    process.exitCode = error instanceof WrongUsage ? 2 : 1;
    process.stderr.write(`${sentenceOf(error)}\n`);
  }
}

/** A path as the person who typed it meant it: npm starts a script in the project's folder. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

function sentenceOf(error: unknown): string {
  const expected = [WrongUsage, BackupError, StartError];
  if (!(error instanceof Error)) throw error;
  if (expected.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|08|28|3D000)/.test(code)) {
    return `The database can't be reached (${code}): ${error.message}`;
  }
  if (/^E(NOSPC|ACCES|PERM|ROFS|NOTDIR|ISDIR|EXIST|DQUOT|IO)$/.test(code)) {
    return `The disk refused: ${error.message}`;
  }
  throw error;
}
