import { FilesUnavailable } from '#backend/storage/files.ts';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function toBackupError(error: unknown): unknown {
  if (!(error instanceof FilesUnavailable)) return error;
  return new BackupError('The image store (S3) is not responding properly. Try again later.', {
    cause: error,
  });
}
