import { FilesUnavailable } from '#backend/storage/files.ts';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function toBackupError(error: unknown): unknown {
  if (!(error instanceof FilesUnavailable)) return error;
  return new BackupError(
    'The store of the pictures (S3) does not answer as it should. Try again later.',
    { cause: error },
  );
}
