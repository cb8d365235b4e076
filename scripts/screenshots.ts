import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startSite } from '../bench/site.ts';
import { findChromium } from './browser-and-server.ts';

// `npm run screenshots`: renders the images of README.md from the built site with its demonstration
// content.

const directory = 'docs/images';
const maxTotalBytes = 200_000;

type Screenshot = {
  name: string;
  viewport: { width: number; height: number };
  open: (page: Page, siteUrl: string) => Promise<void>;
};

const screenshots: Screenshot[] = [
  {
    name: 'home-phone',
    viewport: { width: 390, height: 844 },
    open: async (page, siteUrl) => {
      await page.goto(siteUrl);
    },
  },
  {
    name: 'shed-listing',
    viewport: { width: 1200, height: 900 },
    open: async (page, siteUrl) => {
      await page.goto(`${siteUrl}/custom-sheds`);
      const link = page.locator('main a[href^="/custom-sheds/"]').first();
      await page.goto(new URL((await link.getAttribute('href')) ?? '', siteUrl).href);
    },
  },
  {
    name: 'quote-requests',
    viewport: { width: 1200, height: 900 },
    open: async (page, siteUrl) => {
      await page.goto(`${siteUrl}/admin/quotes`);
      await page.getByLabel('Email address').fill('owner@example.com');
      await page.getByLabel('Password').fill('correct horse');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Quote Requests' }).waitFor();
    },
  },
];

const site = await startSite();
const executablePath = findChromium();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  await mkdir(directory, { recursive: true });
  let total = 0;
  for (const { name, viewport, open } of screenshots) {
    const page = await browser.newPage({ viewport });
    await open(page, site.url);
    await waitForImages(page);
    const file = join(directory, `${name}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6 })
      .toFile(file);
    total += (await stat(file)).size;
    await page.close();
  }
  process.stdout.write(`${Math.round(total / 1000)} kB of screenshots in ${directory}\n`);
  if (total > maxTotalBytes) throw new Error(`The screenshots exceed ${maxTotalBytes} bytes`);
} finally {
  await browser.close();
  await site.stop();
}

/** Waits until requests have ended and the images in view are decoded. */
async function waitForImages(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
    ),
  );
}
