import type { Page } from '@playwright/test';
import { parsePriceList } from '#app/domain/designs/price-list.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newQuoteRequest, newShed } from '#tests/fixtures/rows.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { signIn } from './support/admin.ts';
import { confirm, download, expectText, expectTitle, press } from './support/back-office.ts';
import { emptyTables } from './support/content.ts';
import { sendDesignRequest } from './support/design-request.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { expectAfterRetries } from './support/retries.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** The back office's screens beside inboxes, records and quotes. */

test.use({
  expectedErrors: ['status of 4', 'status of 5', 'net::ERR_FAILED', 'Could not', 'could not'],
});

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const hours = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

async function saveSettings(page: Page, sentence: string) {
  await press(page, 'Save Settings');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(sentence);
  await press(alert, 'OK');
  await expect(alert).toBeHidden();
}

test('business settings are validated, saved and on the website at once', async ({
  page,
  request,
}) => {
  await signIn(page, '/admin/settings');
  await expectTitle(page, 'Business Settings');
  for (const place of [
    'Business name: header and footer',
    'Contact info: header and contact section',
    'Business hours: header and footer',
    'Address: footer and contact forms',
    'Social links: footer',
  ]) {
    await expect(page.getByRole('complementary').getByText(place)).toBeVisible();
  }
  await page.getByLabel('Business Name').fill('');
  await page.getByLabel(/^Email/).fill('hello');
  await page.getByLabel(/^Facebook URL/).fill('facebook.com');
  await page.getByLabel(/^Instagram URL/).fill('javascript:alert(1)');
  await press(page, 'Save Settings');
  await expectText(page, 'Business name is required');
  await expect(page.getByText('Please enter a valid email', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter a valid URL', { exact: true })).toHaveCount(2);

  await page.getByLabel('Business Name').fill('Ridgeline Test Builders');
  await page.getByLabel(/^Phone/).fill('705-555-0177');
  await page.getByLabel(/^Email/).fill('hello@example.com');
  await page.getByLabel(/^Facebook URL/).fill('https://example.com/ridgeline');
  await page.getByLabel(/^Instagram URL/).fill('');
  for (const day of hours) await page.getByLabel(day).fill('6:30 AM - 5:00 PM');
  await page.getByLabel('Saturday').fill('Closed');
  await page.getByLabel('Sunday').fill('10:00 AM - 2:00 PM');
  await expectText(page, 'Mon-Fri: 6:30 AM - 5:00 PM | Sun: 10:00 AM - 2:00 PM');
  await failRequests(page, 'PATCH', 'business_settings');
  await saveSettings(page, 'Error saving settings. Please try again.');
  await expect(page.getByLabel('Business Name')).toHaveValue('Ridgeline Test Builders');
  await page.unrouteAll();
  await saveSettings(page, 'Business settings updated successfully!');
  const html = await (await request.get('/')).text();
  for (const text of [
    'Ridgeline Test Builders',
    '705-555-0177',
    '10:00 AM - 2:00 PM',
    'href="https://example.com/ridgeline"',
  ]) {
    expect(html).toContain(text);
  }
  await page.reload();
  await expect(page.getByLabel('Sunday')).toHaveValue('10:00 AM - 2:00 PM');
  await expect(page.getByLabel(/^Instagram URL/)).toHaveValue('');
});

test('without stored settings the form has the default hours and inserts the row; backups show their state', async ({
  page,
}) => {
  const methods: string[] = [];
  await page.route('**/rest/v1/business_settings*', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: [] });
    methods.push(request.method());
    const row = { ...request.postDataJSON(), id: '00000000-0000-4000-8000-000000000001' };
    return route.fulfill({ status: 201, json: [row] });
  });
  const good = {
    id: '00000000-0000-4000-8000-000000000001',
    due_at: '2026-11-20T08:30:00Z',
    started_at: '2026-11-20T08:30:05Z',
    finished_at: '2026-11-20T08:30:09Z',
    file_name: 'ridgeline-backup-20261120T083005Z-daily.tar.gz',
    bytes: 2_936_013,
    failure: null,
  };
  const failure = 'There is no space left on the disk.';
  const bad = { ...good, started_at: '2026-11-21T08:30:05Z', file_name: null, failure };
  let runs: object[] = [good];
  await page.route('**/rest/v1/backup_runs*', (route) =>
    route.fulfill({ json: route.request().url().includes('failure=is.null') ? [good] : runs }),
  );
  await signIn(page, '/admin/settings');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups).toContainText(/Last backup: .*2\.8 MB, ridgeline-backup-20261120T083005Z/);
  runs = [bad];
  await page.reload();
  await expect(backups).toContainText(`failed: ${failure} The last good one:`);

  for (const day of hours) await expect(page.getByLabel(day)).toHaveValue('7:00 AM - 6:00 PM');
  await expect(page.getByLabel('Saturday')).toHaveValue('8:00 AM - 4:00 PM');
  await expect(page.getByLabel('Sunday')).toHaveValue('Closed');
  for (const name of ['Ridgeline', 'Ridgeline Sheds']) {
    await page.getByLabel('Business Name').fill(name);
    await saveSettings(page, 'Business settings updated successfully!');
  }
  expect(methods).toEqual(['POST', 'PATCH']);
});

test('both heroes with their images are validated, saved and shown at once, and follow Active', async ({
  page,
  request,
}) => {
  await signIn(page, '/admin/home-content');
  await expectTitle(page, 'Home Content');
  for (const { name, path } of [
    { name: 'Hero Section', path: '/' },
    { name: 'Sheds Page Hero', path: '/sheds' },
  ]) {
    const hero = page.getByRole('form', { name });
    const heading = hero.getByLabel('Title', { exact: true });
    const save = hero.getByRole('button', { name: 'Save Changes' });
    const shown = `Straight walls, ${name}`;
    const website = async () => (await request.get(path)).text();
    await heading.fill('');
    await hero.getByLabel(/^Button Link/).fill('javascript:alert(1)');
    await save.click();
    await expectText(hero, 'Title is required');
    await expectText(hero, 'Please begin with https://');

    const file = await createImageFile('Front door.jpg', '#7a4b2a');
    await page.route('**/storage/v1/object/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 404, json: { statusCode: '404', message: 'The disk is full' } })
        : route.fallback(),
    );
    await hero.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('alertdialog')).toContainText(
      'Failed to upload image: Upload failed: The disk is full',
    );
    await confirm(page, 'OK');
    await page.unrouteAll();
    await hero.locator('input[type=file]').setInputFiles(file);
    await expect(hero.getByRole('img', { name: 'Front door.jpg' })).toBeVisible();

    await heading.fill(shown);
    await hero.getByLabel(/^Button Text/).fill('Ask for a price');
    await hero.getByLabel(/^Button Link/).fill('/quote-request');
    await failRequests(page, 'PATCH', 'home_content');
    await save.click();
    await expect(hero.getByRole('alert')).toContainText(
      `The ${name.toLowerCase()} could not be saved.`,
    );
    await expect(heading).toHaveValue(shown);
    await page.unrouteAll();
    await save.click();
    await expectText(page, `The ${name.toLowerCase()} is saved.`);
    expect(await website()).toContain(shown);
    expect(await website()).toContain('Ask for a price');
    expect(await website()).toMatch(/hero\/\d+-Front-door\.jpg/);
    await hero.getByLabel('Active').uncheck();
    await save.click();
    await expect(hero.getByText('Not saved yet')).toBeHidden();
    expect(await website()).not.toContain(shown);
  }
});

test('prices are changed as a draft with a preview, published with a note, and restored', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const { data } = await service
    .from('price_lists')
    .select('prices, costs')
    .order('version', { ascending: false, nullsFirst: false })
    .limit(1)
    .single()
    .throwOnError();
  const prices = parsePriceList(data.prices);
  // A style without a price.
  const base = { ...prices.base, Porch: { start: 0, perSquareFoot: 0, grid: {} } };
  await service
    .from('price_lists')
    .insert({ prices: { ...prices, base }, costs: data.costs })
    .throwOnError();
  await signIn(page, '/admin/price-list');
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const sample = row('Gable, 8x10, Wood');
  const isDraft = page.getByText('Draft, not published');
  const openPublish = page.getByRole('button', { name: 'Publish', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Publish the price list' });
  const publish = async (note: string) => {
    await openPublish.click();
    await dialog.getByLabel('Note').fill(note);
    await press(dialog, 'Publish');
    await expect(dialog).toBeHidden();
  };
  await expectTitle(page, 'Price List');
  await expectText(page, /Version \d+ of .* is in force\./);
  await expect(row('Porch, 12x20, Wood')).toContainText('Not priced');
  await openPublish.click();
  await expect(dialog).toContainText('Without a base price, visitors see no price: Porch.');
  await press(dialog, 'Publish');
  await expectText(dialog, 'Please enter what has changed');
  await press(dialog, 'Cancel');
  await press(page, /^Discard/);
  await confirm(page, 'Discard Draft');
  await expectText(page, 'The draft is discarded.');
  await expect(sample).toContainText('as published');

  const openGable = async () => {
    await page.locator('summary', { hasText: /^Gable/ }).click();
    return page.getByRole('group', { name: 'Gable', exact: true });
  };
  const gable = await openGable();
  const price = gable.getByLabel('8x10', { exact: true });
  const before = await price.inputValue();
  await price.fill('cheap');
  await press(page, 'Save Draft');
  await expectText(gable, 'Please enter dollars, such as 350 or 350.50');
  await expectText(page, 'Correct the marked fields to see their effect.');
  await price.fill(String(Number(before) + 1000));
  await expect(sample).toContainText(/published \$/);
  await expect(openPublish).toBeDisabled();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('tab', { name: 'Prices' }).click();
  await expect(price).toHaveValue(String(Number(before) + 1000));
  await press(page, 'Save Draft');
  await expect(isDraft).toBeVisible();
  await publish('Cedar costs more');
  await expectText(page, /Version \d+ of the price list is published\./);
  await expect(sample).toContainText('as published');

  await page.getByRole('tab', { name: 'Versions' }).click();
  const versions = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
  await expect(versions.first()).toContainText('Cedar costs more');
  await versions
    .nth(1)
    .getByRole('button', { name: /Restore version/ })
    .click();
  await confirm(page, 'Restore');
  await expectText(page, /The draft now has the prices of version \d+\./);
  await expect((await openGable()).getByLabel('8x10', { exact: true })).toHaveValue(before);
  await publish('Back to the former price');
});

test('price visibility, hints and withdrawn options are saved and on the website', async ({
  page,
  site,
}) => {
  const settings = serviceClient(site).from('designer_settings');
  const { data: stored } = await settings.select('*').single().throwOnError();
  await signIn(page, '/admin/price-list?tab=visitors');
  const option = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const doors = ['Single door 36', 'Single door 42', 'Double door 60', 'Double door 72'];
  for (const door of [...doors, 'Roll-up door 84']) await option(`${door} in`).uncheck();
  await page.getByLabel('Width up to, ft').fill('99');
  await saveButton(page).click();
  await expectText(page, 'Please offer at least one door');
  await expectText(page, 'Please enter whole feet between 6 and 16');
  for (const door of doors) await option(`${door} in`).check();
  await option('Gambrel').uncheck();
  await page.getByLabel('Width up to, ft').fill('12');
  await page.getByText('A range', { exact: true }).click();
  const permit = page.getByRole('group', { name: 'Building permit', exact: true });
  await permit.getByLabel('Figure, m²').fill('15');
  await permit.getByLabel('Checked on').fill('2026-11-20');
  await permit.getByRole('checkbox').check();
  await permit.getByLabel('Above the figure').fill('Ask us about {value} m² above {figure}.');
  await press(page, 'Add a municipality');
  const zoning = page.getByRole('group', { name: 'Municipality 1' });
  await zoning.getByLabel('Municipality', { exact: true }).fill('Hollin Bay');
  await zoning.getByLabel('Height, m').fill('3');
  await saveButton(page).click();
  await expectText(page, 'What visitors see is saved.');

  const range = /between \$[\d,]+00 and \$[\d,]+00/i;
  await expect(async () => {
    await page.goto('/design?style=gambrel&size=14x16');
    await expect(page.getByText('Gambrel is not offered at the moment')).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  const hints = page.getByRole('region', { name: 'Will it fit?' });
  await expect(hints).toContainText('At 14 ft of width it needs an engineer');
  await expect(hints).toContainText('Ask us about 20.81 m² above 15. Check with');
  await expect(hints).toContainText('Checked on November 20, 2026.');
  await expect(hints.getByRole('listitem').filter({ hasText: 'Hollin Bay' })).toContainText(
    /At most 3 m high\. This shed is [\d.]+ m high\./,
  );
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price).toContainText(range);
  await expect(price.getByRole('row')).toHaveCount(0);
  const styles = page.getByLabel('Style', { exact: true });
  await expect(styles).toHaveValue('Dutch Barn');
  await expect(styles.getByRole('option', { name: 'Gambrel' })).toHaveCount(0);

  await settings.update({ price_visibility: 'none' }).eq('id', stored.id).throwOnError();
  await expect(async () => {
    await page.goto('/design?style=gable&size=14x16');
    await expect(page.getByRole('main')).not.toContainText('$', { timeout: 500 });
  }).toPass();
  await settings.update(stored).eq('id', stored.id).throwOnError();
});

test('a request shows its design, the price that its customer saw, drawings and documents', {
  tag: '@full',
}, async ({ page, site }) => {
  const id = await sendDesignRequest(site, { deliveryKm: 100 });
  await signIn(page, `/admin/quotes?open=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  await expectText(dialog, '10x12 ft');
  await expect(
    dialog.getByRole('heading', { name: /^Price as the customer saw it, by version \d+$/ }),
  ).toBeVisible();
  await expectText(dialog, /The customer saw about \$[\d,]+/);
  await expect(dialog.getByRole('row', { name: /Base 10x12 Gable/ })).toBeVisible();
  await expectText(dialog, /before tax; costs \$[\d,.]+, margin \d+ % without delivery/);

  await test.step('drawings and documents of the design', async () => {
    for (const [name, count] of [
      ['Floor plan', 1],
      ['Elevations', 4],
      ['Framing', 7],
    ] as const) {
      const group = dialog.getByRole('group').filter({ hasText: name }).first();
      await group.getByText(name, { exact: true }).first().click();
      await expect(group.getByRole('img')).toHaveCount(count);
      await expectText(group, /not engineered/);
    }
    const button = 'Cut list (PDF)';
    await page.route('**/design/documents/**', (route) => route.fulfill({ status: 503 }));
    await press(dialog, button);
    await expectText(page, 'The document could not be made. Please try again.');
    await page.unrouteAll();
    const cuts = await download(page, button);
    expect(cuts.name).toBe('10x12-gable-cut-list.pdf');
    expect((await readPdf(cuts.content)).pages.join()).toContain('Boards to buy');
    const materials = await download(page, 'Bill of materials (CSV)');
    expect(materials.name).toBe('10x12-gable-bill-of-materials.csv');
    expect(materials.content.toString()).toContain('"Lumber","2x4, ');
  });

  await test.step('the request is answered with a variant', async () => {
    const href = `/design?style=gable&size=10x12&delivery=100#request=${id}`;
    const link = dialog.getByRole('link', { name: 'Open in designer' });
    await expect(link).toHaveAttribute('href', href);
    await page.goto(href);
    await hydrate(page);
    await page.getByLabel('Wall colour').selectOption('Red');
    await page.getByRole('link', { name: 'Reply with this variant' }).click();
    const variant = `${site.url}/design?style=gable&size=10x12&color=red&delivery=100`;
    await expect(dialog.getByRole('link', { name: variant })).toBeVisible();
    const reply = dialog.getByRole('link', { name: 'Reply via Email' });
    const draft = decodeURIComponent((await reply.getAttribute('href')) ?? '');
    expect(draft).toContain(`your design:\r\n${variant}\r\n`);
  });

  const unseen = await sendDesignRequest(site, { hasSeenPrice: false });
  await page.goto(`/admin/quotes?open=${unseen}`);
  await expectText(dialog, /^What the customer saw is unknown/);
});

test('the dashboard counts enquiries, refetches each minute and keeps old numbers if that fails', async ({
  page,
  request,
  site,
}) => {
  const service = serviceClient(site);
  await emptyTables(service, ['quote_requests', 'contact_submissions']);
  await page.clock.install();
  await page.route('**/rest/v1/past_projects*', (route) => route.abort());
  await signIn(page, '/admin');
  const alert = page.getByRole('alert').filter({ hasText: 'The statistics could not be loaded.' });
  await expectAfterRetries(page, alert);
  await page.unrouteAll();
  await press(alert, 'Try again');
  await expectTitle(page, 'Dashboard');
  await expectText(page, 'Welcome to your admin dashboard');
  const card = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');
  await expect(card('Total Quote Requests')).toHaveText('0');
  await expect(card('Contact Submissions')).toHaveText('0');
  await expect(card('Past Projects')).toHaveText(/^[1-9]\d*$/);
  await expect(card('Customer Reviews')).toHaveText(/^[1-9]\d*$/);
  await expectText(page, 'No recent activity');

  const now = Date.now();
  const old = [27.5 * 3_600_000, 9 * 86_400_000].map((age, place) => ({
    ...newQuoteRequest({ customer_name: `Sam ${place}`, inspiration_images: [] }),
    status: place === 0 ? 'pending' : 'responded',
    created_at: new Date(now - age).toISOString(),
  }));
  await service.from('quote_requests').insert(old).throwOnError();
  await sendQuote(request, 'Quinn New');
  await sendMessage(request, 'Ruth New');
  await page.clock.fastForward(61_000);
  await expect(card('Total Quote Requests')).toHaveText('3+2 this week');
  await expect(card('Contact Submissions')).toHaveText('1+1 this week');
  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('Recent Activity')).toContainText('2 new quote request(s) this week');
  await expect(region('Recent Activity')).toContainText('1 new contact(s) this week');
  await expect(region('Oldest Unanswered Request')).toContainText(
    /Sam 0 \(Custom Shed\) has waited 27 hours\..*3 hours over the promised 24 hours\./,
  );
  await region('Quote Requests per Week').getByText('Show as a table').click();
  await expect(region('Quote Requests per Week').getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('link', { name: 'Quote Requests 2 pending' })).toBeVisible();

  await failRequests(page, 'HEAD', 'quote_requests');
  await page.clock.fastForward(61_000);
  await expectAfterRetries(
    page,
    page.getByText(/^These numbers are from .*: they can't be read anew/),
  );
  await expect(card('Total Quote Requests')).toHaveText('3+2 this week');
});

test('the quick actions open panels and forms in place, and Generate Sitemap downloads the sitemap', async ({
  page,
  request,
}) => {
  await sendQuote(request, 'Theo Quick');
  await sendMessage(request, 'Uma Quick');
  await signIn(page, '/admin');
  const action = (name: string) => page.getByRole('button', { name, exact: true });
  for (const { name, panel, who, mark } of [
    {
      name: 'View Quote Requests',
      panel: 'Newest Unanswered Quote Requests',
      who: 'Theo Quick',
      mark: 'Mark responded',
    },
    {
      name: 'Check Messages',
      panel: 'Newest Unread Messages',
      who: 'Uma Quick',
      mark: 'Mark read',
    },
  ]) {
    await action(name).click();
    const dialog = page.getByRole('dialog', { name: panel });
    await expect(dialog.getByRole('listitem').first()).toContainText(who);
    await expect(dialog.getByRole('link', { name: `Reply via Email: ${who}` })).toHaveAttribute(
      'href',
      /^mailto:somebody@example\.com\?subject=/,
    );
    await press(dialog, `${mark}: ${who}`);
    await expect(dialog.getByText(who)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(action(name)).toBeFocused();
  }
  await action('Add New Project').click();
  await expect(page.getByRole('dialog', { name: 'Add New Project' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(action('Add New Project')).toBeFocused();
  await action('Manage Reviews').click();
  const reviews = page.getByRole('dialog', { name: 'Reviews Waiting for Approval' });
  const articles = reviews.getByRole('article');
  await expect(articles.first().getByText('Pending', { exact: true })).toBeVisible();
  await expect(reviews.getByText('Approved', { exact: true })).toHaveCount(0);
  const count = await articles.count();
  await articles
    .first()
    .getByRole('button', { name: /^Approve:/ })
    .click();
  await expect(articles).toHaveCount(count - 1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin$/);

  const sitemap = await download(page, 'Generate Sitemap');
  expect(sitemap.name).toBe('sitemap.xml');
  const served = await (await request.get('/sitemap.xml')).text();
  const locations = [...sitemap.content.toString().matchAll(/<loc>.*?<\/loc>/g)].map(String);
  expect(locations.length).toBeGreaterThan(5);
  for (const location of locations) expect(served).toContain(location);
});

test('the activity log shows who changed what, links to it, filters and paginates', async ({
  page,
  site,
}) => {
  const client = visitorClient(site);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  const shed = 'Logged shed';
  const { data } = await client
    .from('shed_listings')
    .insert(newShed({ title: shed, images: [] }))
    .select('id')
    .single()
    .throwOnError();
  for (let price = 4001; price <= 4026; price += 1) {
    await client.from('shed_listings').update({ price }).eq('id', data.id).throwOnError();
  }
  await signIn(page, '/admin');
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expectTitle(page, 'Activity log');
  await page.getByLabel('Screen').selectOption('Shed Listings');
  await page.getByLabel('Person').selectOption(owner.email);
  const changed = `${owner.email} changed the price of the shed “${shed}” from $4,025 to $4,026`;
  await expectText(page, changed);
  await expect(page.getByRole('listitem').filter({ hasText: owner.email })).toHaveCount(25);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/screen=shed_listings&person=[0-9a-f-]+&page=2/);
  await page.getByRole('link', { name: `Open ${owner.email} added the shed “${shed}”` }).click();
  await expectTitle(page, 'Shed Listings');
  await expect(page.getByRole('heading', { name: shed })).toBeVisible();

  await client.from('shed_listings').delete().eq('id', data.id).throwOnError();
  await page.goto('/admin/activity?screen=shed_listings');
  await expectText(page, `${owner.email} deleted the shed “${shed}”`);
  await expect(page.getByRole('link', { name: /^Open / }).filter({ hasText: shed })).toHaveCount(0);
});

test('a mail that the server rejected is marked with the reason, and can be sent again', async ({
  page,
  request,
  mail,
}) => {
  mail.be({ at: 'recipient', code: 550 });
  // The visitor reads that it was sent: the helper expects it.
  await sendQuote(request, 'Mia Unsent');
  await signIn(page, '/admin/quotes');
  const row = page.getByRole('row').filter({ hasText: 'Mia Unsent' });
  await expectText(row, 'E-mail delayed');
  await page.goto('/admin');
  const notice = page.getByText('1 e-mail about an enquiry has not been sent to you.');
  await notice.getByRole('link', { name: 'Quote Requests' }).click();
  await page.getByRole('link', { name: 'View: Mia Unsent' }).click();
  const note = page.getByRole('dialog').getByRole('region', { name: 'E-mail to you' });
  await expect(note).toContainText('The mail server refused it.');
  await expect(note).toContainText('550 Not this one');
  await expect(note).toContainText('Next try: within two minutes');

  mail.be('take');
  await press(note, 'Send again');
  await expectText(page, 'The e-mail is sent again in a moment.');
  await mail.waitFor(({ text }) => text?.includes('Mia Unsent') ?? false);
  await expectText(page, 'The e-mail has been sent.');
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(row.getByText(/E-mail (delayed|not sent)/)).toHaveCount(0);
});

test('a consent is shown and withdrawn, a person exported and erased, and a page has own words', async ({
  page,
  request,
  site,
}) => {
  const service = serviceClient(site);
  const path = 'inspiration/1767225600000-nora.jpg';
  const image = await createSmallImage();
  await service.storage.from('images').upload(path, image, { contentType: 'image/jpeg' });
  await sendMessage(request, 'Nora News', { email: 'Nora.News@example.com', news: '1' });
  await service
    .from('quote_requests')
    .insert(newQuoteRequest({ email: 'nora.news@EXAMPLE.com', inspiration_images: [path] }))
    .throwOnError();
  await signIn(page, '/admin/contacts');
  await page.getByRole('link', { name: 'View: Nora News' }).click();
  const detail = page.getByRole('dialog', { name: 'Contact Submission Details' });
  await expectText(detail, /^Agreed on .* in the contact form$/);
  await press(detail, 'Withdraw consent');
  await expectText(detail, 'The consent is withdrawn.');
  await expectText(detail, /withdrawn on/);
  await detail.getByRole('link', { name: 'Export or erase everything of this person' }).click();
  await expectTitle(page, 'Privacy');
  await expectText(
    page,
    'Stored of Nora.News@example.com: 1 quote request, 1 contact message, 1 consent to news and 1 picture.',
  );
  const exported = JSON.parse((await download(page, 'Export as JSON')).content.toString());
  expect(exported.quote_requests[0].email).toBe('nora.news@EXAMPLE.com');
  expect((await request.get(exported.pictures[0].address)).ok()).toBe(true);
  await press(page, 'Erase everything');
  const question = page.getByRole('alertdialog', { name: /^Erase everything of/ });
  await expect(question).toContainText('1 quote request, 1 contact message');
  await press(question, 'Erase');
  await expectText(page, 'Nothing is stored of Nora.News@example.com.');
  expect((await service.storage.from('images').exists(path)).data).toBe(false);

  await press(page, 'Edit Accessibility');
  const dialog = page.getByRole('dialog', { name: 'Edit Accessibility Page' });
  await dialog.getByLabel('Title').fill('Everybody is welcome');
  await press(dialog, 'Save Page');
  await expect(dialog).toBeHidden();
  const website = async () => (await request.get('/accessibility')).text();
  expect(await website()).toContain('Everybody is welcome');
  await press(page, /^Use the built-in words/);
  await confirm(page, 'Delete');
  await expect(page.getByText(/^Your own words/)).toBeHidden();
  expect(await website()).not.toContain('Everybody is');
});

test('a listing is created from a design with its images, texts and price, and only if all succeed', {
  tag: '@full',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const name = 'Navy Blue 12x16 Modern Farmhouse Shed';
  const design = '/design?style=modern-farmhouse&size=12x16&color=navy-blue&extras=cupola';
  const read = async () =>
    (await service.from('shed_listings').select('*').eq('title', name).throwOnError()).data;
  // The server takes seconds to draw one.
  const drawn: string[] = [];
  const drawing = await createSmallImage();
  let failing = 3;
  await page.route('**/design/listing-image?*', (route) => {
    failing -= 1;
    if (failing === 0) return route.fulfill({ status: 503, body: 'busy' });
    drawn.push(route.request().url());
    return route.fulfill({ contentType: 'image/jpeg', body: drawing });
  });
  await signIn(page, '/admin/sheds');
  await press(page, 'From a Design');
  const dialog = page.getByRole('dialog', { name: 'New Listing from a Design' });
  const link = dialog.getByLabel('Link of the design');
  const create = dialog.getByRole('button', { name: 'Create Listing' });
  await link.fill('https://example.com/sheds');
  await create.click();
  await expectText(dialog, /Please enter a link of the designer/);
  await link.fill(site.url + design);
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await expectText(dialog, /^\$[\d,]+(\.\d\d)? before tax, by version \d+/);
  await expectText(dialog, /^A Modern Farmhouse shed, 12 by 16 feet/);
  const second = dialog.getByRole('group', { name: 'Picture 2' });
  await second.getByLabel('Season').selectOption('Winter');
  await second.getByLabel('Light').selectOption('Overcast');
  await second.getByLabel('Side').selectOption('From behind');

  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Picture 3 could not be drawn, and no listing has been created. Please try again.',
  );
  await failRequests(page, 'POST', 'shed_listings');
  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The listing could not be saved. Please try again.',
  );
  expect(await read()).toEqual([]);
  await page.unroute('**/rest/v1/shed_listings*');
  await create.dblclick();
  await expect(dialog).toBeHidden();
  await expectText(page, `${name} is saved and inactive.`);
  expect(drawn).toHaveLength(4);
  expect(drawn[1]).toMatch(/season=winter&light=overcast&side=back$/);
  const listings = await read();
  expect(listings).toMatchObject([
    {
      is_active: false,
      is_featured: false,
      color: 'Navy Blue',
      size: '12x16',
      material_type: 'Wood',
    },
  ]);
  const [listing] = listings;
  expect(listing?.price).toBeGreaterThan(1000);
  expect(listing?.images).toHaveLength(4);
  const { data: texts } = await service
    .from('image_alt_texts')
    .select('alt')
    .in('path', listing?.images ?? []);
  expect(texts?.map(({ alt }) => alt)).toContain(
    `Drawing of the ${name}: winter, overcast, from behind`,
  );
  await service.from('shed_listings').update({ is_active: true }).eq('title', name).throwOnError();
  await page.goto(`/custom-sheds/${listing?.id}`);
  await expect(page.getByRole('link', { name: 'Customize this shed' })).toHaveAttribute(
    'href',
    design,
  );
});
