import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitEmail } from '#app/domain/format/split-email.ts';
import type { Faults } from '#tests/durability/failing-disk.ts';
import { copyFirstStart } from '#tests/support/first-start.ts';
import { contactFailure, contactSuccess, fillContact } from '../support/forms.ts';
import { serviceClient } from '../support/service.ts';
import { startSite } from '../support/site-process.ts';
import { expect, test } from '../support/test.ts';

/** Runs a site of a test's own, on a copy of a first start's data. */
async function withOwnSite(
  environment: Record<string, string>,
  run: (site: Awaited<ReturnType<typeof startSite>>) => Promise<void>,
) {
  const directory = copyFirstStart();
  const site = await startSite({ directory, environment });
  try {
    await run(site);
  } finally {
    await site.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

test.describe('while the disk is full', () => {
  test.use({ expectedErrors: ['status of 503'] });

  test('a form shows an error, retains the input, and is stored once the disk has room', async ({
    page,
  }, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    const faults = join(outputDir, 'faults.json');
    const disk = new URL('../../durability/failing-disk.ts', import.meta.url);
    const environment = { NODE_OPTIONS: `--import=${disk}`, FAILING_DISK: faults };
    await withOwnSite(environment, async (site) => {
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
    });
  });
});

test('a mail server that is away does not affect the visitor', async ({ page }) => {
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'owner@example.com' };
  await withOwnSite(environment, async (site) => {
    await page.goto(`${site.url}/contact`);
    await fillContact(page, 'Mia Unmailed');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(contactSuccess)).toBeVisible();
  });
});

test('an e-mail address wraps at @ and dots only, and is copied whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/contact');
  await page.getByRole('banner').locator('summary').click();
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    const link = page.getByRole(landmark).locator('a[href^="mailto:"]').filter({ visible: true });
    const email = (await link.getAttribute('href'))?.replace('mailto:', '') ?? '';
    await expect(link).toHaveAccessibleName(email);
    const { selected, lines } = await link.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const counts: number[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        counts.push(range.getClientRects().length);
      }
      return { selected: getSelection()?.toString(), lines: counts };
    });
    expect(selected).toBe(email);
    expect(lines).toEqual(splitEmail(email).map(() => 1));
  }
});
