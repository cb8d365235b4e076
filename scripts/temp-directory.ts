import { statfsSync } from 'node:fs';

const memoryDisk = '/dev/shm';
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Has this process and its children create temporary files in memory if there is room. Each test
 * copies a data folder of 40 MB, and databases sync every commit.
 */
export function setTempDirectory(): void {
  if (!process.env.TMPDIR && freeBytes(memoryDisk) >= minFreeBytes) process.env.TMPDIR = memoryDisk;
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
