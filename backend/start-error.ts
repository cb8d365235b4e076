/**
 * The process can't start, and the operator can fix it. The message names the file or setting, says
 * what is wrong with it, and what to do.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

type Remedy = (path: string) => string;

const full: Remedy = (path) =>
  `The disk with ${path} is full. Free some space on it, then start again.`;
const forbidden: Remedy = (path) =>
  `The process may not use ${path}: permission denied. Give the folder to the user that runs the site (chown), or set DATA_DIR to another one.`;

const remedies: Record<string, Remedy> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (path) =>
    `${path} is on a file system that is mounted read-only. Check the disk for errors, mount it writable, or set DATA_DIR to another folder.`,
  ENOTDIR: (path) =>
    `${path} leads through a file where a folder should be. Move that file away, or set DATA_DIR to another folder.`,
  EISDIR: (path) =>
    `${path} is a folder, but has to be a file. Move the folder away, or restore the file from a backup.`,
  EIO: (path) =>
    `The disk could not read or write ${path}. Check the disk, and restore a backup to another one if it is damaged.`,
  EMFILE: (path) =>
    `${path} could not be opened because too many files are open. Raise the limit (ulimit -n).`,
};

/**
 * Explains a file system error to the operator. Other errors are returned unchanged.
 *
 * @param path the path being opened, for errors that don't name one
 */
export function toFileStartError(error: unknown, path?: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError || !('code' in error)) return error;
  // Only errors of files and folders: EACCES can also mean a port.
  const named = 'path' in error && typeof error.path === 'string' ? error.path : path;
  const remedy = remedies[String(error.code)];
  return remedy && named ? new StartError(remedy(named), { cause: error }) : error;
}
