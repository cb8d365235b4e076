import type { Browser, BrowserContext } from '@playwright/test';
import { startBare } from './bare.ts';
import { bundleBareReact } from './bare-react.ts';
import type { BareResponse } from './bare-server.ts';
import { median } from './machine.ts';

/** `isReady` is a selector of what the page has once the first frame has been drawn. */
type Target = { url: string; isReady: string };

const runs = 5;
const touchPoints = [{ x: 195, y: 260 }];

const barePage = `<!doctype html><meta name="viewport" content="width=device-width"><title>three.js</title>
<body style="margin:0"><script>addEventListener('pointerdown',()=>import('/three.js'),{once:true})</script>`;

/**
 * Measures how long the view that turns takes from the first touch, with cached scripts, in turns with a page that
 * has three.js alone.
 *
 * @param url of a design
 * @param slowdown of the CPU
 * @returns milliseconds until the first frame has been drawn
 */
export async function measureViewReady(browser: Browser, url: string, slowdown: number) {
  const bareServer = await startBare({
    paths: {
      '/': toResponse('text/html; charset=utf-8', barePage),
      '/three.js': toResponse('text/javascript', await bundleBareReact('bare-three.ts')),
    },
    others: { status: 404, headers: ['Content-Type', 'text/plain'], body: '' },
  });
  const designer = { url, isReady: '[role=slider][aria-label^="View of"]:not(.opacity-0)' };
  const bare = { url: bareServer.url, isReady: '[data-ready]' };
  const times: Record<'designer' | 'bareThree', number[]> = { designer: [], bareThree: [] };
  const contexts = [await openContext(browser), await openContext(browser)] as const;
  // A browser caches compiled scripts from the second use on.
  for (let run = -2; run < runs; run += 1) {
    const [ours, theirs] = [
      await touch(contexts[0], designer, slowdown),
      await touch(contexts[1], bare, slowdown),
    ];
    if (run < 0) continue;
    times.designer.push(ours);
    times.bareThree.push(theirs);
  }
  for (const context of contexts) await context.close();
  await bareServer.stop();
  return { designer: summarize(times.designer), bareThree: summarize(times.bareThree) };
}

const summarize = (values: number[]) => ({
  median: Math.round(median(values)),
  max: Math.round(Math.max(...values)),
});

const toResponse = (type: string, body: string): BareResponse => ({
  status: 200,
  headers: ['Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable'],
  body: Buffer.from(body).toString('base64'),
});

const openContext = (browser: Browser) =>
  browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
    ...{ hasTouch: true, isMobile: true },
  });

/** Touches a page as soon as it has loaded. @returns milliseconds from the touch until it is ready */
async function touch(
  context: BrowserContext,
  { url, isReady }: Target,
  slowdown: number,
): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.addInitScript(() => {
    // Idle callbacks wait for the touch, which is the earliest that starts scripts.
    const request = window.requestIdleCallback.bind(window);
    const waiting: Parameters<typeof request>[] = [];
    Object.assign(window, {
      requestIdleCallback: (...callback: Parameters<typeof request>) => waiting.push(callback),
    });
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        Object.assign(window, { touchedAt: timeStamp });
        window.requestIdleCallback = request;
        for (const callback of waiting) request(...callback);
      },
      { capture: true, once: true },
    );
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const taken = await page.evaluate(
    ({ selector, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        const check = () => {
          const { touchedAt } = window as { touchedAt?: number };
          const now = performance.now();
          if (touchedAt !== undefined && document.querySelector(selector)) resolve(now - touchedAt);
          else if (now > timeoutMs)
            reject(new Error(`${location.href} is not ready, touched at ${touchedAt}`));
          else requestAnimationFrame(check);
        };
        check();
      }),
    { selector: isReady, timeoutMs: 60_000 },
  );
  await page.close();
  return taken;
}
