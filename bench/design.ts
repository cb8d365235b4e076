import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import fc from 'fast-check';
import { getDesignImageUrl, getDesignUrl } from '#app/features/designer/design-view.ts';
import { getDesignModelUrl } from '#app/features/designer/model-links.ts';
import { percentile } from '#bench/load/response-log.ts';
import { sendRequest } from '#bench/load/send-request.ts';
import { cachedPages, startPageProbe } from '#bench/load/start-page-probe.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { findChromium } from '../scripts/browser-and-server.ts';
import { fetchRaw, startBare } from './bare.ts';
import type { BareResponse } from './bare-server.ts';
import { circumstances, median, processFigures, report, untilIdle } from './machine.ts';
import type { Requests } from './send-at-once.ts';
import { startSite } from './site.ts';
import { measureViewReady } from './view-ready.ts';

// The shed designer: its images and models from the server, what a thousand designs at once do to cached
// pages beside a bare node:http that answers all of them at once, and the page on a phone whose CPU is
// slowed four times.
//   npx node bench/design.ts [--server | --page] [designs at once] [changes of a kind and style]
// With --server or --page only that part is measured; the former figures of the other remain.

const { values: options, positionals } = parseArgs({
  options: { server: { type: 'boolean' }, page: { type: 'boolean' } },
  allowPositionals: true,
});
const designsAtOnce = Number(positionals[0] ?? 1000);
const changesPerKind = Number(positionals[1] ?? 6);
const slowdown = 4;
const seed = 4711;
const phone = { width: 390, height: 844 };
const floods = 3;
const probesPerSecond = 200;
const rotations = 6;
const goal = {
  changeMs: 100,
  rotationMsPerFrame: 33,
  scriptBytes: 200_000,
  viewReadyMs: 2500,
  pagesP99Ms: 15,
  residentMB: 300,
};

const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
await (await startSite(directory)).stop();
const site = await startSite(directory, {
  TRUST_PROXY: 'true',
  API_REQUESTS_PER_MINUTE: '0',
  IMAGES_AHEAD: 'off',
});
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let networks = 0;

const random = fc.sample(validDesigns, { numRuns: floods * designsAtOnce + 40, seed });
await sleep(5000);
const afterStartMB = processFigures(site.pid).residentMB;
for (const path of cachedPages) await (await fetch(site.url + path)).arrayBuffer();

const former = JSON.parse(readFileSync('bench/results/design.json', 'utf8'));
const server = options.page
  ? { server: former.server, designsAtOnce: former.designsAtOnce }
  : await measureServer();
const page = options.server ? former.page : await measurePage();
await site.stop();
rmSync(directory, { recursive: true, force: true });
agent.destroy();

report('design', {
  ...found,
  unit: 'ms',
  goal,
  ...server,
  page,
});

/** What requests to the server take, and what a thousand at once do to others. */
async function measureServer() {
  await untilIdle();
  const images = await measureFiles(random.slice(0, 20), (design) => getDesignImageUrl(design));
  const glb = await measureFiles(random.slice(20, 30), (design) =>
    getDesignModelUrl(design, 'glb'),
  );
  const usdz = await measureFiles(random.slice(30, 40), (design) =>
    getDesignModelUrl(design, 'usdz'),
  );
  // Until the images of the presets are drawn, too, and the pages' code is compiled.
  await untilIdle();
  await probePages(() => sleep(5000));
  const { pages: undisturbed } = await probePages(() => sleep(10_000));
  const [design = createPresetDesign({ style: 'Porch' })] = random;
  const image = await fetchRaw(site.url + getDesignImageUrl(design), {});
  const refusal: BareResponse = {
    status: 503,
    headers: ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    body: '',
  };
  const images1000 = await compareFloods(random.slice(40), getDesignImageUrl, image);
  const pages1000 = await compareFloods(random.slice(40), getDesignUrl, refusal);
  return {
    server: {
      images,
      models: { glb, usdz },
      /** The drawing process works on one at a time. */
      imagesPerSecond: Number((1000 / images.uncached).toFixed(2)),
      cachedPerUncached: Number((images.cached / images.uncached).toFixed(4)),
    },
    designsAtOnce: {
      images: images1000,
      pages: pages1000,
      pagesUndisturbed: undisturbed,
      afterStartMB,
    },
  };
}

async function measurePage() {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
  const url = getDesignUrl(createPresetDesign({ style: 'Porch', width: 13, length: 19 }));
  const firstImage = {
    uncached: await measureFirstImage(browser, url),
    cached: await measureFirstImage(browser, url),
  };
  const viewReady = await measureViewReady(browser, site.url + url, slowdown);
  const styles: Record<string, Awaited<ReturnType<typeof measureStyle>>> = {};
  for (const style of STYLES) {
    styles[style] = await measureStyle(browser, createPresetDesign({ style }));
  }
  const bytes = await measureBytes(browser);
  await browser.close();
  const all = Object.values(styles);
  return {
    commit: found.commit,
    viewport: phone,
    slowdown,
    firstImage,
    viewReady,
    bytes,
    slowestChange: Math.max(
      ...all.flatMap(({ changes }) => Object.values(changes).map(({ median }) => median)),
    ),
    slowestRotationPerFrame: Math.max(...all.map(({ rotation }) => rotation.mainThreadPerFrame)),
    styles,
  };
}

/** Requests a path as a visitor of a network of their own: each may have 60 images a minute. */
function request(path: string) {
  networks += 1;
  const headers = {
    'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
  };
  return sendRequest(
    site.url,
    { method: 'GET', target: path, headers },
    { agent, timeoutMs: 120_000 },
  );
}

async function measureFiles(
  designs: readonly ShedDesign[],
  getUrl: (design: ShedDesign) => string,
) {
  const times: Record<'uncached' | 'cached', number[]> = { uncached: [], cached: [] };
  for (const kind of ['uncached', 'cached'] as const) {
    for (const design of designs) {
      const began = performance.now();
      const { status } = await request(getUrl(design));
      if (status !== 200) throw new Error(`A design was answered with ${status}`);
      times[kind].push(performance.now() - began);
    }
  }
  const sizes = await Promise.all(
    designs.map(
      async (design) => (await (await fetch(site.url + getUrl(design))).arrayBuffer()).byteLength,
    ),
  );
  return {
    uncached: round(median(times.uncached)),
    uncachedP95: round(percentile(times.uncached, 0.95)),
    cached: round(median(times.cached)),
    bytes: median(sizes),
    maxBytes: Math.max(...sizes),
  };
}

async function probePages<Result>(work: () => Promise<Result>, url = site.url) {
  const stopProbe = startPageProbe({ url, paths: cachedPages, perSecond: probesPerSecond });
  const result = await work();
  return { result, pages: await stopProbe() };
}

/** @returns how often each status was the response */
async function requestAtOnce(paths: string[], url = site.url): Promise<Record<string, number>> {
  const child = fork(new URL('send-at-once.ts', import.meta.url));
  child.send({ url, paths, firstNetwork: networks } satisfies Requests);
  networks += paths.length;
  const [statuses] = await once(child, 'message');
  return statuses;
}

/**
 * In turns, of the site and of a bare node:http that sends the same cached pages, and one response to all
 * designs. The medians of the turns count.
 */
async function compareFloods(
  designs: readonly ShedDesign[],
  getUrl: (design: ShedDesign) => string,
  others: BareResponse,
) {
  const headers = { 'accept-encoding': 'br' };
  const paths: Record<string, BareResponse> = {};
  for (const path of cachedPages) paths[path] = await fetchRaw(site.url + path, headers);
  const bareServer = await startBare({ paths, others });
  const ours = [];
  const bare = [];
  for (let turn = 0; turn < floods; turn += 1) {
    const part = designs.slice(turn * designsAtOnce, (turn + 1) * designsAtOnce);
    await untilIdle();
    ours.push(await floodWithDesigns(part, getUrl));
    await untilIdle();
    const { pages } = await probePages(
      () => requestAtOnce(part.map(getUrl), bareServer.url),
      bareServer.url,
    );
    bare.push(pages);
  }
  await bareServer.stop();
  const p99Ms = median(ours.map(({ pages }) => pages.p99Ms));
  const bareP99Ms = median(bare.map((pages) => pages.p99Ms));
  return { p99Ms, bareP99Ms, ofBare: Number((p99Ms / bareP99Ms).toFixed(2)), turns: ours, bare };
}

/** All at once, each from another network; the probe goes on until the queue is empty. */
async function floodWithDesigns(
  designs: readonly ShedDesign[],
  getUrl: (design: ShedDesign) => string,
) {
  const memory: number[] = [];
  let drawingMB = 0;
  const sampling = setInterval(() => {
    memory.push(processFigures(site.pid).residentMB);
    drawingMB = Math.max(drawingMB, readLargestChildMB());
  }, 250);
  const began = performance.now();
  const { result: statuses, pages } = await probePages(() =>
    requestAtOnce(designs.map((design) => getUrl(design))),
  );
  const seconds = round((performance.now() - began) / 1000);
  await sleep(2000);
  clearInterval(sampling);
  return {
    designs: designs.length,
    seconds,
    statuses,
    pages,
    residentMB: {
      during: Math.max(...memory),
      after: processFigures(site.pid).residentMB,
      drawing: drawingMB,
    },
  };
}

function readLargestChildMB(): number {
  // Not --ppid: that fails while there is no child.
  const listed = execFileSync('ps', ['-e', '-o', 'ppid=,rss='], { encoding: 'utf8' });
  const sizes = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === site.pid)
    .map(([, kilobytes = 0]) => kilobytes);
  return Math.round(Math.max(0, ...sizes) / 1024);
}

async function openPhone(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  return { page, devtools: await context.newCDPSession(page) };
}

/** From the navigation until the shed is painted (Largest Contentful Paint), without slowing the CPU. */
async function measureFirstImage(browser: Browser, path: string): Promise<number> {
  const { page } = await openPhone(browser);
  await page.goto(site.url + path);
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ((entry as PerformanceEntry & { url?: string }).url?.includes('/design/image'))
              resolve(entry.startTime);
          }
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await page.context().close();
  return round(time);
}

async function measureStyle(browser: Browser, design: ShedDesign) {
  const { page, devtools } = await openPhone(browser);
  await page.goto(site.url + getDesignUrl(design));
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
  await page.getByRole('slider', { name: /^View of the/ }).waitFor();
  await page.waitForTimeout(3000);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const changes: Record<string, { median: number; p95: number; max: number; values: number[] }> =
    {};
  const fields: Record<string, string[]> = {
    color: ['Red', 'White', 'Blue'],
    length: ['14', '15', '16'],
    material: ['Vinyl', 'Metal', 'Wood'],
  };
  for (const [kind, values] of Object.entries(fields)) {
    const times: number[] = [];
    for (let i = 0; i < changesPerKind; i++) {
      times.push(await measureChange(page, { field: kind, value: values[i % 3] ?? '' }));
    }
    changes[kind] = {
      median: round(median(times)),
      p95: round(percentile(times, 0.95)),
      max: round(Math.max(...times)),
      values: times.map(round),
    };
  }
  const rotation = await measureRotation(page, devtools);
  await page.context().close();
  return { changes, rotation };
}

/**
 * From the change event until the main thread has produced the frame that shows it. Traces of the
 * compositor show it presented 0 to 14 ms later, as fast as the software renderer of the tests is.
 */
async function measureChange(
  page: Page,
  change: { field: string; value: string },
): Promise<number> {
  // Nothing else runs in the page meanwhile: scripts of the test tool would take 20 to 40 ms of a frame.
  const taken = await page.evaluate(
    ({ field, value }) =>
      new Promise<number>((resolve) => {
        const { frames } = window as unknown as Watched;
        const select = document.querySelector<HTMLSelectElement>(`select[name=${field}]`);
        const radio = document.querySelector<HTMLInputElement>(
          `input[name="${field}"][value="${value}"]`,
        );
        frames.isUploaded = false;
        frames.onShown = resolve;
        setTimeout(() => {
          frames.changedAt = performance.now();
          radio?.click();
          if (!select) return;
          select.value = value;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        });
      }),
    change,
  );
  await page.waitForTimeout(700);
  return taken;
}

/** Turns by the button and takes the main thread's time of all tasks, over the frames that were rendered. */
async function measureRotation(page: Page, devtools: CDPSession) {
  await devtools.send('Performance.enable');
  const readTaskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const readFrames = () =>
    page.evaluate(() => {
      const { rendered, slowest } = (window as unknown as Watched).frames;
      return { rendered, slowest };
    });
  await page.evaluate(() => {
    (window as unknown as Watched).frames.slowest = 0;
  });
  const [taskBefore, before] = [await readTaskMs(), await readFrames()];
  await page.evaluate(async (count) => {
    const button = document.querySelector<HTMLElement>('[aria-label="Turn the shed right"]');
    for (let i = 0; i < count; i++) {
      button?.click();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }, rotations);
  const [taskAfter, after] = [await readTaskMs(), await readFrames()];
  const frames = after.rendered - before.rendered;
  return {
    frames,
    mainThreadPerFrame: round((taskAfter - taskBefore) / frames),
    slowestRender: round(after.slowest),
  };
}

type Watched = {
  frames: {
    changedAt: number;
    onShown: ((afterMs: number) => void) | undefined;
    isUploaded: boolean;
    rendered: number;
    slowest: number;
  };
};

/** Runs in the page: notes when a frame with new triangles has been produced, and how long rendering took. */
function watchFrames() {
  const frames: Watched['frames'] = {
    changedAt: 0,
    onShown: undefined,
    isUploaded: false,
    rendered: 0,
    slowest: 0,
  };
  Object.assign(window, { frames });
  let hasDrawn = false;
  const { bufferData, bufferSubData, drawArrays, drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.bufferData = function (...args: unknown[]) {
    frames.isUploaded = true;
    return (bufferData as (...all: unknown[]) => void).apply(this, args);
  };
  WebGL2RenderingContext.prototype.bufferSubData = function (...args: unknown[]) {
    frames.isUploaded = true;
    return (bufferSubData as (...all: unknown[]) => void).apply(this, args);
  };
  WebGL2RenderingContext.prototype.drawArrays = function (...args) {
    hasDrawn = true;
    return drawArrays.apply(this, args);
  };
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    hasDrawn = true;
    return drawElements.apply(this, args);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      const began = performance.now();
      hasDrawn = false;
      callback(time);
      if (!hasDrawn) return;
      frames.rendered += 1;
      frames.slowest = Math.max(frames.slowest, performance.now() - began);
      const { onShown, changedAt } = frames;
      if (!frames.isUploaded || !onShown) return;
      frames.onShown = undefined;
      // A message is handled after the frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => onShown(performance.now() - changedAt);
      port2.postMessage(undefined);
    });
}

/** Compressed bytes of the scripts of the designer and of a page that has only what all share. */
async function measureBytes(browser: Browser) {
  const load = async (path: string) => {
    const { page, devtools } = await openPhone(browser);
    await devtools.send('Network.enable');
    const scripts = new Set<string>();
    let total = 0;
    const ids = new Map<string, string>();
    devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
      ids.set(requestId, type === 'Script' ? `script ${response.url}` : response.url);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      total += encodedDataLength;
      const name = ids.get(requestId);
      if (name?.startsWith('script')) scripts.add(`${name} ${encodedDataLength}`);
    });
    await page.goto(site.url + path);
    await page.mouse.move(3, 3);
    await page.mouse.move(5, 5);
    await page.waitForTimeout(4000);
    await page.context().close();
    return {
      total,
      scripts: new Map(
        [...scripts].map((line) => [line.split(' ')[1] ?? '', Number(line.split(' ')[2])]),
      ),
    };
  };
  const [shared, designer] = [await load('/contact'), await load('/design?style=gable&size=10x12')];
  const sum = (values: Iterable<number>) => [...values].reduce((one, other) => one + other, 0);
  const own = [...designer.scripts]
    .filter(([url]) => !shared.scripts.has(url))
    .map(([, size]) => size);
  return { all: designer.total, scripts: sum(designer.scripts.values()), ownScripts: sum(own) };
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
