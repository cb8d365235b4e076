import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { insertRow } from '#app/lib/crud.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { signIn } from './support/admin.ts';
import { confirm, download, expectText, expectTitle, press } from './support/back-office.ts';
import { emptyTables } from './support/content.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { hydrate } from './support/hydrate.ts';
import { pasteFiles } from './support/paste.ts';
import { expectAfterRetries, failRequests } from './support/requests.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import type { Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** The back office's screens beside inboxes, records and quotes. */

test.use({
  expectedErrors: ['status of 4', 'status of 5', 'net::ERR_FAILED', '[admin] '],
});

async function addQuestionAndPerson(page: Page): Promise<void> {
  await press(page, 'Add a question');
  await page.getByLabel('Question', { exact: true }).last().fill('Are you open on Sundays?');
  await page.getByLabel('Answer', { exact: true }).last().fill('From ten to two.');
  await press(page, 'Move question 6 up');
  await press(page, 'Add a person');
  const person = page.getByRole('dialog', { name: 'Add a Person' });
  await person.getByLabel('Name').fill('Ada Framer');
  await person.locator('input[type=file]').setInputFiles(await createImageFile('a.jpg', '#35506b'));
  await press(person, 'Done');
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const hours = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

async function saveSettings(page: Page, sentence: string) {
  await press(page, 'Save Settings');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(sentence);
  await press(alert, 'OK');
  await expect(alert).toBeHidden();
}

test('business settings are inserted once, validated, saved and on the website at once', async ({
  page,
  request,
}) => {
  const inserted: unknown[] = [];
  await page.route('**/rest/v1/business_settings*', async (route) => {
    const sent = route.request();
    if (sent.method() === 'GET') return route.fulfill({ json: [] });
    inserted.push(`${sent.method()} ${sent.postDataJSON().business_name}`);
    const row = { ...sent.postDataJSON(), id: '00000000-0000-4000-8000-000000000001' };
    return route.fulfill({ status: 201, json: [row] });
  });
  await signIn(page, '/admin/settings');
  await expectTitle(page, 'Business Settings');
  for (const place of [
    ...['Business name: header and footer', 'Contact info: header and contact section'],
    ...['Business hours: header and footer', 'Address: footer and contact forms'],
    'Social links: footer',
  ]) {
    await expect(page.getByRole('complementary').getByText(place)).toBeVisible();
  }
  await expect(page.getByLabel('Friday')).toHaveValue('7:00 AM - 6:00 PM');
  await expect(page.getByLabel('Saturday')).toHaveValue('8:00 AM - 4:00 PM');
  await expect(page.getByLabel('Sunday')).toHaveValue('Closed');
  await page.getByLabel('Business Name').fill('Ridgeline');
  await saveSettings(page, 'Business settings updated successfully!');
  expect(inserted).toEqual(['POST Ridgeline']);
  await page.unrouteAll();

  await page.reload();
  await page.getByLabel('Business Name').fill('');
  await page.getByLabel(/^Facebook URL/).fill('facebook.com');
  await press(page, 'Save Settings');
  await expectText(page, 'Business name is required');
  await expect(page.getByText('Please enter a valid URL', { exact: true })).toHaveCount(1);

  await page.getByLabel('Business Name').fill('Ridgeline Test Builders');
  await page.getByLabel(/^Facebook URL/).fill('https://example.com/ridgeline');
  await page.getByLabel('Monday').fill('6:30 AM - 5:00 PM');
  await press(page, 'Copy to all weekdays');
  for (const day of hours) await expect(page.getByLabel(day)).toHaveValue('6:30 AM - 5:00 PM');
  await page.getByLabel('Saturday').fill('Closed');
  await page.getByLabel('Sunday').fill('10:00 AM - 2:00 PM');
  await expectText(page, 'Mon-Fri: 6:30 AM - 5:00 PM | Sun: 10:00 AM - 2:00 PM');
  if (isFull) await addQuestionAndPerson(page);
  await failRequests(page, 'PATCH', 'business_settings');
  await saveSettings(page, 'Error saving settings. Please try again.');
  await expect(page.getByLabel('Business Name')).toHaveValue('Ridgeline Test Builders');
  await page.unrouteAll();
  await saveSettings(page, 'Business settings updated successfully!');
  const html = await (await request.get('/')).text();
  for (const text of [
    ...['Ridgeline Test Builders', '10:00 AM - 2:00 PM', 'href="https://example.com/ridgeline"'],
    ...(isFull ? ['alt="Ada Framer"', 'href="/faq"'] : []),
  ]) {
    expect(html).toContain(text);
  }
  if (!isFull) return;
  const faq = await (await request.get('/faq')).text();
  expect(faq).toMatch(/Are you open on Sundays\?[\s\S]*From ten to two\.[\s\S]*<h2/);
});

test('a hero with its image is validated, saved and shown at once, and follows Active', async ({
  page,
  request,
}) => {
  await signIn(page, '/admin/home-content');
  await expectTitle(page, 'Home Content');
  const hero = page.getByRole('form', { name: 'Hero Section' });
  const heading = hero.getByLabel('Title', { exact: true });
  const save = hero.getByRole('button', { name: 'Save Changes' });
  const shown = 'Straight walls, dry floors';
  const website = async (path = '/') => (await request.get(path)).text();
  await heading.fill('');
  await save.click();
  await expectText(hero, 'Title is required');

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
  const second = await createImageFile('Back door.jpg', '#35506b');
  await pasteFiles(hero.getByRole('group', { name: 'Hero Image' }), [file, second], 'drop');
  await expect(hero.getByRole('img', { name: 'Front door.jpg' })).toBeVisible();
  await expect(hero.getByRole('img')).toHaveCount(1);

  await heading.fill(shown);
  await hero.getByLabel(/^Button Text/).fill('Ask for a price');
  await failRequests(page, 'PATCH', 'home_content');
  await save.click();
  await expect(hero.getByRole('alert')).toContainText("Couldn't save the hero section.");
  await expect(heading).toHaveValue(shown);
  await page.unrouteAll();
  await save.click();
  await expectText(page, 'Hero section saved.');
  expect(await website()).toContain(shown);
  expect(await website()).toContain('Ask for a price');
  expect(await website()).toMatch(/hero\/\d+-Front-door\.jpg/);
  await hero.getByLabel('Active').uncheck();
  await save.click();
  await expect(hero.getByText('Not saved yet')).toBeHidden();
  expect(await website()).not.toContain(shown);

  const sheds = page.getByRole('form', { name: 'Sheds Page Hero' });
  await sheds.getByLabel('Title', { exact: true }).fill(shown);
  await press(sheds, 'Save Changes');
  await expectText(page, 'Sheds page hero saved.');
  expect(await website('/sheds')).toContain(shown);
});

test('prices are changed as a draft with a preview, published with a note, and restored', async ({
  page,
}) => {
  await signIn(page, '/admin/price-list');
  const sample = page.getByRole('listitem').filter({ hasText: 'Gable, 8x10, Wood' });
  const openPublish = page.getByRole('button', { name: 'Publish', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Publish the price list' });
  await expectTitle(page, 'Price List');
  await expectText(page, /Version \d+, published on .* is in use\./);
  await page.locator('summary', { hasText: /^Gable/ }).click();
  const gable = page.getByRole('group', { name: 'Gable', exact: true });
  const price = gable.getByLabel('8x10', { exact: true });
  const before = await price.inputValue();
  await price.fill('cheap');
  await press(page, 'Save Draft');
  await expectText(gable, 'Please enter dollars, such as 350 or 350.50');
  await price.fill(String(Number(before) + 1000));
  await expect(sample).toContainText(/published \$/);
  await expect(openPublish).toBeDisabled();
  await press(page, 'Save Draft');
  await expect(page.getByText('Draft, not published')).toBeVisible();
  await openPublish.click();
  await press(dialog, 'Publish');
  await expectText(dialog, 'Please enter what changed');
  await dialog.getByLabel('Note').fill('Cedar costs more');
  await press(dialog, 'Publish');
  await expectText(page, /Version \d+ of the price list was published\./);
  await expect(sample).toContainText('as published');
  if (!isFull) return;

  await page.getByRole('tab', { name: 'Versions' }).click();
  const versions = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
  await expect(versions.first()).toContainText('Cedar costs more');
  await press(versions.nth(1), /Restore version/);
  await confirm(page, 'Restore');
  await expectText(page, /The draft now has the prices of version \d+\./);
  await page.locator('summary', { hasText: /^Gable/ }).click();
  await expect(price).toHaveValue(before);
  await press(page, /^Discard/);
  await confirm(page, 'Discard Draft');
  await expectText(page, 'Draft discarded.');
});

test('price visibility, hints and withdrawn options are saved and on the website', {
  tag: '@full',
}, async ({ page, request, site }) => {
  const settings = serviceClient(site).from('designer_settings');
  const { data: stored } = await settings.select('*').single().throwOnError();
  await signIn(page, '/admin/price-list?tab=visitors');
  const option = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await option('Gambrel').uncheck();
  await page.getByLabel('Width up to (ft)').fill('12');
  await page.getByText('A range', { exact: true }).click();
  await page.getByLabel(/^Town, postal code prefix/).fill('Quill Bay\tL0L\t5');
  await press(page, 'Add a municipality');
  const zoning = page.getByRole('group', { name: 'Municipality 1' });
  await zoning.getByLabel('Municipality', { exact: true }).fill('Hollin Bay');
  await zoning.getByLabel('Height (m)').fill('3');
  await saveButton(page).click();
  await expectText(page, 'Designer settings saved.');

  const read = async () => (await request.get('/design?style=gambrel&size=14x16')).text();
  await expect.poll(async () => (await request.get('/contact')).text()).toContain('To Quill Bay');
  await expect.poll(read).toContain('Gambrel isn’t offered right now');
  const html = (await read()).replace(/<[^>]*>/g, '');
  expect(html).toContain('At 14 ft (4.27\u00a0m) wide, this shed needs an engineer');
  expect(html).toMatch(
    /At most 9 ft 10 in \(3\.00\sm\) high\. This shed is [^.]+\.\d\d\sm\) high\./,
  );
  expect(html).toMatch(/between \$[\d,]+00 and \$[\d,]+00/i);
  await settings.update(stored).eq('id', stored.id).throwOnError();
});

test('a request shows its design, the price that its customer saw, drawings and documents', {
  tag: '@full',
}, async ({ page, site }) => {
  const id = await sendDesignRequest(site);
  await signIn(page, `/admin/quotes?open=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  const unfold = (name: string) => dialog.getByText(name, { exact: true }).click();
  await unfold('Design');
  await expectText(dialog, '10x12 ft');
  await unfold('Prices');
  await expect(
    dialog.getByRole('heading', { name: /^Price the customer saw \(version \d+\)$/ }),
  ).toBeVisible();
  await expectText(dialog, /The customer saw \$[\d,]+ \+ HST/);
  await expect(dialog.getByRole('row', { name: /Base 10x12 Gable/ })).toBeVisible();
  await expectText(dialog, /before tax; costs \$[\d,.]+, margin \d+% without delivery/);

  await test.step('drawings and documents of the design', async () => {
    for (const name of ['Floor plan', 'Elevations', 'Framing']) {
      const group = dialog.getByRole('group').filter({ hasText: name }).first();
      await group.getByText(name, { exact: true }).first().click();
      await expectText(group, /not engineered/);
    }
    await unfold('Documents');
    const materials = await download(page, 'Bill of materials (CSV)');
    expect(materials.name).toBe('10x12-gable-bill-of-materials.csv');
  });

  await test.step('the request is answered with a variant', async () => {
    const href = `/design?style=gable&size=10x12&delivery=100#request=${id}`;
    const link = dialog.getByRole('link', { name: 'Open in designer' });
    await expect(link).toHaveAttribute('href', href);
    await page.goto(href);
    await hydrate(page);
    await page
      .getByRole('group', { name: 'Wall colour' })
      .getByRole('radio', { name: 'Red' })
      .check();
    await page.getByRole('link', { name: 'Reply with this variant' }).click();
    const variant = `${site.url}/design?style=gable&size=10x12&color=red&delivery=100`;
    await expect(dialog.getByRole('link', { name: variant })).toBeVisible();
    const reply = dialog.getByRole('link', { name: 'Reply via Email' });
    const draft = decodeURIComponent((await reply.getAttribute('href')) ?? '');
    expect(draft).toContain(`your design:\r\n${variant}\r\n`);
  });
});

test('the dashboard counts enquiries and refetches each minute; its quick actions open panels and forms in place', {
  tag: '@clock',
}, async ({ page, request, site, isMobile }) => {
  const service = serviceClient(site);
  await emptyTables(service, ['quote_requests', 'contact_submissions']);
  await page.clock.install();
  await signIn(page, '/admin');
  await expectTitle(page, 'Dashboard');
  await expectText(page, 'Welcome to your admin dashboard');
  const card = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');
  await expect(card('Total Quote Requests')).toHaveText('0');
  await expect(card('Past Projects')).toHaveText(/^[1-9]\d*$/);
  await expect(card('Customer Reviews')).toHaveText(/^[1-9]\d*$/);
  await expectText(page, 'No recent activity');

  const old = [27.5 * 3_600_000, 9 * 86_400_000].map((age, place) => ({
    ...newQuoteRequest({ customer_name: `Sam ${place}`, inspiration_images: [] }),
    status: place === 0 ? 'pending' : 'responded',
    created_at: new Date(Date.now() - age).toISOString(),
  }));
  await service.from('quote_requests').insert(old).throwOnError();
  await sendQuote(request, 'Theo Quick');
  await sendMessage(request, 'Uma Quick');
  await page.clock.fastForward(61_000);
  await expect(card('Total Quote Requests')).toHaveText('3+2 this week');
  await expect(card('Contact Submissions')).toHaveText('1+1 this week');
  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('Recent Activity')).toContainText('2 new quote request(s) this week');
  await expect(region('Recent Activity')).toContainText('1 new contact(s) this week');
  await expect(region('Oldest Unanswered Request')).toContainText(
    /Sam 0 \(Custom Shed\) has waited 27 hours\..*3 hours over the promised 24 hours\./,
  );
  // On a phone it is in the closed menu.
  const pending = page.getByRole('link', { name: 'Quote Requests 2 pending' });
  if (!isMobile) await expect(pending).toBeVisible();

  const action = (name: string) => page.getByRole('button', { name, exact: true });
  for (const [name, panel, who, mark] of [
    ...([
      ['View Quote Requests', 'Newest Unanswered Quote Requests', 'Theo Quick', 'Mark responded'],
      ['Check Messages', 'Newest Unread Messages', 'Uma Quick', 'Mark read'],
    ] as const),
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
  await press(page.getByRole('dialog', { name: 'Add New Project' }), 'Close');
  await action('Manage Reviews').click();
  const articles = page
    .getByRole('dialog', { name: 'Reviews Waiting for Approval' })
    .getByRole('article');
  await expect(articles.first().getByText('Pending', { exact: true })).toBeVisible();
  const count = await articles.count();
  await press(articles.first(), /^Approve:/);
  await expect(articles).toHaveCount(count - 1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin$/);

  const sitemap = await download(page, 'Generate Sitemap');
  expect(sitemap.name).toBe('sitemap.xml');
  expect(sitemap.content.toString().match(/<loc>/g)?.length).toBeGreaterThan(5);
});

test('the dashboard keeps old numbers if they cannot be read, and has a button for no numbers', {
  tag: ['@full', '@clock'],
}, async ({ page }) => {
  await page.clock.install();
  await page.route('**/rest/v1/past_projects*', (route) => route.abort());
  await signIn(page, '/admin');
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the statistics." });
  await expectAfterRetries(page, alert);
  await page.unrouteAll();
  await press(alert, 'Try again');
  const card = page.locator('dl > div').filter({ hasText: 'Past Projects' }).locator('dd');
  await expect(card).toHaveText(/^[1-9]\d*$/);
  await failRequests(page, 'HEAD', 'quote_requests');
  await page.clock.fastForward(61_000);
  await expectAfterRetries(
    page,
    page.getByText(/^Showing numbers from .* because they couldn't be refreshed/),
  );
  await expect(card).toHaveText(/^[1-9]\d*$/);
});

test('a mail that the server rejected is marked with the reason, and can be sent again', {
  tag: '@full',
}, async ({ page, request, mail }) => {
  mail.be({ at: 'recipient', code: 550 });
  // The visitor reads that it was sent: the helper expects it.
  await sendQuote(request, 'Mia Unsent');
  await signIn(page, '/admin');
  const notice = page.getByText('1 email about an enquiry has not been sent to you.');
  await notice.getByRole('link', { name: 'Quote Requests' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Mia Unsent' });
  await expectText(row, 'Email delayed');
  await page.getByRole('link', { name: 'View: Mia Unsent' }).click();
  const note = page.getByRole('dialog').getByRole('region', { name: 'Email to you' });
  await expect(note).toContainText('The mail server rejected the message.');
  await expect(note).toContainText('550 Not this one');
  await expect(note).toContainText('Next attempt: within two minutes');

  mail.be('take');
  await press(note, 'Send again');
  await expectText(page, 'Sending the email again.');
  await mail.waitFor(({ text }) => text?.includes('Mia Unsent') ?? false);
  await expectText(page, 'Email sent.');
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(row.getByText(/Email (delayed|not sent)/)).toHaveCount(0);
});

test('a consent is shown and withdrawn, a person exported and erased, and a page has own words', {
  tag: '@full',
}, async ({ page, request, site }) => {
  const service = serviceClient(site);
  const path = 'inspiration/1767225600000-nora.jpg';
  const image = await createSmallImage();
  await service.storage.from('images').upload(path, image, { contentType: 'image/jpeg' });
  await sendMessage(request, 'Nora News', { email: 'Nora.News@example.com', news: '2' });
  const row = newQuoteRequest({ email: 'nora.news@EXAMPLE.com', inspiration_images: [path] });
  await insertRow(service, 'quote_requests', row);
  await signIn(page, '/admin/contacts');
  await page.getByRole('link', { name: 'View: Nora News' }).click();
  const detail = page.getByRole('dialog', { name: 'Contact Submission Details' });
  await expectText(detail, /^Agreed on .* in the contact form$/);
  await press(detail, 'Withdraw consent');
  await expectText(detail, 'Consent withdrawn.');
  await expectText(detail, /withdrawn on/);
  await detail.getByRole('link', { name: "Export or erase this person's data" }).click();
  await expectTitle(page, 'Privacy');
  await expectText(
    page,
    'Stored about Nora.News@example.com: 1 quote request, 1 contact message, 1 news consent and 1 photo.',
  );
  const exported = JSON.parse((await download(page, 'Export as JSON')).content.toString());
  expect(exported.quote_requests[0].email).toBe('nora.news@EXAMPLE.com');
  expect((await request.get(exported.pictures[0].address)).ok()).toBe(true);
  await press(page, 'Erase everything');
  const question = page.getByRole('alertdialog', { name: /^Erase everything about/ });
  await expect(question).toContainText('1 quote request, 1 contact message');
  await press(question, 'Erase');
  await expectText(page, 'Nothing is stored about Nora.News@example.com.');
  expect((await service.storage.from('images').exists(path)).data).toBe(false);

  await press(page, 'Edit Accessibility');
  const dialog = page.getByRole('dialog', { name: 'Edit Accessibility Page' });
  await dialog.getByLabel('Title').fill('Everybody is welcome');
  await press(dialog, 'Save Page');
  await expect(dialog).toBeHidden();
  const website = async () => (await request.get('/accessibility')).text();
  expect(await website()).toContain('Everybody is welcome');
  await press(page, /^Use the built-in text/);
  await confirm(page, 'Delete');
  await expect(page.getByText(/^Your own text/)).toBeHidden();
  expect(await website()).not.toContain('Everybody is');
});

test('a listing is created from a design with its images, texts and price, and only if all succeed', {
  tag: '@full',
}, async ({ page, site, isMobile }) => {
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
  if (isMobile) await press(page, 'More: Shed Listings');
  await press(page, 'From a Design');
  const dialog = page.getByRole('dialog', { name: 'New Listing from a Design' });
  const link = dialog.getByLabel('Design link');
  const create = dialog.getByRole('button', { name: 'Create Listing' });
  await link.fill(site.url + design);
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await expectText(dialog, /^\$[\d,]+(\.\d\d)? before tax, from version \d+/);
  await expectText(dialog, /^A Modern Farmhouse shed, 12x16 ft/);
  const second = dialog.getByRole('group', { name: 'Picture 2' });
  await second.getByLabel('Season').selectOption('Winter');
  await second.getByLabel('Light').selectOption('Overcast');
  await second.getByLabel('Side').selectOption('From behind');

  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    "Couldn't draw picture 3. No listing was created. Please try again.",
  );
  expect(await read()).toEqual([]);
  await create.dblclick();
  await expect(dialog).toBeHidden();
  await expectText(page, `${name} was saved as inactive.`);
  expect(drawn).toHaveLength(4);
  expect(drawn[1]).toMatch(/season=winter&light=overcast&side=back$/);
  const images = Array.from({ length: 4 }, () => expect.any(String));
  expect(await read()).toMatchObject([{ is_active: false, color: 'Navy Blue', images }]);
});

/** Sends a quote request with the design and the price of a 10x12 Gable, 100 km away, and returns its id. */
async function sendDesignRequest(site: Site): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const preset = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
  const design = JSON.parse(JSON.stringify(preset));
  const visitor = visitorClient(site);
  const { data: price } = await visitor.rpc('price_design', { design }).throwOnError();
  const request = newQuoteRequest({
    ...{ email, inspiration_images: [], design, delivery_km: 100 },
    price_basis: (price as { basis: string }).basis,
  });
  await visitor.from('quote_requests').insert(request).throwOnError();
  const requests = serviceClient(site).from('quote_requests').select('id').eq('email', email);
  return (await requests.single().throwOnError()).data.id;
}
