import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Where Chromium is found, in the order of preference. The headless shell is the same browser
 * without its own windows, and takes half the time.
 */
const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium of this machine, or undefined, which lets Playwright use the one it installed. */
export function findChromium(): string | undefined {
  return chromiumPaths.find((path) => path && existsSync(path));
}

/**
 * Makes sure that a Chromium and, where this can be done, a PostgreSQL server are there for the
 * tests: Debian's packages where this runs as root on Debian, Playwright's own browser elsewhere.
 */
export function installBrowserAndServer(): void {
  const onDebianAsRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const packages = [
    ...(findChromium() ? [] : ['chromium-headless-shell']),
    ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ];
  if (onDebianAsRoot && packages.length > 0) {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]);
  }
  if (!findChromium()) run('playwright', ['install', 'chromium']);
}

function run(command: string, args: string[]) {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
