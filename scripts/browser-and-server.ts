import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const headlessShell = '/usr/bin/chromium-headless-shell';

/** In order of preference. The headless shell takes a quarter less time in browser tests. */
const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Finds the machine's Chromium; undefined lets Playwright use its own. */
export function findChromium(): string | undefined {
  return chromiumPaths.find((path) => path && existsSync(path));
}

const postgresDirectory = '/usr/lib/postgresql';
/** A typeface with the metrics of Arial, which the public pages' fallback fonts are adjusted to. */
const liberationFonts = '/usr/share/fonts/truetype/liberation';

/**
 * Installs Chromium, Liberation fonts and PostgreSQL with plpgsql_check for the tests if they are
 * missing: Debian's packages as root on Debian, Playwright's own browser elsewhere.
 */
export function installBrowserAndServer(): void {
  const onDebianAsRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (onDebianAsRoot) {
    install([
      ...(process.env.CHROMIUM_PATH || existsSync(headlessShell)
        ? []
        : ['chromium-headless-shell']),
      ...(existsSync(liberationFonts) ? [] : ['fonts-liberation']),
      ...(existsSync(postgresDirectory) ? [] : ['postgresql']),
    ]);
    // The package's name contains the server's version.
    install(
      (existsSync(postgresDirectory) ? readdirSync(postgresDirectory) : [])
        .filter((version) => !existsSync(`${postgresDirectory}/${version}/lib/plpgsql_check.so`))
        .map((version) => `postgresql-${version}-plpgsql-check`),
    );
  }
  if (!findChromium()) run('playwright', ['install', 'chromium']);
}

function install(packages: string[]) {
  if (packages.length === 0) return;
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]);
}

function run(command: string, args: string[]) {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
