import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The conditions of a run: only figures of the same conditions can be compared. */
export type Circumstances = {
  date: string;
  machine: { cpu: string; cores: number; memoryMB: number; kernel: string };
  versions: Record<string, string>;
  /** The measured commit, with a plus if files were changed since. */
  commit: string;
  /** The load average of the minute before the run: what else the machine did. */
  loadBefore: number;
  /** CPU time that the host of a virtual machine took during the run: repeat the run if it is more than some percent. */
  readonly stolenPercent: number;
};

/** Packages whose versions are part of each result. */
const measuredPackages = [
  'react-router',
  'react',
  'hono',
  '@electric-sql/pglite',
  'pg',
  '@supabase/supabase-js',
  '@supabase/lite',
  'sharp',
  'lighthouse',
];

/**
 * Reads the circumstances of a run that begins now.
 *
 * @param tools commands that print a version
 */
export function circumstances(tools: Record<string, string[]> = {}): Circumstances {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const all = { ...dependencies, ...devDependencies };
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of measuredPackages) versions[name] = all[name];
  for (const [name, command] of Object.entries(tools)) versions[name] = readVersion(command);
  const began = hostTimes();
  return {
    date: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryMB: Math.round(totalmem() / 1024 / 1024),
      kernel: release(),
    },
    versions,
    commit: commit(),
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
    get stolenPercent() {
      const { stolen, all } = hostTimes();
      return Number(((100 * (stolen - began.stolen)) / (all - began.all)).toFixed(1));
    },
  };
}

/** Writes a run's figures to bench/results/{name}.json and to standard output. */
export function report(name: string, figures: object) {
  const text = `${JSON.stringify(figures, null, 2)}\n`;
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(join('bench/results', `${name}.json`), text);
  process.stdout.write(text);
}

/** Reads a process's resident memory from /proc. */
export function processFigures(pid: number): { residentMB: number; peakMB: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    residentMB: Math.round(kilobytes('VmRSS') / 1024),
    peakMB: Math.round(kilobytes('VmHWM') / 1024),
  };
}

/** Processor time of a process with all its threads, in milliseconds (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
export function readProcessorMs(pid: number): number {
  const [, fields = ''] =
    /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

/** Hundredths of a second of all processors, from /proc/stat (https://man7.org/linux/man-pages/man5/proc_stat.5.html). */
function hostTimes(): { stolen: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, one) => sum + one, 0) };
}

function commit(): string {
  const ask = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    // Results don't count as changes.
    const changed = ask('status', '--porcelain', '--', '.', ':!bench/results') !== '';
    return ask('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown';
  }
}

function readVersion([command = '', ...args]: string[]): string {
  try {
    const output = execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
    return /[\d.]+\d/.exec(output)?.[0] ?? 'unknown';
  } catch (error) {
    // Some print their version and end with an error.
    const output = `${(error as { stdout?: string }).stdout ?? ''}`;
    return /[\d.]+\d/.exec(output)?.[0] ?? 'unknown';
  }
}

/** Waits until the CPUs have been idle for two seconds, at most two minutes. */
export async function untilIdle(): Promise<void> {
  let quiet = 0;
  for (let second = 0; second < 120 && quiet < 2; second += 1) {
    const before = processorTimes();
    await sleep(1000);
    const after = processorTimes();
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
    quiet = busy < 0.05 ? quiet + 1 : 0;
  }
}

function processorTimes() {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  return times.reduce((sum, one) => ({ idle: sum.idle + one.idle, all: sum.all + one.all }));
}

/** The middle value; the upper one of an even number, NaN of none. */
export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
