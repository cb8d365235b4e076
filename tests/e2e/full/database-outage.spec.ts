import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createEmptyDatabase } from '#tests/support/empty-database.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { contactSuccess } from '../support/forms.ts';
import { startSite } from '../support/site-process.ts';

test('without the database pages answer 503 with the phone number, and form input is retained', async ({
  page,
}) => {
  // It starts a database and a site.
  test.setTimeout(120_000);
  const server = await startPostgresServer();
  test.skip(!server, 'No PostgreSQL server on this machine');
  if (!server) return;
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-away-'));
  const databaseUrl = await createEmptyDatabase(server.getDatabaseUrl('postgres'));
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  const site = await startSite({ directory, environment });
  try {
    await page.goto(`${site.url}/contact`);
    await page.getByLabel(/^Name/).fill('Ann Example');
    await page.getByLabel(/^Email/).fill('ann@example.com');
    await page.getByLabel(/^Subject/).fill('A shed');
    await page.getByLabel(/^Message/).fill('Typed with great care.');

    await server.crash();
    const send = page.getByRole('button', { name: 'Send Message' });
    const sending = page.waitForResponse((response) => response.request().method() === 'POST');
    await send.click();
    expect((await sending).status()).toBe(503);
    await expect(page.getByText('Please try again or call us directly')).toBeVisible();
    await expect(page.getByRole('alert').getByRole('link', { name: /555/ })).toBeVisible();
    await expect(page.getByLabel(/^Message/)).toHaveValue('Typed with great care.');

    const visitor = await page.context().newPage();
    const other = await visitor.goto(`${site.url}/sheds`);
    expect([other?.status(), other?.headers()['retry-after']]).toEqual([503, '10']);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/back in a moment/);
    await expect(visitor.getByRole('main').getByRole('link', { name: /555/ })).toBeVisible();

    const design = await visitor.goto(`${site.url}/design?style=porch&size=10x12`);
    expect(design?.status()).toBe(200);
    await expect(visitor.getByText("The price isn't available right now.")).toBeVisible();

    await server.restart();
    await send.click();
    await expect(page.getByText(contactSuccess)).toBeVisible();
    expect((await visitor.goto(`${site.url}/sheds`))?.status()).toBe(200);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Custom Sheds');
  } finally {
    await site.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
