import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser-and-server.ts';
import { setTempDirectory } from './tests/support/temp-directory.ts';

setTempDirectory();

const executablePath = findChromium();

/** `npm run test:full` sets it: both widths for every journey, and the folder `full/`. */
const isFull = process.env.TEST_FULL === '1';

// `npm test` runs a journey at one width: the back office on a desktop, everything else on a phone.
// A tag overrides that: @both at both widths, @wide and @narrow at one width in every run. @full is for
// `npm run test:full` alone.
const grep = isFull
  ? { phone: /./, desktop: /./ }
  : { phone: /^(?!.*admin-).*|@narrow|@both/, desktop: /admin-|@wide|@both/ };

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  ...(isFull ? {} : { testIgnore: '**/full/**' }),
  workers: 2,
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
  projects: [
    {
      name: 'phone',
      grep: grep.phone,
      grepInvert: isFull ? /@wide/ : /@wide|@full/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grep: grep.desktop,
      grepInvert: isFull ? /@narrow/ : /@narrow|@full/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
