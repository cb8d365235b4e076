import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** In order of preference: the headless shell takes half the time. */
const chromiumPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Finds the machine's Chromium; undefined lets Playwright use its own. */
export function findChromium(): string | undefined {
  return chromiumPaths.find((path) => path && existsSync(path));
}

/**
 * Installs Chromium and PostgreSQL for the tests if they are missing: Debian's packages as root on
 * Debian, Playwright's own browser elsewhere.
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
