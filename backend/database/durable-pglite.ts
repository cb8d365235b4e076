import { chmodSync, existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFileSystem, syncFolder } from '#backend/durable-file.ts';
import { Progress } from './thread-messages.ts';

/** Durable commits, little memory and a small log. */
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
 * Opens a folder with PGlite on this thread, and creates the folder if it is missing.
 *
 * @param onSyncFailure called if a sync fails; must not return
 * @param onAbort called if PostgreSQL aborts; must not return
 * @param progress suspended during each sync
 * @param wasmModule PostgreSQL's code from `compilePGlite`; compiled if left out
 * @throws Error if commits are not synced
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
  // The folder is locked by now, so a crash left this file behind.
  const lockFile = join(directory, 'postmaster.pid');
  if (existsSync(lockFile)) {
    // PostgreSQL would not start with an empty one, which a power cut can leave.
    rmSync(lockFile);
    // Recovery syncs each file of the folder, as recovery_init_sync_method=fsync has it; its syncfs is
    // not compiled into PGlite.
    fileSystem.isOnDisk = syncFileSystem(directory);
  }
  const pgliteWasmModule = wasmModule ?? (await compilePGlite());
  const pglite = new PGliteWithoutParserTierUp({ fs: fileSystem, startParams, pgliteWasmModule });
  await pglite.waitReady;
  fileSystem.isOnDisk = () => false;
  await requireDurability(pglite, fileSystem);
  return pglite;
}

/**
 * A PGlite whose SQL parser V8 never optimizes. That one function is 105 kB of WebAssembly: after
 * some dozens of statements V8 would spend two seconds of a processor and 600 MB on it. A function
 * compiled while this flag names another one never counts calls towards optimization. Functions are
 * compiled when first called, and the empty statement calls the parser first.
 */
class PGliteWithoutParserTierUp extends PGlite {
  /** PGlite's own first statement comes after this. */
  override async _initArrayTypes(options?: { force?: boolean }) {
    if (!options?.force) {
      setFlagsFromString('--wasm-tier-up-filter=0');
      try {
        await this.exec('');
      } finally {
        setFlagsFromString('--wasm-tier-up-filter=-1');
      }
    }
    await super._initArrayTypes(options);
  }
}

/** Compiles PostgreSQL's code. Copies of the module share what V8 translates while it runs. */
export async function compilePGlite(): Promise<WebAssembly.Module> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')));
}

/**
 * Creates the folder under a temporary name and renames it once it is on disk, so that an
 * incomplete folder is never opened.
 */
async function createFolder(directory: string) {
  const temporary = `${directory}.new`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  const pglite = await PGlite.create({ fs: new NodeFS(temporary) });
  await pglite.close();
  chmodSync(temporary, 0o700);
  syncFolder(temporary);
  renameSync(temporary, directory);
  syncFolder(directory);
}

async function requireDurability(pglite: PGlite, fileSystem: DurableFileSystem) {
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

type FileStream = { nfd?: number };
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: FileStream) => void } } };
type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/**
 * Adds fsync to PGlite's file system. Without it, PostgreSQL would consider a commit durable that
 * is only in the kernel's cache.
 */
export class DurableFileSystem extends NodeFS {
  /** The number of files synced since the start. */
  syncs = 0;
  /** Whether a file is on disk and needs no sync. */
  isOnDisk: (descriptor: number) => boolean = () => false;
  readonly #onSyncFailure: (error: unknown) => void;
  readonly #onAbort: (error: Error) => void;
  readonly #progress: Pick<Progress, 'suspend' | 'resume'>;

  /**
   * @param directory the database's folder, absolute
   * @param onSyncFailure called if a sync fails; it must end the process, because nobody knows
   *   which pages reached the disk
   * @param onAbort called if PostgreSQL aborts, as when its log can't be written; it must not
   *   return, because PGlite would call into the dead module for ever
   * @param progress suspended during each sync, which no statement's time limit includes
   */
  constructor(
    directory: string,
    onSyncFailure: (error: unknown) => void,
    onAbort: (error: Error) => void,
    progress: Pick<Progress, 'suspend' | 'resume'>,
  ) {
    super(directory);
    this.#onSyncFailure = onSyncFailure;
    this.#onAbort = onAbort;
    this.#progress = progress;
  }

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const prepared = await super.init(pglite, options);
    const installSync = (module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => this.#sync(stream);
    };
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), installSync];
    prepared.emscriptenOpts.onAbort = (what: unknown) =>
      this.#onAbort(new Error(`PostgreSQL has aborted (${what})`));
    return prepared;
  }

  #sync(stream: FileStream) {
    if (stream.nfd === undefined) return;
    this.#progress.suspend();
    try {
      if (this.isOnDisk(stream.nfd)) return;
      fsyncSync(stream.nfd);
      this.syncs += 1;
    } catch (error) {
      this.#onSyncFailure(error);
      throw error;
    } finally {
      this.#progress.resume();
    }
  }
}
