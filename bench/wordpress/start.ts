import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/free-port.ts';
import {
  nginxConfiguration,
  phpConfiguration,
  plugin,
  wordpressConfiguration,
} from './configuration.ts';
import type { PageContent } from './content.ts';

/** Where Debian's package puts it. */
const installed = '/usr/share/wordpress';

/** What has to be there, with the package of each. */
const needed = () => ({
  [installed]: 'wordpress',
  [`${installed}/wp-content/themes/twentytwentythree`]: 'wordpress-theme-twentytwentythree',
  '/usr/sbin/nginx': 'nginx',
  '/usr/sbin/mariadbd': 'mariadb-server',
  [phpServer() ?? '/usr/sbin/php-fpm']: 'php-fpm',
  '/usr/bin/php': 'php-cli',
  '/var/lib/dpkg/info/php-gd.list': 'php-gd',
});

/** The packages that are missing here; none where WordPress can be started. */
export function missingPackages(): string[] {
  return Object.entries(needed()).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
}

function phpServer(): string | undefined {
  const [name] = readdirSync('/usr/sbin').filter((file) => file.startsWith('php-fpm'));
  return name && join('/usr/sbin', name);
}

/**
 * Starts Debian's WordPress with its bare theme behind nginx and php-fpm, on a MariaDB of its own, all
 * of them in one temporary folder. Nothing of the machine's own configuration is read or changed.
 */
export async function startWordpress() {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-wordpress-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const children = [await startMariadb(directory)];
  const root = join(directory, 'wordpress');
  // Debian's own configuration looks into /etc; in a copy it can be another one.
  cpSync(installed, root, { recursive: true, dereference: true });
  writeFileSync(join(root, 'wp-config.php'), wordpressConfiguration(directory, url));
  const plugins = join(root, 'wp-content/mu-plugins');
  mkdirSync(plugins, { recursive: true });
  writeFileSync(join(plugins, 'address.php'), plugin);
  writeFileSync(join(directory, 'php-fpm.conf'), phpConfiguration(directory));
  writeFileSync(join(directory, 'nginx.conf'), nginxConfiguration(directory, port));
  children.push(
    run(phpServer() ?? '', ['-F', '-R', '-y', join(directory, 'php-fpm.conf')]),
    run('nginx', ['-c', join(directory, 'nginx.conf')]),
  );
  const stop = async () => {
    for (const child of children.toReversed()) {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await exited;
    }
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await until(async () => (await fetch(`${url}/wp-admin/install.php`)).ok);
    await install(url, directory);
    return { url, fill: (pages: Pages, images: string) => fill(root, pages, images), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMariadb(directory: string) {
  const data = join(directory, 'mariadb');
  const socket = join(directory, 'mariadb.sock');
  execFileSync('mariadb-install-db', ['--no-defaults', '--user=root', `--datadir=${data}`], {
    stdio: 'ignore',
  });
  const child = run('mariadbd', [
    ...['--no-defaults', '--user=root', '--skip-networking', '--skip-grant-tables'],
    ...[`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${data}/pid`],
  ]);
  const ask = (statement: string) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', statement], {
      stdio: 'ignore',
    });
  await until(async () => ask('create database if not exists wordpress') !== undefined);
  return child;
}

/** Fills in WordPress' own form of installation. */
async function install(url: string, directory: string) {
  const form = new URLSearchParams({
    ...{ weblog_title: 'Ridgeline', user_name: 'owner', admin_email: 'owner@example.com' },
    ...{ admin_password: 'correct horse', admin_password2: 'correct horse', pw_weak: 'on' },
    ...{ blog_public: '0', language: '' },
  });
  const answer = await fetch(`${url}/wp-admin/install.php?step=2`, { method: 'POST', body: form });
  const text = await answer.text();
  if (!text.includes('Success!')) throw new Error(`WordPress did not install in ${directory}`);
}

type Pages = Record<'home' | 'post', PageContent>;

/**
 * Has it serve these pages, with their images in its media library.
 *
 * @param images the folder that holds them
 * @returns their addresses
 */
function fill(root: string, pages: Pages, images: string): Record<keyof Pages, string> {
  const script = fileURLToPath(new URL('fill.php', import.meta.url));
  const input = JSON.stringify(pages);
  return JSON.parse(execFileSync('php', [script, root, images], { input, encoding: 'utf8' }));
}

function run(command: string, parameters: string[]) {
  return spawn(command, parameters, { stdio: 'ignore' });
}

async function until(answers: () => Promise<boolean>) {
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      if (await answers()) return;
    } catch {
      // It is still starting.
    }
    await sleep(100);
  }
  throw new Error('WordPress did not start');
}
