import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { expectAfterRetries } from './support/retries.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 503', 'Could not'] });

const holdsFocus = (dialog: Locator) =>
  dialog.evaluate((element) => element.contains(document.activeElement));

/** The four counts and what came this week, as the cards show them. */
async function cards(page: Page) {
  const counts = new Map<string, { count: number; recent: number }>();
  for (const label of [
    'Total Quote Requests',
    'Contact Submissions',
    'Past Projects',
    'Customer Reviews',
  ]) {
    const card = page.locator('dl > div').filter({ hasText: label });
    const text = (await card.locator('dd').textContent()) ?? '';
    const [, count, recent] = /^([\d,]+?)(?:\+([\d,]+) this week)?$/.exec(text) ?? [];
    counts.set(label, { count: Number(count), recent: Number(recent ?? 0) });
  }
  return counts;
}

test(
  'the dashboard counts enquiries, and those of this week',
  { tag: '@narrow' },
  async ({ page, request }, { project }) => {
    await signIn(page, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Welcome to your admin dashboard')).toBeVisible();
    await expect(page.getByText('Total Quote Requests')).toBeVisible();
    const before = await cards(page);

    await sendQuote(request, `Quinn ${project.name}`);
    await sendMessage(request, `Ruth ${project.name}`);
    await page.reload();
    await expect(page.getByText('Total Quote Requests')).toBeVisible();
    const after = await cards(page);
    for (const label of ['Total Quote Requests', 'Contact Submissions']) {
      const { count = 0, recent = 0 } = before.get(label) ?? {};
      expect(after.get(label), label).toEqual({ count: count + 1, recent: recent + 1 });
    }
    for (const label of ['Past Projects', 'Customer Reviews']) {
      expect(after.get(label), label).toEqual(before.get(label));
    }

    const activity = page.getByRole('region', { name: 'Recent Activity' });
    const { recent: quotes } = after.get('Total Quote Requests') ?? {};
    const { recent: contacts } = after.get('Contact Submissions') ?? {};
    await expect(activity).toContainText(`${quotes} new quote request(s) this week`);
    await expect(activity).toContainText(`${contacts} new contact(s) this week`);

    const weekly = page.getByRole('region', { name: 'Quote Requests per Week' });
    await weekly.getByText('Show as a table').click();
    await expect(weekly.getByRole('row')).toHaveCount(13);
    await expect(page.getByRole('region', { name: 'Oldest Unanswered Request' })).toContainText(
      /(left of|over) the promised 24 hours\./,
    );
    await expectAccessible(page);
  },
);

test(
  'the counts are refetched each minute and on focus',
  { tag: '@wide' },
  async ({ page, request, site }, { project }) => {
    await page.clock.install();
    await signIn(page, '/admin');
    await expect(page.getByText('Total Quote Requests')).toBeVisible();
    const count = async () => (await cards(page)).get('Total Quote Requests')?.count;
    const before = (await count()) ?? 0;
    const { count: stored } = await serviceClient(site)
      .from('quote_requests')
      .select('*', { count: 'exact', head: true })
      .eq('status', 'pending')
      .eq('is_spam', false);
    const waiting = stored ?? 0;
    await sendQuote(request, `Vera ${project.name}`);
    await page.clock.fastForward(61_000);
    await expect.poll(count).toBe(before + 1);
    await expect(
      page.getByRole('link', { name: `Quote Requests ${waiting + 1} pending` }),
    ).toBeVisible();

    await sendQuote(request, `Walt ${project.name}`);
    await page.clock.fastForward(2000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(count).toBe(before + 2);

    // If that fails, the old numbers remain with a notice.
    await failRequests(page, 'HEAD', 'quote_requests');
    await page.clock.fastForward(61_000);
    await expectAfterRetries(
      page,
      page.getByText(/^These numbers are from .*: they can't be read anew/),
    );
    expect(await count()).toBe(before + 2);
    await expectAccessible(page);
    await page.unrouteAll();
    await page.clock.fastForward(61_000);
    await expect(page.getByText(/^These numbers are from/)).toHaveCount(0);
  },
);

test('the dashboard shows No recent activity, and how long the oldest request has waited', {
  tag: '@wide',
}, async ({ page }) => {
  await page.route('**/rest/v1/{quote_requests,contact_submissions}*', (route) => {
    const { searchParams } = new URL(route.request().url());
    if (route.request().method() === 'HEAD') {
      const count = searchParams.has('created_at') ? 0 : 1234;
      return route.fulfill({ headers: { 'content-range': `*/${count}` } });
    }
    if (searchParams.get('status') !== 'eq.pending') return route.fulfill({ json: [] });
    const waited = new Date(Date.now() - 27.5 * 60 * 60 * 1000).toISOString();
    const row = { customer_name: 'Sam Long', project_type: 'Roofing', created_at: waited };
    return route.fulfill({ json: [row] });
  });
  await signIn(page, '/admin');
  await expect(page.getByText('No recent activity')).toBeVisible();
  await expect(page.getByText('1,234', { exact: true })).toHaveCount(2);
  await expect(page.getByText('this week', { exact: false }).filter({ hasText: '+' })).toHaveCount(
    0,
  );
  const wait = page.getByRole('region', { name: 'Oldest Unanswered Request' });
  await expect(wait).toContainText('Sam Long (Roofing) has waited 27 hours.');
  await expect(wait).toContainText('3 hours over the promised 24 hours.');
  await expectAccessible(page);
});

test('failed statistics show an error, and Try again loads them', {
  tag: '@wide',
}, async ({ page }) => {
  await page.route('**/rest/v1/past_projects*', (route) =>
    route.fulfill({ status: 503, json: { code: '53100', message: 'disk full' } }),
  );
  await page.clock.install();
  await signIn(page, '/admin');
  const alert = page.getByRole('alert').filter({ hasText: 'The statistics could not be loaded.' });
  await expectAfterRetries(page, alert);
  await expectAccessible(page);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Total Quote Requests')).toBeVisible();
});

test(
  'the quick actions open their panels and forms',
  { tag: '@narrow' },
  async ({ page, request }, { project }) => {
    const quote = `Theo ${project.name}`;
    const message = `Uma ${project.name}`;
    await sendQuote(request, quote);
    await sendMessage(request, message);
    await signIn(page, '/admin');
    const action = (name: string) => page.getByRole('button', { name, exact: true });

    for (const { name, panel, who, settle } of [
      {
        name: 'View Quote Requests',
        panel: 'Newest Unanswered Quote Requests',
        who: quote,
        settle: 'Mark responded',
      },
      {
        name: 'Check Messages',
        panel: 'Newest Unread Messages',
        who: message,
        settle: 'Mark read',
      },
    ]) {
      await action(name).click();
      const dialog = page.getByRole('dialog', { name: panel });
      await expect(dialog.getByRole('listitem').first()).toContainText(who);
      await expect(dialog.getByRole('link', { name: `Reply via Email: ${who}` })).toHaveAttribute(
        'href',
        /^mailto:somebody@example\.com\?subject=/,
      );
      await expect(dialog.getByRole('link', { name: who, exact: true })).toHaveAttribute(
        'href',
        /^\/admin\/(quotes|contacts)\?open=[0-9a-f-]{36}$/,
      );
      await expectAccessible(page);
      await dialog.getByRole('button', { name: `${settle}: ${who}` }).click();
      await expect(dialog.getByText(who)).toBeHidden();
      await expect.poll(() => holdsFocus(dialog)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(action(name)).toBeFocused();
    }

    await action('Add New Project').click();
    await expect(page.getByRole('dialog', { name: 'Add New Project' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(action('Add New Project')).toBeFocused();

    await action('Manage Reviews').click();
    const reviews = page.getByRole('dialog', { name: 'Reviews Waiting for Approval' });
    const first = reviews.getByRole('article').first();
    await expect(first.getByText('Pending', { exact: true })).toBeVisible();
    await expect(reviews.getByText('Approved', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    const count = await reviews.getByRole('article').count();
    await first.getByRole('button', { name: /^Approve:/ }).click();
    await expect(reviews.getByRole('article')).toHaveCount(count - 1);
    await expect.poll(() => holdsFocus(reviews)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/admin$/);
  },
);

test('Generate Sitemap downloads what the website serves', { tag: '@wide' }, async ({
  page,
  request,
}) => {
  await signIn(page, '/admin');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Generate Sitemap' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('sitemap.xml');
  const xml = await readFile(await file.path(), 'utf8');
  const locations = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
  const paths = locations.map((url) => new URL(url).pathname);
  expect(paths.slice(0, 5)).toEqual(['/', '/custom-sheds', '/blog', '/contact', '/quote-request']);
  expect(paths.filter((path) => path.startsWith('/blog/')).length).toBeGreaterThan(0);
  expect(paths.filter((path) => path.startsWith('/custom-sheds/')).length).toBeGreaterThan(0);
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);

  const served = await request.get('/sitemap.xml');
  expect(served.headers()['content-type']).toContain('application/xml');
  const servedXml = await served.text();
  for (const location of locations) expect(servedXml).toContain(`<loc>${location}</loc>`);
});
