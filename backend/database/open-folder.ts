import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFileSystem } from '#backend/disk/sync-file-system.ts';
import { syncFolder } from '#backend/disk/sync-folder.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { LeanPGlite } from './lean-pglite.ts';
import { Progress } from './thread-messages.ts';

/** What makes commits last, and keeps memory and the log small. */
const settings = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=8MB',
  'min_wal_size=48MB',
  'max_wal_size=128MB',
];

/** PGlite's own start parameters without `-F` (no fsync), with our settings. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

/**
 * Opens a folder with PGlite on this thread, and makes the folder where it is missing.
 *
 * @param onSyncFailure called where the disk refuses a sync; must not return
 * @param onAbort called where PostgreSQL gives itself up; must not return
 * @param progress told when a sync begins and ends
 * @param wasmModule PostgreSQL's code from `compilePGlite`; compiled if left out
 * @throws Error where the disk does not sync
 */
export async function openFolder(
  directory: string,
  onSyncFailure: (error: unknown) => void,
  onAbort: (error: Error) => void,
  progress: Pick<Progress, 'suspend' | 'resume'> = new Progress(),
  wasmModule?: WebAssembly.Module,
): Promise<PGlite> {
  if (!existsSync(directory)) await createFolder(directory);
  const fileSystem = new DurableFileSystem(directory, onSyncFailure, onAbort, progress);
  // The folder is locked by now, so the file is one that a crash left behind.
  const lockFile = join(directory, 'postmaster.pid');
  if (existsSync(lockFile)) {
    // An empty one, as after a power cut, would keep PostgreSQL from starting.
    rmSync(lockFile);
    // Recovery syncs each file of the folder, as recovery_init_sync_method=fsync has it; its syncfs is
    // not compiled into PGlite.
    fileSystem.isOnDisk = syncFileSystem(directory);
  }
  const pgliteWasmModule = wasmModule ?? (await compilePGlite());
  const pglite = new LeanPGlite({ fs: fileSystem, startParams, pgliteWasmModule });
  await pglite.waitReady;
  fileSystem.isOnDisk = () => false;
  await proveDurability(pglite, fileSystem);
  return pglite;
}

/** Compiles PostgreSQL's code. What V8 translates while it runs belongs to the module and its copies. */
export async function compilePGlite(): Promise<WebAssembly.Module> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')));
}

/** Makes the folder aside and renames it once it is on disk, so that no half-made one is ever opened. */
async function createFolder(directory: string) {
  const aside = `${directory}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  const pglite = await PGlite.create({ fs: new NodeFS(aside) });
  await pglite.close();
  chmodSync(aside, 0o700);
  syncFolder(aside);
  renameSync(aside, directory);
  syncFolder(directory);
}

async function proveDurability(pglite: PGlite, fileSystem: DurableFileSystem) {
  const { rows } = await pglite.query<{ fsync: string }>('show fsync');
  const before = fileSystem.syncs;
  await pglite.exec(
    'create schema if not exists ridgeline; create table if not exists ridgeline.starts (at timestamptz); delete from ridgeline.starts; insert into ridgeline.starts values (now())',
  );
  if (rows[0]?.fsync === 'on' && fileSystem.syncs > before) return;
  await pglite.close();
  throw new Error(
    'The embedded database does not sync its commits to disk, so it could lose enquiries. ' +
      'It runs only with the exact version of @electric-sql/pglite in package.json.',
  );
}
