import { spawnSync } from 'node:child_process';
import { fstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Syncs the file system of a folder with syncfs(2), by `sync -f` of GNU coreutils or BusyBox, since Node
 * has no call for it: one call instead of an fsync for each of thousands of files. Only this process may
 * change the folder meanwhile.
 *
 * @returns whether the file of a descriptor is on disk because it has not changed since; false for
 *   every file if the system is not Linux, has no such command, or it failed
 */
export function syncFileSystem(directory: string): (descriptor: number) => boolean {
  // A write, a truncation and a rename each change the ctime, which nothing can set.
  const changeTimes = new Map<bigint, bigint>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const { ino, ctimeNs } = statSync(join(directory, name), { bigint: true });
    changeTimes.set(ino, ctimeNs);
  }
  const isSynced =
    process.platform === 'linux' &&
    spawnSync('sync', ['-f', directory], { stdio: 'ignore' }).status === 0;
  return (descriptor) => {
    if (!isSynced) return false;
    const { ino, ctimeNs } = fstatSync(descriptor, { bigint: true });
    return changeTimes.get(ino) === ctimeNs;
  };
}
