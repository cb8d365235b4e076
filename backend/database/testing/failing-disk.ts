import fs from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded (`--import`) into a process and its threads, it makes a disk that fails on demand: while
// the file named by FAILING_DISK exists, the calls that it lists fail on the paths that it names.

/**
 * What fails: system calls by name, on paths that contain `under`, with a code like ENOSPC. `open` is
 * every call that would change a folder: opening for writing, mkdir, rename, rm.
 */
export type Faults = {
  calls: ('write' | 'fsync' | 'open')[];
  under: string;
  code: 'ENOSPC' | 'EIO' | 'EROFS';
};

const control = process.env.FAILING_DISK ?? '';

const { existsSync, readFileSync, readlinkSync, writeSync, fsyncSync } = fs;

function failIfRequested(call: 'write' | 'fsync', descriptor: number) {
  if (!existsSync(control)) return;
  const { calls, under, code } = JSON.parse(readFileSync(control, 'utf8')) as Faults;
  if (!calls.includes(call)) return;
  if (!readlinkSync(`/proc/self/fd/${descriptor}`).includes(under)) return;
  throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

function failOpenIfRequested(path: unknown, flags: unknown) {
  if (!existsSync(control)) return;
  const { calls, under, code } = JSON.parse(readFileSync(control, 'utf8')) as Faults;
  const isReading = typeof flags === 'number' ? (flags & 3) === 0 : flags === 'r';
  if (!calls.includes('open') || isReading || !String(path).includes(under)) return;
  throw Object.assign(new Error(`${code}: injected, open '${path}'`), { code, syscall: 'open' });
}

const call = (original: unknown, self: unknown, args: unknown[]) =>
  Reflect.apply(original as (...args: unknown[]) => unknown, self, args);

fs.writeSync = ((descriptor: number, ...rest: unknown[]) => {
  failIfRequested('write', descriptor);
  return call(writeSync, fs, [descriptor, ...rest]);
}) as typeof fs.writeSync;

fs.fsyncSync = (descriptor) => {
  failIfRequested('fsync', descriptor);
  fsyncSync(descriptor);
};

const { openSync } = fs;
fs.openSync = (path, flags, mode) => {
  failOpenIfRequested(path, flags);
  return openSync(path, flags, mode);
};
for (const name of ['mkdirSync', 'renameSync', 'rmSync', 'unlinkSync', 'ftruncateSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  fs[name] = ((path: unknown, ...rest: unknown[]) => {
    failOpenIfRequested(
      typeof path === 'number' ? readlinkSync(`/proc/self/fd/${path}`) : path,
      'w',
    );
    return call(original, fs, [path, ...rest]);
  }) as never;
}
const { open } = fsPromises;
fsPromises.open = (async (path: string, flags: string | number = 'r', mode?: number) => {
  failOpenIfRequested(path, flags);
  return open(path, flags, mode);
}) as typeof open;
for (const name of ['mkdir', 'rename', 'rm'] as const) {
  const original = fsPromises[name] as (...args: unknown[]) => Promise<unknown>;
  fsPromises[name] = (async (path: unknown, ...rest: unknown[]) => {
    failOpenIfRequested(path, 'w');
    return call(original, fsPromises, [path, ...rest]);
  }) as never;
}

// Handles of node:fs/promises share one prototype, which only a handle leads to.
const handle = await fsPromises.open('/dev/null');
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();
const { writeFile, sync } = prototype;
prototype.writeFile = async function (this: FileHandle, ...args: unknown[]) {
  failIfRequested('write', this.fd);
  await call(writeFile, this, args);
} as typeof writeFile;
prototype.sync = async function (this: FileHandle) {
  failIfRequested('fsync', this.fd);
  await call(sync, this, []);
};
syncBuiltinESMExports();
