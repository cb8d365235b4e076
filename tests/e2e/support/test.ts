import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type TestInfo,
  type ViewportSize,
} from '@playwright/test';
import { copyFirstStart } from '#tests/support/first-start.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { snapshotContent } from './content.ts';
import { hydrate } from './hydrate.ts';
import { type Site, startSite } from './site-process.ts';

type WorkerFixtures = {
  mail: MailServer;
  site: Site;
  /** A browser context for each kind of screen, so that browsers load and compile our scripts once. */
  contexts: Map<string, BrowserContext>;
  /** Brings the site back to the demonstration before the first test of another file. */
  beginFile: (file: string) => Promise<void>;
};
type Screen = { viewport: ViewportSize; hasTouch: boolean; isMobile: boolean };
export type TestOptions = {
  /** The two widths of `npm test`; undefined if the project has one. */
  screens: { phone: Screen; desktop: Screen } | undefined;
};
type TestFixtures = TestOptions & {
  /** Console messages of the kind error that this test expects, as parts of their text. */
  expectedErrors: string[];
  /** Whether loading a page waits for React, as a person does who reads first; a touch before that is plain HTML. */
  waitsForHydration: boolean;
  demonstration: undefined;
};

/** The back office is tested on a desktop and the website on a phone, unless a tag says otherwise. */
function choose({ phone, desktop }: Record<'phone' | 'desktop', Screen>, { file, tags }: TestInfo) {
  const isWide = basename(file).startsWith('admin-')
    ? !tags.includes('@narrow')
    : tags.includes('@wide');
  return isWide ? desktop : phone;
}

/** Playwright's test on a site of this worker's own; an unexpected error in the console fails it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern.
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mail }, use) => {
      const directory = copyFirstStart();
      const site = await startSite({
        directory,
        environment: { SMTP_URL: mail.url, MAIL_TO: 'owner@example.com', TRUST_PROXY: 'true' },
      });
      await use(site);
      await site.stop();
      rmSync(directory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  beginFile: [
    async ({ site }, use) => {
      const restore = await snapshotContent(site);
      let current: string | undefined;
      await use(async (file) => {
        if (current !== undefined && current !== file) await restore();
        current = file;
      });
    },
    { scope: 'worker' },
  ],
  demonstration: [
    async ({ beginFile }, use, { file }) => {
      await beginFile(file);
      await use(undefined);
    },
    { auto: true },
  ],
  screens: [undefined, { option: true }],
  viewport: ({ screens, viewport }, use, info) =>
    use(screens ? choose(screens, info).viewport : viewport),
  hasTouch: ({ screens, hasTouch }, use, info) =>
    use(screens ? choose(screens, info).hasTouch : hasTouch),
  isMobile: ({ screens, isMobile }, use, info) =>
    use(screens ? choose(screens, info).isMobile : isMobile),
  expectedErrors: [[], { option: true }],
  waitsForHydration: [true, { option: true }],
  baseURL: async ({ site }, use) => use(site.url),
  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern.
    async ({}, use) => {
      const contexts: WorkerFixtures['contexts'] = new Map();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      contexts,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      reducedMotion,
      userAgent,
      deviceScaleFactor,
    },
    use,
    { tags },
  ) => {
    // A clock that was installed stays in its context.
    const isShared = !tags.includes('@clock');
    const key = JSON.stringify([
      { viewport, hasTouch, isMobile, javaScriptEnabled },
      { reducedMotion, userAgent, deviceScaleFactor },
    ]);
    const context = (isShared && contexts.get(key)) || (await browser.newContext());
    await context.setExtraHTTPHeaders(newVisitor());
    await use(context);
    if (!isShared) return context.close();
    contexts.set(key, context);
    await reset(context);
  },
  request: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: newVisitor(),
    });
    await use(request);
    await request.dispose();
  },
  page: async ({ page, expectedErrors, javaScriptEnabled, waitsForHydration }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    if (waitsForHydration && javaScriptEnabled !== false) hydrateOnLoad(page);
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors.some((part) => text.includes(part)));
    expect(unexpected, 'errors in the console').toEqual([]);
  },
});

/** Each test is a visitor of its own, as the rate limits count them. @returns headers */
function newVisitor(): Record<string, string> {
  const part = () => randomInt(1, 255);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

/** Removes what a test left in a browser context, but for the cache. */
async function reset(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const origins = new Set(context.pages().map((each) => new URL(each.url()).origin));
  for (const each of context.pages()) if (each !== page) await each.close();
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  for (const origin of origins) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  }
  await context.clearCookies();
  await context.clearPermissions();
  await page.close();
}

function hydrateOnLoad(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await hydrate(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await hydrate(page);
    return response;
  };
}

export { expect };
