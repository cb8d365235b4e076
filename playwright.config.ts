import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser-and-server.ts';
import { setTempDirectory } from './tests/support/temp-directory.ts';

setTempDirectory();

const executablePath = findChromium();

// Each screen is tried at both widths. What no width changes is tried at one of them: what goes over
// the wire, what is stored, what crawlers read. Whole files are listed here, single tests carry a tag.
const onceWide = [
  'start',
  'bundle',
  'admin-conflicts',
  'admin-conflicts-forms',
  'admin-failures',
  'admin-mutations',
  'admin-mails',
  'admin-payloads',
  'admin-search',
  'admin-session',
  'admin-undo',
  'admin-unsaved',
  'headers',
  'hostile-files',
  'injections',
  'limits',
].map((name) => `**/${name}.spec.ts`);
const onceNarrow = [
  'database-outage',
  'forms-failures',
  'forms-input',
  'forms-sending',
  'html',
  'hydration',
  'lighthouse',
  'quote-request-draft',
  'seo',
  'seo-files',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  // Tests wait for a third of their time: for the age of a form, delays of retries, a slow network.
  workers: 3,
  // A busy machine can starve a browser for seconds. A test that passes at the second try is reported as flaky.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // Animations cost a browser without a GPU time. Tests of the public pages that need them turn them on.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
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
      testIgnore: onceWide,
      grepInvert: /@wide/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: onceNarrow,
      grepInvert: /@narrow/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
