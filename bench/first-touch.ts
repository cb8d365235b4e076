import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/browser-and-server.ts';
import { bundleBareReact } from './bare-react.ts';
import { circumstances, median, report } from './machine.ts';
import { startSite } from './site.ts';
import { serveWithoutScripts } from './without-scripts.ts';

// How long a touch four seconds after the page has loaded waits for the next paint and for its outcome, on a
// CPU slowed four times: with the scripts in the browser's cache, and by a new visitor on a slow network. The
// quote dialog is compared with Base UI's dialog on the same page without our scripts, in turns.
//   npx node bench/first-touch.ts [runs per touch] [part of a touch's name]

const runs = Number(process.argv[2] ?? 3);
const part = process.argv[3] ?? '';
const slowdown = 4;
/** How long the finger touches the screen. */
const pressMs = 80;
/** Between the load of the page and the touch. */
const delayMs = 4000;
/** Of a new visitor: 1.6 Mbit/s and 150 ms. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
};
/** To the next paint, and to the quote dialog. */
const goalMs = { paint: 200, dialog: 300 };

type Touch = {
  path: string;
  /** Selectors of the touched element and of what is visible once all is done. */
  target: string;
  done: string;
  /** The height of the viewport if the target is further down. */
  height?: number;
};

const shed = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const dialog = '[role=dialog]:not([data-closed])';
const touches: Record<string, Touch> = {
  'home: menu': { path: '/', target: 'header summary', done: 'header details[open] nav' },
  'home: quote dialog': { path: '/', target: 'main a[href="/quote-request"]', done: dialog },
  'home: form in the quote dialog': {
    path: '/',
    target: 'main a[href="/quote-request"]',
    done: `${dialog} [type=submit]`,
  },
  'home: filter of the work': {
    path: '/',
    target: 'a[href="/?work=garage#work"]',
    done: 'a[href="/?work=garage#work"][aria-current]',
    height: 6000,
  },
  'sheds: filters': { path: '/sheds', target: 'main a[href="#filters"]', done: dialog },
  'sheds: details': { path: '/sheds', target: 'main article h3 a', done: dialog, height: 1100 },
  'listing: next picture': {
    path: shed,
    target: 'a[aria-label=Next]',
    done: 'a[aria-label^="Show 2 of"][aria-current]',
  },
  'contact: sent empty': {
    path: '/contact',
    target: 'form [type=submit]',
    done: '[aria-invalid]',
    height: 1800,
  },
};

const quoteDialog = 'home: quote dialog';

type Times = { answer: number; done: number };
type Visits = { uncached: Times; cached: Times };

const found = circumstances();
const site = await startSite();
const bare = await serveWithoutScripts(site.url, await bundleBareReact('open-bare-dialog.ts'));
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const figures: Record<string, object> = {};
for (const [name, touch] of Object.entries(touches)) {
  if (!name.includes(part)) continue;
  const visits: Visits[] = [];
  const bareVisits: Visits[] = [];
  for (let run = 0; run < runs; run += 1) {
    visits.push(await measure(browser, site.url, touch));
    if (name === quoteDialog) bareVisits.push(await measure(browser, bare.url, touch));
  }
  figures[name] = summarize(visits);
  if (bareVisits.length > 0) figures["home: Base UI's dialog alone"] = summarize(bareVisits);
}
await browser.close();
bare.stop();
await site.stop();
report('first-touch', {
  ...found,
  unit: 'ms: to the next paint after the touch (Event Timing), and from the end of the touch until all is done; medians, null if a link was followed as plain HTML instead or nothing happened within 15 s',
  runs,
  slowdown,
  pressMs,
  slowNetwork,
  goalMs,
  touches: figures,
});

function summarize(visits: Visits[]): Visits {
  return {
    cached: medians(visits.map(({ cached }) => cached)),
    uncached: medians(visits.map(({ uncached }) => uncached)),
  };
}

/** The same touch by a new visitor, and by one whose browser has cached the scripts. */
async function measure(browser: Browser, url: string, touch: Touch): Promise<Visits> {
  const context = await browser.newContext({
    viewport: { width: 390, height: touch.height ?? 844 },
    hasTouch: true,
    isMobile: true,
  });
  const uncached = await times(context, url, touch, slowNetwork);
  // A browser caches compiled scripts from the second use on.
  await times(context, url, touch);
  const cached = await times(context, url, touch);
  await context.close();
  return { uncached, cached };
}

async function times(
  context: BrowserContext,
  url: string,
  { path, target, done }: Touch,
  network?: typeof slowNetwork,
): Promise<Times> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (network) await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url + path);
  const box = await page.locator(target).filter({ visible: true }).first().boundingBox();
  if (!box) throw new Error(`Nothing to touch at ${target}`);
  await page.waitForTimeout(delayMs);
  const measured = page.evaluate(timesInPage, done);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(pressMs);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // If the scripts take too long, the browser follows the link as plain HTML.
  const taken = await measured.catch(() => ({ answer: Number.NaN, done: Number.NaN }));
  await page.close();
  return taken;
}

/** Runs in the page, from before the touch until an element that matches the selector is painted. */
function timesInPage(selector: string): Promise<Times> {
  return new Promise((resolve) => {
    const durations = [0];
    const watcher = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (/^(pointerdown|pointerup|click)$/.test(name)) durations.push(duration);
      }
    });
    watcher.observe({ type: 'event', durationThreshold: 16, buffered: false } as object);
    const started = performance.now();
    let lifted = 0;
    addEventListener('pointerup', ({ timeStamp }) => {
      lifted ||= timeStamp;
    });
    const poll = () => {
      // A busy machine may turn the touch into a long press.
      if (performance.now() - started > 15_000) {
        resolve({ answer: Number.NaN, done: Number.NaN });
        return;
      }
      if (!lifted || !document.querySelector(selector)?.checkVisibility()) {
        requestAnimationFrame(poll);
        return;
      }
      requestAnimationFrame(() =>
        setTimeout(() => {
          const all = performance.now() - lifted;
          // Event Timing entries are delivered later.
          setTimeout(() => resolve({ answer: Math.max(...durations), done: all }), 300);
        }),
      );
    };
    poll();
  });
}

function medians(all: Times[]): Times {
  return {
    answer: Math.round(median(all.map(({ answer }) => answer))),
    done: Math.round(median(all.map(({ done }) => done))),
  };
}
