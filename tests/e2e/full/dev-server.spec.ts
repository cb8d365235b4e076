import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type DevServer, startDevServer } from '#tests/support/dev-server.ts';
import { copyFirstStart } from '#tests/support/first-start.ts';
import { startTimeoutMs } from '#tests/support/timeouts.ts';

/** The site as `npm run dev` runs it, with changes of a copy of its sources. Vite compiles what is opened. */

test.setTimeout(120_000);
const soon = { timeout: 20_000 };

let directory: string;
let server: DevServer;
test.beforeAll(async () => {
  test.setTimeout(startTimeoutMs);
  directory = copyFirstStart();
  server = await startDevServer({ DATA_DIR: directory, LOG_LEVEL: 'warn' });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function openContactPage(page: Page) {
  await page.goto(`${server.url}/contact`, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

test('edits of a component and a style show in the open page and keep its typed text', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  // Vite may load the first page again, once it has bundled packages that it had not expected.
  await openContactPage(page);
  errors.length = 0;
  await openContactPage(page);
  const message = page.getByLabel('Message');
  await message.fill('A shed of 10 by 12');

  server.edit(
    'app/features/enquiries/contact-message-form.tsx',
    'Send us a message',
    'Tell us more',
  );
  const heading = page.getByRole('heading', { name: 'Tell us more' });
  await expect(heading).toBeVisible(soon);
  await expect(message).toHaveValue('A shed of 10 by 12');

  server.edit('app/theme.css', '--color-ink: #1d2420', '--color-ink: #ff0000');
  await expect(heading).toHaveCSS('color', 'rgb(255, 0, 0)', soon);
  await expect(message).toHaveValue('A shed of 10 by 12');
  expect(errors).toEqual([]);
});

test('an edit of the server reloads the open page', async ({ page }) => {
  // Vite may load the first page again. A page that is loading then would not notice the restart.
  await openContactPage(page);
  await openContactPage(page);
  server.edit('server/security-headers.ts', "'geolocation', ", '');
  // Vite may load the page for itself before the restart.
  await page.waitForResponse(
    async (response) =>
      response.url() === `${server.url}/contact` &&
      (await response.headerValue('permissions-policy'))?.includes('geolocation') === false,
  );
});

test('an error in a component shows its message, and the next edit the page', async ({ page }) => {
  const from = 'export default function ContactPage';
  const broken = `const broken = ;\n${from}`;
  server.edit('app/features/enquiries/public/contact-page.tsx', from, broken);
  await expect(async () => {
    await page.goto(`${server.url}/contact`);
    await expect(page.locator('vite-error-overlay')).toContainText('contact-page.tsx', {
      timeout: 2_000,
    });
  }).toPass({ timeout: 20_000 });
  server.edit('app/features/enquiries/public/contact-page.tsx', broken, from);
  await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible(soon);
});
