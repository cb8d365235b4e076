import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

// Preloaded (`--import`) into a process and its threads, it records all changes to the folder
// RECORDED_FOLDER, or to `{folder}.new`, and to the files below, in its order, into the file named by
// RECORDING: one line of JSON for each event, bytes in base64. The lines are appended as they happen,
// so that events of several threads are in order.

/** An event; paths begin with the folder's name. A descriptor is replaced by the path it was opened with. */
export type DiskEvent =
  | { do: 'open'; descriptor: number; path: string }
  | { do: 'create'; path: string; folder: boolean }
  | { do: 'write'; descriptor: number; at: number; bytes: string }
  | { do: 'truncate'; path: string; size: number }
  | { do: 'truncate-open'; descriptor: number; size: number }
  | { do: 'rename'; path: string; to: string }
  | { do: 'remove'; path: string }
  | { do: 'fsync'; descriptor: number }
  /** Everything at once, syncfs(2). */
  | { do: 'sync'; path: string }
  | { do: 'close'; descriptor: number }
  /** Written by the program itself: what it has acknowledged as stored. */
  | { do: 'acknowledge'; what: string };

const folder = process.env.RECORDED_FOLDER ?? '';
const recording = process.env.RECORDING ?? '';
const original = { ...fs };
const log = recording ? original.openSync(recording, 'a') : -1;
const open = new Set<number>();

/** Appends an event. */
export function record(event: DiskEvent): void {
  original.writeSync(log, `${JSON.stringify(event)}\n`);
}

const inside = (path: unknown) =>
  typeof path === 'string' &&
  [`${folder}/`, `${folder}.new/`].some((watched) => `${path}/`.startsWith(watched));
const relative = (path: string) => path.slice(dirname(folder).length + 1);

fs.openSync = (path, flags, mode) => {
  const watched = inside(path);
  const existed = watched && original.existsSync(path);
  const descriptor = original.openSync(path, flags, mode);
  if (watched) {
    const name = relative(String(path));
    if (!existed) record({ do: 'create', path: name, folder: false });
    open.add(descriptor);
    record({ do: 'open', descriptor, path: name });
    const truncates = typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0;
    if (truncates) record({ do: 'truncate', path: name, size: 0 });
  }
  return descriptor;
};

fs.closeSync = (descriptor) => {
  if (open.delete(descriptor)) record({ do: 'close', descriptor });
  original.closeSync(descriptor);
};

fs.writeSync = ((
  descriptor: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  at: number,
) => {
  const written = original.writeSync(descriptor, bytes, offset, length, at);
  if (open.has(descriptor)) {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset + offset, written).toString('base64');
    record({ do: 'write', descriptor, at, bytes: part });
  }
  return written;
}) as typeof fs.writeSync;

// Creates empty files, possibly without openSync.
fs.writeFileSync = (path, data, options) => {
  if (!inside(path)) return original.writeFileSync(path, data, options);
  if (data !== '') throw new Error('Only empty files are written whole');
  const mode = typeof options === 'object' ? options?.mode : undefined;
  fs.closeSync(fs.openSync(path as string, fs.constants.O_CREAT | fs.constants.O_WRONLY, mode));
};

fs.mkdirSync = ((path: string, options: fs.MakeDirectoryOptions) => {
  const made = original.mkdirSync(path, options);
  if (inside(path)) record({ do: 'create', path: relative(path), folder: true });
  return made;
}) as typeof fs.mkdirSync;

fs.truncateSync = (path, size = 0) => {
  original.truncateSync(path, size);
  if (inside(path)) record({ do: 'truncate', path: relative(String(path)), size: size ?? 0 });
};

fs.ftruncateSync = (descriptor, size = 0) => {
  original.ftruncateSync(descriptor, size);
  if (open.has(descriptor)) record({ do: 'truncate-open', descriptor, size: size ?? 0 });
};

fs.renameSync = (from, to) => {
  original.renameSync(from, to);
  if (inside(from))
    record({ do: 'rename', path: relative(String(from)), to: relative(String(to)) });
};

fs.unlinkSync = (path) => {
  original.unlinkSync(path);
  if (inside(path)) record({ do: 'remove', path: relative(String(path)) });
};

fs.rmdirSync = (path) => {
  original.rmdirSync(path);
  if (inside(path)) record({ do: 'remove', path: relative(String(path)) });
};

fs.fsyncSync = (descriptor) => {
  original.fsyncSync(descriptor);
  if (open.has(descriptor)) record({ do: 'fsync', descriptor });
};

const { spawnSync } = childProcess;
childProcess.spawnSync = ((command: string, args: string[], options: object) => {
  const result = spawnSync(command, args, options);
  const [, path] = args;
  if (command === 'sync' && result.status === 0 && inside(path)) {
    record({ do: 'sync', path: relative(String(path)) });
  }
  return result;
}) as typeof childProcess.spawnSync;
syncBuiltinESMExports();
