import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/browser-and-server.ts';
import { circumstances, report } from './machine.ts';
import { median } from './median.ts';
import { startSite } from './site.ts';

// How long the touch that wakes a sleeping page waits for an answer, on a processor slowed down four
// times: with the scripts in the browser's cache, and without.
//   npx node bench/waking.ts [runs per touch]

const runs = Number(process.argv[2] ?? 3);
const slowdown = 4;
/** How long a finger rests on the glass, in milliseconds. */
const press = 80;
/** How long a page is left alone before it is touched, in milliseconds. */
const rest = 300;
const goal = 200;

type Touch = {
  path: string;
  /** What is touched, and what is there once everything is done, as selectors. */
  on: string;
  done: string;
  /**
   * It stands further down: how tall the glass is for it, no taller than it must be, because scrolling
   * there would wake the page.
   */
  height?: number;
};

const shed = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const dialog = '[role=dialog]';
const touches: Record<string, Touch> = {
  'home: menu': { path: '/', on: 'header summary', done: 'header details[open] nav' },
  'home: quote dialog': { path: '/', on: 'main a[href="/quote-request"]', done: dialog },
  'home: filter of the work': {
    path: '/',
    on: 'a[href="/?work=garage#work"]',
    done: 'a[href="/?work=garage#work"][aria-current]',
    height: 3400,
  },
  'sheds: filters': { path: '/sheds', on: 'main summary', done: 'main details[open]' },
  'sheds: details': { path: '/sheds', on: 'main article h3 a', done: dialog, height: 1100 },
  'listing: next picture': {
    path: shed,
    on: 'a[aria-label=Next]',
    done: 'a[aria-label^="Show 2 of"][aria-current]',
  },
  'contact: sent empty': {
    path: '/contact',
    on: 'form [type=submit]',
    done: '[aria-invalid]',
    height: 1800,
  },
};

type Times = { answer: number; done: number };

const found = circumstances();
const site = await startSite();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const figures: Record<string, object> = {};
for (const [name, touch] of Object.entries(touches)) {
  const visits: { uncached: Times; cached: Times }[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await measure(browser, touch));
  figures[name] = {
    cached: medians(visits.map(({ cached }) => cached)),
    uncached: medians(visits.map(({ uncached }) => uncached)),
  };
}
await browser.close();
await site.stop();
report('waking', {
  ...found,
  unit: 'ms: to the next picture after the touch (as Event Timing has it), and from the lift of the finger until all is done; medians, null where a link was followed as plain HTML instead',
  runs,
  slowdown,
  press,
  goal,
  touches: figures,
});

/** The same touch by a new visitor, and by one whose browser has kept the scripts. */
async function measure(browser: Browser, touch: Touch) {
  const context = await browser.newContext({
    viewport: { width: 390, height: touch.height ?? 844 },
    hasTouch: true,
    isMobile: true,
  });
  const uncached = await times(context, touch);
  // A browser keeps what it has compiled from the second use on.
  await times(context, touch);
  const cached = await times(context, touch);
  await context.close();
  return { uncached, cached };
}

async function times(context: BrowserContext, { path, on, done }: Touch): Promise<Times> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(site.url + path);
  const box = await page.locator(on).filter({ visible: true }).first().boundingBox();
  if (!box) throw new Error(`Nothing to touch at ${on}`);
  await page.waitForTimeout(rest);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const measured = page.evaluate(timesInPage, done);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(press);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // Where the scripts take too long, the browser follows the link as plain HTML.
  const taken = await measured.catch(() => ({ answer: Number.NaN, done: Number.NaN }));
  await page.close();
  return taken;
}

/** Runs in the page, from before the touch until what matches the selector is in the picture. */
function timesInPage(selector: string): Promise<Times> {
  return new Promise((resolve) => {
    const durations = [0];
    const watcher = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (/^(pointerdown|pointerup|click)$/.test(name)) durations.push(duration);
      }
    });
    watcher.observe({ type: 'event', durationThreshold: 16, buffered: false } as object);
    let lifted = 0;
    // The click itself is held from everybody else while the page wakes up.
    addEventListener('pointerup', ({ timeStamp }) => {
      lifted ||= timeStamp;
    });
    const look = () => {
      if (!lifted || !document.querySelector(selector)?.checkVisibility()) {
        requestAnimationFrame(look);
        return;
      }
      requestAnimationFrame(() =>
        setTimeout(() => {
          const all = performance.now() - lifted;
          // What was measured of the events is told a little later.
          setTimeout(() => resolve({ answer: Math.max(...durations), done: all }), 300);
        }),
      );
    };
    look();
  });
}

function medians(all: Times[]): Times {
  return {
    answer: Math.round(median(all.map(({ answer }) => answer))),
    done: Math.round(median(all.map(({ done }) => done))),
  };
}
