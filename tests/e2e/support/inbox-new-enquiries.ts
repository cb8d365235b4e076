import type { Page } from '@playwright/test';
import { signIn } from './admin.ts';
import { fill, firstName, type InboxUnderTest, names, numbered } from './inbox.ts';
import { serviceClient } from './service.ts';
import type { Site } from './site-process.ts';
import { expect, expectAccessible, test } from './test.ts';

export function testNewEnquiries(inbox: InboxUnderTest): void {
  const { path, table } = inbox;

  test(
    `${path}: new enquiries appear without a reload, and the visible rows do not move`,
    { tag: inbox.tag },
    async ({ page, request, site }, { project }) => {
      await fill(site, inbox, numbered(60));
      const polls: string[] = [];
      page.on('request', (sent) => {
        if (/created_at=gte/.test(sent.url())) polls.push(sent.url());
      });
      await page.clock.install();
      await signIn(page, path);
      const come = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(names(page)).toHaveCount(25);
      await expect.poll(() => polls.length).toBe(1);

      await page.getByRole('checkbox', { name: 'Select Person 0024' }).check();
      const view = page.getByRole('link', { name: 'View: Person 0024' });
      await view.focus();
      await view.scrollIntoViewIfNeeded();
      const top = () => view.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      const before = await top();
      await inbox.send(request, 'Nova Late');
      await page.clock.fastForward(1100);
      await come();
      await expect(page.getByRole('link', { name: 'View: Nova Late' })).toHaveCount(1);
      await expect(firstName(page)).toHaveAccessibleName('View: Nova Late');
      await expect(page.getByRole('status').filter({ hasText: /^1 new / })).toBeAttached();
      await expect(page.getByRole('tab', { name: 'All (61)' })).toHaveCount(1);
      await expect(view).toBeFocused();
      await expect(page.getByRole('checkbox', { name: 'Select Person 0024' })).toBeChecked();
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);

      await test.step('new enquiries appear below an open dialog', async () => {
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        await inbox.send(request, 'Nils Later');
        await page.clock.fastForward(1100);
        await come();
        await expect(page.getByText(/^2 new /)).toHaveCount(1);
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(view).toBeFocused();
      });

      await test.step('on another page only the counts change, and a link leads to the newest', async () => {
        await page.getByRole('link', { name: 'Next page' }).click();
        await expect(page.getByText(/^26 to 50 of 62/)).toBeVisible();
        const shown = await firstName(page).getAttribute('aria-label');
        await inbox.send(request, 'Nell Last');
        // On one of the screens without a focus event: the list is polled every 20 s.
        if (project.name === 'phone' || table === 'contact_submissions') {
          await page.clock.fastForward(1100);
          await come();
        } else await page.clock.fastForward(20_000);
        await expect(page.getByText(/^1 new /)).toBeVisible();
        await expect(page.getByRole('tab', { name: 'All (63)' })).toBeVisible();
        expect(await firstName(page).getAttribute('aria-label')).toBe(shown);
        await expectAccessible(page);
        await expectColleaguesChange(inbox, page, site, String(shown).replace('View: ', ''));
        await page.getByRole('link', { name: 'Show the newest' }).click();
        await expect(firstName(page)).toHaveAccessibleName('View: Nell Last');
        await expect(page.getByText(/^1 new /)).toHaveCount(0);
        await expectColleaguesChange(inbox, page, site, 'Nell Last');
      });
    },
  );
}

/** A colleague settles an enquiry; its row shows that within 20 seconds. */
async function expectColleaguesChange(inbox: InboxUnderTest, page: Page, site: Site, name: string) {
  const row = page.getByRole('row').filter({ hasText: name });
  const [label, status] = inbox.settled;
  const badge = row.getByText(label, { exact: true });
  const service = serviceClient(site);
  const changed =
    inbox.table === 'quote_requests'
      ? service.from('quote_requests').update({ status }).eq('customer_name', name)
      : service.from('contact_submissions').update({ status }).eq('name', name);
  await changed.throwOnError();
  await page.clock.fastForward(20_000);
  await expect(badge).toBeVisible();
}
