import { once } from 'node:events';
import { createServer } from 'node:http';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { build } from 'vite';
import { findChromium } from '../scripts/browser-and-server.ts';
import { circumstances, median, report } from './machine.ts';
import { startSite } from './site.ts';

// The back office on a phone with the CPU slowed four times: its sign-in form, the list of requests and
// a request that is opened, beside a page on which React renders a heading.
//   npx node bench/back-office.ts [runs]

const runs = Number(process.argv[2] ?? 5);
const slowdown = 4;
const requests = 200;
const goalMs = { signIn: 1000, list: 1600, open: 200, longTask: 200 };
const owner = { email: 'owner@example.com', password: 'correct horse' };

type Times = { ms: number; longestTask: number };

const found = circumstances();
const site = await startSite();
await addRequests();
const bare = await serveBarePage();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const visits: Record<'bare' | 'signIn' | 'list' | 'open', Times[]> = {
  bare: [],
  signIn: [],
  list: [],
  open: [],
};
const firstVisits: Record<'bare' | 'signIn' | 'list', Times[]> = { bare: [], signIn: [], list: [] };
const row = 'main a[href*="open="]';
for (let run = 0; run < runs; run += 1) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  firstVisits.bare.push(await load(context, bare.url, 'h1'));
  firstVisits.signIn.push(await load(context, `${site.url}/admin`, 'input[type=password]'));
  // A browser caches compiled scripts from the second use on.
  await load(context, bare.url, 'h1');
  await load(context, `${site.url}/admin`, 'input[type=password]');
  visits.bare.push(await load(context, bare.url, 'h1'));
  visits.signIn.push(await load(context, `${site.url}/admin`, 'input[type=password]'));
  await signIn(context);
  firstVisits.list.push(await load(context, `${site.url}/admin/quotes`, row));
  await load(context, `${site.url}/admin/quotes`, row, openFirst);
  let opened: Times | undefined;
  visits.list.push(
    await load(context, `${site.url}/admin/quotes`, row, async (page) => {
      opened = await openFirst(page);
    }),
  );
  if (opened) visits.open.push(opened);
  await context.close();
}
await browser.close();
bare.stop();
await site.stop();
report('back-office', {
  ...found,
  unit: 'ms: from the navigation until the element is painted, from the click until the request is; the longest task meanwhile; medians',
  runs,
  slowdown,
  requests,
  goalMs,
  withScriptsInCache: Object.fromEntries(
    Object.entries(visits).map(([k, all]) => [k, middle(all)]),
  ),
  firstVisit: Object.fromEntries(Object.entries(firstVisits).map(([k, all]) => [k, middle(all)])),
});

/** Loads a page until an element that matches the selector is painted. */
async function load(
  context: BrowserContext,
  url: string,
  selector: string,
  afterwards?: (page: Page) => Promise<unknown>,
): Promise<Times> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchInPage, selector);
  await page.goto(url);
  const times = await page.evaluate(() => window.painted);
  await page.waitForTimeout(1500);
  await afterwards?.(page);
  await page.close();
  return times;
}

/** Opens the first request, as by a tap, until its dialog is painted with the notes, which can be written. */
async function openFirst(page: Page): Promise<Times> {
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        window.painted = window.whenPainted('[role=dialog] textarea', timeStamp);
      },
      { capture: true, once: true },
    );
  });
  await page.locator(row).filter({ visible: true }).first().tap();
  return page.evaluate(() => window.painted);
}

/** Runs in the page before its scripts. */
function watchInPage(selector: string) {
  window.whenPainted = (selector, since) => {
    let longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
    }).observe({ type: 'longtask' });
    return new Promise((resolve) => {
      const poll = () => {
        if (!document.querySelector(selector)?.checkVisibility()) requestAnimationFrame(poll);
        else
          requestAnimationFrame(() =>
            setTimeout(() => {
              const ms = Math.round(performance.now() - since);
              // Long tasks are reported later.
              setTimeout(() => resolve({ ms, longestTask: Math.round(longestTask) }), 300);
            }),
          );
      };
      poll();
    });
  };
  window.painted = window.whenPainted(selector, 0);
}

async function signIn(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${site.url}/admin`);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor({ state: 'hidden' });
  await page.close();
}

async function addRequests() {
  const service = createClient(site.url, site.secretKey);
  const rows = Array.from({ length: requests }, (_, index) => ({
    customer_name: `Customer ${index}`,
    email: `customer${index}@example.com`,
    project_type: 'Custom Shed',
    description: 'A shed for two bicycles and a lawn mower, beside the house.',
  }));
  const { error } = await service.from('quote_requests').insert(rows);
  if (error) throw error;
}

/** Serves a page of React and ReactDOM alone, built like the site. */
async function serveBarePage() {
  const entry = '\0bare';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare-page',
        resolveId: (id) => (id === 'bare' ? entry : undefined),
        load: (id) =>
          id === entry
            ? `import { createElement } from 'react';
               import { createRoot } from 'react-dom/client';
               createRoot(document.body).render(createElement('h1', null, 'Ready'));`
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: 'bare' } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('The bare page was not built');
  const script = output.output.find((file) => file.type === 'chunk')?.code ?? '';
  const page = '<!doctype html><title>Bare</title><script type="module" src="/bare.js"></script>';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/bare.js';
    response.writeHead(200, {
      'Content-Type': isScript ? 'text/javascript' : 'text/html',
      'Cache-Control': isScript ? 'max-age=31536000, immutable' : 'no-cache',
    });
    response.end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function middle(all: Times[]): Times {
  return {
    ms: median(all.map(({ ms }) => ms)),
    longestTask: median(all.map(({ longestTask }) => longestTask)),
  };
}

declare global {
  interface Window {
    whenPainted: (selector: string, since: number) => Promise<Times>;
    painted: Promise<Times>;
  }
}
