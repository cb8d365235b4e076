import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Progress } from './thread-messages.ts';

type FileStream = { nfd?: number };
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: FileStream) => void } } };
type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/**
 * PGlite's file system with fsync, which it lacks: PostgreSQL would take a commit to be on disk that is
 * only in the kernel's cache.
 */
export class DurableFileSystem extends NodeFS {
  /** How many times PostgreSQL has had a file synced since the start. */
  syncs = 0;
  /** Whether a file is on disk and needs no sync. */
  isOnDisk: (descriptor: number) => boolean = () => false;
  readonly #onSyncFailure: (error: unknown) => void;
  readonly #onAbort: (error: Error) => void;
  readonly #progress: Pick<Progress, 'suspend' | 'resume'>;

  /**
   * @param directory the database's folder, absolute
   * @param onSyncFailure called if a sync fails; it must end the process, because it is not known then
   *   which pages reached the disk
   * @param onAbort called if PostgreSQL aborts, as when its log can't be written; it must not return,
   *   because PGlite would call into the dead module for ever
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
