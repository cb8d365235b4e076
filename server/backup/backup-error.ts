import { FilesUnavailable } from '#backend/storage/files.ts';

/** A backup, a restore or a move can't go on; the message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Converts the error of a file store (S3) that is unavailable; returns any other unchanged. */
export function toBackupError(error: unknown): unknown {
  if (!(error instanceof FilesUnavailable)) return error;
  return new BackupError(
    'The store of the pictures (S3) does not answer as it should. Try again later.',
    { cause: error },
  );
}
