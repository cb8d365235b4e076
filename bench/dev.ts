import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { startDevServer } from '#tests/support/dev-server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../scripts/browser-and-server.ts';
import { circumstances, median, report } from './machine.ts';

// From `npm run dev` to the first page, beside React Router's own development server with one bare page;
// and from an edit to the screen.
//   npx node bench/dev.ts [runs of each]

const runs = Number(process.argv[2] ?? 3);
const pollMs = 10;
const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
const bare = createBareApp();

const compileCache = join(directory, 'compile-cache');
const times = { bare: [], existing: [], emptyData: [] } as Record<string, number[]>;
await timeFirstPage(bare.start);
await timeFirstPage(startSite('data'));
for (let run = 0; run < runs; run += 1) {
  times.bare?.push(await timeFirstPage(bare.start));
  times.existing?.push(await timeFirstPage(startSite('data')));
  times.emptyData?.push(await timeFirstPage(startSite(`empty-${run}`)));
}
const firstPage = Object.fromEntries(
  Object.entries(times).map(([name, all]) => [name, median(all)]),
);
const edits = await timeEdits();
rmSync(directory, { recursive: true, force: true });
report('dev', {
  ...found,
  unit: 'ms from the command to the whole first page, and from an edit to the screen; medians',
  runs,
  firstPage,
  edits,
});

type Start = (port: number) => ChildProcess;

async function timeFirstPage(start: Start): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = start(port);
  const read = async () => {
    const response = await fetch(`http://localhost:${port}/`);
    return response.ok && (await response.text()).includes('</html>');
  };
  while (!(await read().catch(() => false))) {
    if (child.exitCode !== null) throw new Error('The development server did not start');
    await sleep(pollMs);
  }
  const took = Math.round(performance.now() - began);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return took;
}

function startSite(folder: string): Start {
  return (port) =>
    spawn(process.execPath, ['scripts/dev.ts'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NODE_COMPILE_CACHE: compileCache,
        PORT: String(port),
        DATA_DIR: join(directory, folder),
      },
    });
}

/** The smallest app of React Router, with packages by a link and a cache of its own. */
function createBareApp(): { start: Start } {
  const root = join(directory, 'bare');
  mkdirSync(join(root, 'app'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const files = {
    'package.json': JSON.stringify({
      type: 'module',
      dependencies: { '@react-router/node': '*', isbot: '*', react: '*', 'react-router': '*' },
    }),
    'vite.config.ts':
      "import { reactRouter } from '@react-router/dev/vite';\nexport default { cacheDir: '.vite', plugins: [reactRouter()] };",
    'app/routes.ts':
      "import { index } from '@react-router/dev/routes';\nexport default [index('home.tsx')];",
    'app/home.tsx': 'export default function Home() { return <h1>Home</h1>; }',
    'app/root.tsx':
      "import { Outlet, Scripts } from 'react-router';\nexport default function Root() { return <html lang='en'><body><Outlet /><Scripts /></body></html>; }",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const command = resolve('node_modules/@react-router/dev/bin.cjs');
  return {
    start: (port) =>
      spawn(process.execPath, [command, 'dev', '--port', String(port)], {
        cwd: root,
        stdio: 'ignore',
      }),
  };
}

/** In a copy of the sources, with the contact page open. */
async function timeEdits() {
  const server = await startDevServer({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn' });
  const browser = await chromium.launch({ executablePath: findChromium() });
  const page = await browser.newPage();
  const open = async () => {
    await page.goto(`${server.url}/contact`);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
    );
  };
  // Vite may load the first page again, once it has bundled packages that it had not expected.
  await open();
  await sleep(3000);
  await open();
  const time = async (edit: () => void, isDone: () => Promise<unknown>) => {
    const began = performance.now();
    edit();
    await isDone();
    return Math.round(performance.now() - began);
  };
  const component: number[] = [];
  const style: number[] = [];
  const backend: number[] = [];
  const texts = ['Send us a message', 'Tell us more', 'Write to us', 'Ask us', 'Your message'];
  const colors = ['#1d2420', '#ff0000', '#00ff00', '#0000ff', '#ff00ff'];
  const policies = ["'geolocation', ", "'camera', ", "'microphone', "];
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    const [text = '', next = ''] = texts.slice(run);
    component.push(
      await time(
        () => server.edit('app/features/enquiries/contact-message-form.tsx', text, next),
        () => page.getByRole('heading', { name: next }).waitFor(),
      ),
    );
    const [color = '', nextColor = ''] = colors.slice(run);
    style.push(
      await time(
        () => server.edit('app/theme.css', `--color-ink: ${color}`, `--color-ink: ${nextColor}`),
        () =>
          page.waitForFunction(
            (expected) =>
              getComputedStyle(document.documentElement).getPropertyValue('--color-ink') ===
              expected,
            nextColor,
          ),
      ),
    );
    const policy = policies[run] ?? '';
    backend.push(
      await time(
        () => server.edit('server/security-headers.ts', policy, ''),
        async () => {
          const read = async () => {
            const response = await fetch(`${server.url}/contact`);
            const header = response.headers.get('permissions-policy') ?? '';
            return response.ok && !header.includes(policy.slice(1, -3));
          };
          while (!(await read().catch(() => false))) await sleep(pollMs);
        },
      ),
    );
    // The next process in reserve is prepared three seconds after a restart.
    await sleep(15_000);
    await open();
  }
  await browser.close();
  await server.stop();
  return { component: median(component), style: median(style), server: median(backend) };
}
