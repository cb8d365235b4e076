import { randomInt } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { signIn } from './admin.ts';
import type { Site } from './site-process.ts';

/** Opens a path of the back office in another browser context with a session of its own. */
export async function openSecondSession(browser: Browser, site: Site, path: string): Promise<Page> {
  const part = () => randomInt(1, 255);
  const context = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` },
  });
  const page = await context.newPage();
  await signIn(page, path, { anew: true });
  return page;
}
