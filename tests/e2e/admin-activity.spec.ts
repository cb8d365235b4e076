import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { owner, type Site } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** A client of the site with the owner's rights. */
async function ownersClient(site: Site) {
  const { publishableKey } = JSON.parse(readFileSync(join(site.directory, 'keys.json'), 'utf8'));
  const client = createClient<Database>(site.url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  return client;
}

test('the activity log shows who changed what, links to it, filters and paginates', {
  tag: '@narrow',
}, async ({ page, site }) => {
  const client = await ownersClient(site);
  const title = `Logged shed ${test.info().project.name}`;
  const { data: shed } = await client
    .from('shed_listings')
    .insert(newShed({ title, images: [] }))
    .select('id')
    .single()
    .throwOnError();
  for (let price = 4001; price <= 4026; price += 1) {
    await client.from('shed_listings').update({ price }).eq('id', shed.id).throwOnError();
  }
  const hours = { monday: '9-5', sunday: 'Closed' };
  const { data: settings } = await client
    .from('business_settings')
    .select('id, hours')
    .single()
    .throwOnError();
  const setHours = (to: typeof settings.hours) =>
    client.from('business_settings').update({ hours: to }).eq('id', settings.id).throwOnError();
  await setHours(hours);
  await setHours(settings.hours);

  await signIn(page, '/admin');
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity log' })).toBeVisible();
  await expect(page.getByText(`${owner.email} signed in`).first()).toBeVisible();
  await page.getByLabel('Screen').selectOption('Business Settings');
  const sentence = `${owner.email} changed the hours of the Business Settings`;
  const details = page.getByRole('button', { name: new RegExp(`Details ${sentence}`) }).nth(1);
  await details.press('Enter');
  await expect(page.getByText('Monday: 9-5')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Screen').selectOption('Shed Listings');
  await page.getByLabel('Person').selectOption(owner.email);
  await expect(page.getByRole('listitem').filter({ hasText: owner.email })).toHaveCount(25);
  await expect(
    page.getByText(`${owner.email} changed the price of the shed “${title}” from $4,025 to $4,026`),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/screen=shed_listings&person=[0-9a-f-]+&page=2/);
  await expect(page.getByText(`${owner.email} added the shed “${title}”`)).toBeVisible();
  await page.getByRole('link', { name: `Open ${owner.email} added the shed “${title}”` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shed Listings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await client.from('shed_listings').delete().eq('id', shed.id).throwOnError();
  await page.goto('/admin/activity?screen=shed_listings');
  await expect(page.getByText(`${owner.email} deleted the shed “${title}”`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open / }).filter({ hasText: title })).toHaveCount(
    0,
  );

  await page.route('**/rest/v1/audit_entries*', (route) => route.abort());
  await page.getByLabel('Screen').selectOption('Reviews');
  await expect(page.getByRole('alert')).toContainText('The activity log could not be loaded.');
  await page.unroute('**/rest/v1/audit_entries*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing here matches your choice.')).toBeVisible();
});

test('two filters chosen quickly are both applied', {
  tag: '@narrow',
}, async ({ page }) => {
  await signIn(page, '/admin/activity');
  await expect(page.getByText(`${owner.email} signed in`).first()).toBeVisible();
  await page.evaluate(async () => {
    const [screen, person] = document.querySelectorAll<HTMLSelectElement>('main select');
    const choose = (select: HTMLSelectElement | undefined) => {
      if (!select) throw new Error('There is nothing to choose from.');
      select.selectedIndex = 1;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose(screen);
    // The router goes on between two tasks of the browser, the page is drawn in a later one.
    for (let turn = 0; turn < 10_000 && !window.location.search; turn += 1) await null;
    choose(person);
  });
  await expect(page).toHaveURL(/\?screen=\w+&person=[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Screen')).not.toHaveValue('');
  await expect(page.getByLabel('Person')).not.toHaveValue('');
});

test.use({ expectedErrors: ['net::ERR_FAILED', 'Could not read audit_entries'] });
