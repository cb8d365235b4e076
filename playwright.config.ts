import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser-and-server.ts';
import { setTempDirectory } from './scripts/temp-directory.ts';
import type { TestOptions } from './tests/e2e/support/test.ts';

setTempDirectory();

const executablePath = findChromium();

/** `npm run test:full` sets it: both widths for every journey, and the folder `full/`. */
const isFull = process.env.TEST_FULL === '1';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false };

export default defineConfig<TestOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  ...(isFull ? {} : { testIgnore: '**/full/**' }),
  workers: Math.min(availableParallelism(), 4),
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // Animations cost a browser without a GPU time. Tests of the public pages that need them turn them on.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        // Widths of text as on the screen of a visitor, not rounded to whole pixels.
        '--font-render-hinting=none',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // `npm test` runs a test at one width, which support/test.ts chooses; a project starts workers and sites of its own.
  // Tests with @wide or @narrow have one width in every run, and @full is for `npm run test:full` alone.
  projects: isFull
    ? [
        { name: 'phone', grepInvert: /@wide/, use: phone },
        { name: 'desktop', grepInvert: /@narrow/, use: desktop },
      ]
    : [{ name: 'one width', grepInvert: /@full/, use: { screens: { phone, desktop } } }],
});
