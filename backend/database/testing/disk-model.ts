import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from './power-cut-rows.ts';
import type { DiskEvent } from './recording-disk.ts';

/** The unit in which the kernel writes a file back, in bytes. */
const pageSize = 4096;
/** The unit that a disk writes whole or not at all, in bytes. */
const sectorSize = 512;

type FileState = {
  folder: boolean;
  /** What a sync has brought to disk, and the size that goes with it. */
  durable: Map<number, Buffer>;
  durableSize: number;
  /** What has been written since: each page's later versions, and the later sizes. */
  pending: Map<number, Buffer[]>;
  sizes: number[];
};

type EntryChange =
  | { do: 'create'; path: string; file: FileState }
  | { do: 'rename'; path: string; to: string; file: FileState }
  | { do: 'remove'; path: string };

/**
 * A disk as events make it, which can be cut off from its power at any point. What it assumes:
 *
 * - A file's content is on disk up to its last fsync. Of each page of 4096 bytes written since, any
 *   version may be there: the one before, any in between, the last, or, in one of eight, a mix of
 *   the last two by sectors of 512 bytes. The size is any that the file has had since the sync,
 *   whichever pages survive; what is missing below it reads as zeros.
 * - Entries of folders, `ordered`: as journaling file systems have it (ext4, XFS, Btrfs), they come
 *   to disk in their order, and every fsync brings all before it; of the rest a prefix survives.
 * - Entries of folders, `loose`: as POSIX has it, an fsync of the folder brings its entries, one of
 *   a file brings its own entry (which Linux does), and of the rest each survives or is lost by itself.
 * - A disk that says that it has synced has synced. Disks that lie are not modelled.
 */
export class DiskModel {
  readonly #entries = new Map<string, FileState>();
  readonly #durableEntries = new Map<string, FileState>();
  #unsynced: EntryChange[] = [];
  readonly #open = new Map<number, { file: FileState; path: string }>();
  readonly #metadata: 'ordered' | 'loose';

  constructor(metadata: 'ordered' | 'loose') {
    this.#metadata = metadata;
  }

  /** Reads a folder of the real disk as synced. Paths begin with its name. */
  load(root: string, name: string): void {
    this.#add(name, emptyFile(true));
    for (const entry of readdirSync(join(root, name), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const file = emptyFile(entry.isDirectory());
      if (!file.folder) change(file, 0, readFileSync(path));
      settle(file);
      this.#add(path.slice(root.length + 1), file);
    }
  }

  apply(event: DiskEvent): void {
    switch (event.do) {
      case 'create':
        this.#change({ do: 'create', path: event.path, file: emptyFile(event.folder) });
        break;
      case 'open':
        this.#open.set(event.descriptor, { file: this.#at(event.path), path: event.path });
        break;
      case 'close':
        this.#open.delete(event.descriptor);
        break;
      case 'write': {
        const { file } = this.#opened(event.descriptor);
        change(file, event.at, Buffer.from(event.bytes, 'base64'));
        break;
      }
      case 'truncate':
        resize(this.#at(event.path), event.size);
        break;
      case 'truncate-open':
        resize(this.#opened(event.descriptor).file, event.size);
        break;
      case 'rename':
        this.#change({ ...event, file: this.#at(event.path) });
        break;
      case 'remove':
        this.#change({ do: 'remove', path: event.path });
        break;
      case 'fsync':
        this.#sync(this.#opened(event.descriptor));
        break;
      case 'sync':
        for (const file of this.#entries.values()) settle(file);
        for (const entry of this.#unsynced) applyTo(this.#durableEntries, entry);
        this.#unsynced = [];
    }
  }

  /** Writes the disk below `root` as it may lie there after the power was cut now. */
  cut(root: string, random: Random): void {
    const entries = new Map(this.#durableEntries);
    const survived =
      this.#metadata === 'ordered'
        ? this.#unsynced.slice(0, Math.floor(random() * (this.#unsynced.length + 1)))
        : this.#unsynced.filter(() => random() < 0.5);
    for (const entry of survived) applyTo(entries, entry);
    for (const [path, file] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // Without its folder an entry is lost, too.
      if (path.includes('/') && !entries.get(dirname(path))?.folder) entries.delete(path);
      else if (file.folder) mkdirSync(join(root, path), { mode: 0o700 });
      else writeFileSync(join(root, path), contentAfterCut(file, random), { mode: 0o600 });
    }
  }

  #add(path: string, file: FileState) {
    this.#entries.set(path, file);
    this.#durableEntries.set(path, file);
  }

  #change(entry: EntryChange) {
    applyTo(this.#entries, entry);
    this.#unsynced.push(entry);
  }

  #sync({ file, path }: { file: FileState; path: string }) {
    settle(file);
    const brought = (entry: EntryChange) => {
      if (this.#metadata === 'ordered') return true;
      if (file.folder) {
        return (
          dirname(entry.path) === path || (entry.do === 'rename' && dirname(entry.to) === path)
        );
      }
      return entry.do !== 'remove' && entry.file === file;
    };
    for (const entry of this.#unsynced.filter(brought)) applyTo(this.#durableEntries, entry);
    this.#unsynced = this.#unsynced.filter((entry) => !brought(entry));
  }

  #at(path: string): FileState {
    const file = this.#entries.get(path);
    if (!file) throw new Error(`The recording knows no ${path}`);
    return file;
  }

  #opened(descriptor: number) {
    const opened = this.#open.get(descriptor);
    if (!opened) throw new Error(`The recording knows no descriptor ${descriptor}`);
    return opened;
  }
}

function emptyFile(folder: boolean): FileState {
  return { folder, durable: new Map(), durableSize: 0, pending: new Map(), sizes: [] };
}

function applyTo(entries: Map<string, FileState>, entry: EntryChange) {
  if (entry.do === 'create') entries.set(entry.path, entry.file);
  if (entry.do === 'remove') entries.delete(entry.path);
  if (entry.do !== 'rename') return;
  if (!entry.file.folder) {
    if (entries.get(entry.path) === entry.file) entries.delete(entry.path);
    entries.set(entry.to, entry.file);
    return;
  }
  for (const [path, file] of [...entries]) {
    if (!`${path}/`.startsWith(`${entry.path}/`)) continue;
    entries.delete(path);
    entries.set(entry.to + path.slice(entry.path.length), file);
  }
}

function latest(file: FileState, page: number): Buffer {
  return file.pending.get(page)?.at(-1) ?? file.durable.get(page) ?? Buffer.alloc(pageSize);
}

function change(file: FileState, at: number, bytes: Buffer) {
  for (let done = 0; done < bytes.length; ) {
    const page = Math.floor((at + done) / pageSize);
    const inPage = (at + done) % pageSize;
    const version = Buffer.from(latest(file, page));
    done += bytes.copy(version, inPage, done, done + pageSize - inPage);
    file.pending.set(page, [...(file.pending.get(page) ?? []), version]);
  }
  const size = file.sizes.at(-1) ?? file.durableSize;
  if (at + bytes.length > size) file.sizes.push(at + bytes.length);
}

function resize(file: FileState, size: number) {
  const before = file.sizes.at(-1) ?? file.durableSize;
  for (let page = Math.floor(size / pageSize); page * pageSize < before; page += 1) {
    const version = Buffer.from(latest(file, page));
    version.fill(0, Math.max(0, size - page * pageSize));
    file.pending.set(page, [...(file.pending.get(page) ?? []), version]);
  }
  file.sizes.push(size);
}

function settle(file: FileState) {
  for (const [page, versions] of file.pending) {
    const last = versions.at(-1);
    if (last) file.durable.set(page, last);
  }
  file.durableSize = file.sizes.at(-1) ?? file.durableSize;
  file.pending.clear();
  file.sizes = [];
}

function contentAfterCut(file: FileState, random: Random): Buffer {
  const pick = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value;
  const content = Buffer.alloc(pick([file.durableSize, ...file.sizes]));
  for (const page of new Set([...file.durable.keys(), ...file.pending.keys()])) {
    const durable = file.durable.get(page) ?? Buffer.alloc(pageSize);
    const versions = [durable, ...(file.pending.get(page) ?? [])];
    const torn = versions.length > 1 && random() < 1 / 8;
    const bytes = torn ? tear(versions.slice(-2), random) : pick(versions);
    if (page * pageSize < content.length) bytes.copy(content, page * pageSize);
  }
  return content;
}

function tear([before, after]: Buffer[], random: Random): Buffer {
  const mixed = Buffer.from(before ?? []);
  for (let at = 0; at < pageSize; at += sectorSize) {
    if (random() < 0.5) after?.copy(mixed, at, at, at + sectorSize);
  }
  return mixed;
}
