import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTimeoutMs } from './timeouts.ts';

export type PostgresServer = {
  /** A folder that goes with the server. */
  directory: string;
  getDatabaseUrl: (database: string) => string;
  /** Has it end at once without a word or a sync of its own, as after a crash (immediate shutdown). */
  crash: () => Promise<void>;
  /** Starts it again on the same data and socket. */
  restart: () => Promise<void>;
  /** Ends it in order and removes its data. */
  stop: () => Promise<void>;
};

/** Without fsync a killed server still loses nothing: only the machine may not crash. */
const settings = ['listen_addresses=', 'max_connections=200', 'fsync=off', 'full_page_writes=off'];

/**
 * Starts a PostgreSQL server of its own on a socket in a temporary folder, as an ordinary user.
 *
 * @returns undefined where this machine has no server's programs
 */
export async function startPostgresServer(): Promise<PostgresServer | undefined> {
  const programs = findPostgresPrograms();
  if (!programs) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-postgres-'));
  const user = ordinaryUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8'],
    { ...user, cwd: directory, stdio: 'ignore' },
  );
  const start = async () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', directory, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: directory, stdio: 'ignore' },
    );
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    const until = performance.now() + startTimeoutMs;
    while (!answers()) {
      if (performance.now() > until || server.exitCode !== null) {
        server.kill('SIGKILL');
        throw new Error('PostgreSQL did not start');
      }
      await sleep(50);
    }
    return async (signal: 'SIGQUIT' | 'SIGINT') => {
      server.kill(signal);
      await exited;
    };
  };
  const getDatabaseUrl = (database: string) =>
    `postgres://owner@localhost/${database}?host=${encodeURIComponent(directory)}`;
  const answers = () =>
    spawnSync(join(programs, 'pg_isready'), ['-q', '-h', directory]).status === 0;
  let end = await start();
  return {
    directory,
    getDatabaseUrl,
    crash: () => end('SIGQUIT'),
    restart: async () => {
      end = await start();
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The folder of the newest PostgreSQL server on this machine. */
export function findPostgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

/** PostgreSQL refuses to run as root; a run as root starts it as another user. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const readId = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}
