import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Faults } from '#tests/durability/failing-disk.ts';
import { copyFirstStart } from '#tests/support/first-start.ts';
import {
  contactFailure,
  contactSuccess,
  fillContact,
  fillQuote,
  quoteFailure,
  quoteSuccess,
} from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { type Site, startSite } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** Starts a site of these tests' own, on a copy of a first start's data. */
async function ownSite(environment: Record<string, string>) {
  const directory = copyFirstStart();
  const site = await startSite({ directory, environment });
  const stop = async () => {
    await site.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...site, stop };
}

/** Tables that are empty and take nothing. */
async function startRejectingTables() {
  const server = createServer((request, response) => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(reading ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(reading ? '[]' : '{"code":"XX000","message":"The table takes nothing"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test.describe('while the tables reject inserts', () => {
  let site: Site;
  let tables: Awaited<ReturnType<typeof startRejectingTables>>;
  test.beforeAll(async () => {
    tables = await startRejectingTables();
    site = await ownSite({
      SUPABASE_URL: tables.url,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0000000000000000000000_00000000',
    });
  });
  test.afterAll(async () => {
    await site.stop();
    tables.stop();
  });
  test.use({ expectedErrors: ['status of 500'] });

  test('both forms show their own error and retain the input', async ({ page }) => {
    await page.goto(`${site.url}/quote-request`);
    await fillQuote(page, 'Ben Broken');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByRole('alert').getByText(quoteFailure, { exact: true })).toBeVisible();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Ben Broken');
    await expectAccessible(page);

    await page.goto(`${site.url}/contact`);
    await fillContact(page, 'Ben Broken');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert').getByText(contactFailure, { exact: true })).toBeVisible();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Ben Broken');
    await expectAccessible(page);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('both forms show the same error', async ({ page }) => {
      await page.goto(`${site.url}/quote-request`);
      await fillQuote(page, 'Nora Noscript');
      await page.getByRole('button', { name: 'Submit Quote Request' }).click();
      await expect(page.getByText(quoteFailure, { exact: true })).toBeVisible();
      await expect(page.getByLabel(/^Name/)).toHaveValue('Nora Noscript');
      await page.goto(`${site.url}/contact`);
      await fillContact(page, 'Nora Noscript');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText(contactFailure, { exact: true })).toBeVisible();
      await expect(page.getByLabel(/^Name/)).toHaveValue('Nora Noscript');
    });
  });
});

test.describe('while the disk is full', () => {
  test.use({ expectedErrors: ['status of 503'] });

  test('a form shows an error, retains the input, and is stored once the disk has room', async ({
    page,
  }, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    const faults = join(outputDir, 'faults.json');
    const disk = new URL('../durability/failing-disk.ts', import.meta.url);
    const site = await ownSite({ NODE_OPTIONS: `--import=${disk}`, FAILING_DISK: faults });
    try {
      await page.goto(`${site.url}/contact`);
      await fillContact(page, 'Fay Fulldisk');
      const full: Faults = { calls: ['write'], under: 'pg_wal', code: 'ENOSPC' };
      writeFileSync(faults, JSON.stringify(full));
      const send = page.getByRole('button', { name: 'Send Message' });
      await send.click();
      await expect(
        page.getByRole('alert').getByText(contactFailure, { exact: true }),
      ).toBeVisible();
      await expect(page.getByLabel(/^Name/)).toHaveValue('Fay Fulldisk');
      rmSync(faults);
      const success = page.getByText(contactSuccess);
      await expect(async () => {
        // What was sent while the database is opened again is answered once it is open.
        if (!(await success.isVisible())) await send.click();
        await expect(success).toBeVisible({ timeout: 2000 });
      }).toPass();
      const sent = serviceClient(site).from('contact_submissions').select('name');
      const { data } = await sent.eq('name', 'Fay Fulldisk');
      expect(data).toHaveLength(1);
    } finally {
      await site.stop();
    }
  });
});

test('a failed mail does not affect the visitor', async ({ page }) => {
  const site = await ownSite({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'owner@example.com' });
  try {
    await page.goto(`${site.url}/quote-request`);
    await fillQuote(page, 'Mia Unmailed');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    await page.goto(`${site.url}/contact`);
    await fillContact(page, 'Mia Unmailed');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(contactSuccess)).toBeVisible();
  } finally {
    await site.stop();
  }
});
