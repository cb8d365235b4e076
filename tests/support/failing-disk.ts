import fs from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded (`--import`) into a process and its threads, it makes a disk that fails on demand: while
// the file named by FAILING_DISK exists, the calls that it lists fail on the paths that it names.

/** What fails: system calls by name, on paths that contain `under`, with a code like ENOSPC. */
export type Faults = { calls: ('write' | 'fsync')[]; under: string; code: 'ENOSPC' | 'EIO' };

const control = process.env.FAILING_DISK ?? '';

const { existsSync, readFileSync, readlinkSync, writeSync, fsyncSync } = fs;

function failWhereTold(call: 'write' | 'fsync', descriptor: number) {
  if (!existsSync(control)) return;
  const { calls, under, code } = JSON.parse(readFileSync(control, 'utf8')) as Faults;
  if (!calls.includes(call)) return;
  if (!readlinkSync(`/proc/self/fd/${descriptor}`).includes(under)) return;
  throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

const call = (original: unknown, self: unknown, args: unknown[]) =>
  Reflect.apply(original as (...args: unknown[]) => unknown, self, args);

fs.writeSync = ((descriptor: number, ...rest: unknown[]) => {
  failWhereTold('write', descriptor);
  return call(writeSync, fs, [descriptor, ...rest]);
}) as typeof fs.writeSync;

fs.fsyncSync = (descriptor) => {
  failWhereTold('fsync', descriptor);
  fsyncSync(descriptor);
};

// Handles of node:fs/promises share one prototype, which is to be had from a handle only.
const handle = await fsPromises.open('/dev/null');
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();
const { writeFile, sync } = prototype;
prototype.writeFile = async function (this: FileHandle, ...args: unknown[]) {
  failWhereTold('write', this.fd);
  await call(writeFile, this, args);
} as typeof writeFile;
prototype.sync = async function (this: FileHandle) {
  failWhereTold('fsync', this.fd);
  await call(sync, this, []);
};
syncBuiltinESMExports();
