import { FilesUnavailable } from '#backend/storage/files.ts';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Returns true for errors of the disk or the network, whose message helps the operator. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}

export function toBackupError(error: unknown): unknown {
  if (!(error instanceof FilesUnavailable)) return error;
  return new BackupError('The image store (S3) is not responding properly. Try again later.', {
    cause: error,
  });
}
