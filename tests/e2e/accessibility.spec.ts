import type { Page } from '@playwright/test';
import { createQuoteLink, insertQuote, sendQuote } from '#app/data/quotes.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { expectAccessible } from './support/accessible.ts';
import { signIn } from './support/admin.ts';
import { emptyTables } from './support/content.ts';
import { failRequests } from './support/fail-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { expectAfterRetries } from './support/retries.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import { owner, type Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** axe on every kind of page, dialog, form and message. */

// Pages that do not exist, and requests that a state has fail.
test.use({ expectedErrors: ['status of 4', 'status of 503', 'Could not', 'could not'] });

/** A path, where {sent}, {token} and {draft} are of quotes, and what brings the page into the state. */
type State = [path: string, reach: (page: Page) => Promise<void>];

const shed = '30000000-0000-4000-8000-000000000001';
const project = '40000000-0000-4000-8000-000000000001';
const design = '/design?style=gable&size=10x12&left=window-36x36.54';

const find = (words: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
};
const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

/** Submits a form that is empty or wrong, until an error shows. */
const submit = (button: string, error: string, fields: Record<string, string> = {}) =>
  async function submitForm(page: Page) {
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).first().fill(value);
    }
    await press(page, button);
    await find(error)(page);
  };

async function sendEmptyQuoteRequest(page: Page) {
  await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Quote Request' }).click();
  await find('Please select a project type')(page);
}

async function selectWindow(page: Page) {
  await hydrate(page);
  await page.getByRole('group', { name: 'Wall' }).getByRole('button', { name: /^Left/ }).click();
  await expect(page.getByRole('slider', { name: /^Window 36x36/ })).toBeVisible();
  // Scrolled to the top, the bars that stick to the edges cover no part of a button.
  await page.evaluate(() => scrollTo(0, 0));
}

async function compareDesigns(page: Page) {
  await selectWindow(page);
  const compare = page.getByRole('checkbox', { name: 'Compare' });
  for (const [index, style] of ['Gable', 'Porch'].entries()) {
    await page.getByLabel('Style').selectOption(style);
    await press(page, /^Save$/);
    await expect(compare).toHaveCount(index + 1);
  }
  for (const box of await compare.all()) await box.check();
  await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible();
}

async function reviewQuote(page: Page) {
  await press(page, 'Review and accept');
  await find('Please check what you agree to')(page);
}

async function acceptQuote(page: Page) {
  await reviewQuote(page);
  await page.getByLabel('Your full name').fill('Dana Field');
  await page.getByRole('checkbox').check();
  await press(page, 'Accept this quote');
  await find('You have accepted, and we get to work.')(page);
}

async function turnOnTwoSteps(page: Page) {
  await press(page, 'Turn on two-step sign-in');
  await page.getByLabel('Your password').fill(owner.password);
  await press(page, 'Continue');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
}

async function searchNothing(page: Page) {
  await page.getByRole('searchbox', { name: 'Search sheds' }).fill('nothing like it');
  await find('No sheds match your search.')(page);
}

async function addShedWithoutTitle(page: Page) {
  await press(page, 'Add Shed');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Shed' }).click();
  await find('Title is required')(page);
}

async function askToDiscard(page: Page) {
  await press(page, 'Add Project');
  await page.getByRole('dialog').getByLabel('Title').fill('Half typed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: /^Discard/ })).toBeVisible();
}

async function failToDelete(page: Page) {
  await failRequests(page, 'DELETE', 'contact_submissions');
  await press(page, /^Delete: /);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('disk full');
}

async function failToLoad(page: Page) {
  await page.clock.install();
  await failRequests(page, 'GET', 'reviews');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expectAfterRetries(page, alert);
}

async function openRequest(page: Page) {
  await page.getByRole('link', { name: 'View: Ben Carver' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ben Carver');
}

async function editPost(page: Page) {
  await press(page, /^Edit: /);
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
}

async function restorePrices(page: Page) {
  await page.getByRole('tab', { name: 'Versions' }).click();
  await press(page, /^Restore version/);
  await expect(page.getByRole('alertdialog')).toBeVisible();
}

async function previewQuote(page: Page) {
  await press(page, 'Preview and send');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeVisible();
}

async function openMenu(page: Page) {
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeVisible();
}

async function openAdminMenu(page: Page) {
  await press(page, 'Menu');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
}

const groups: Record<string, State[]> = {
  '@wide pages of the website': [
    ['/', heading('Recent work')],
    ['/sheds?material=Wood', find('Cedar Garden Gable')],
    ['/sheds?material=Metal&size=Small&color=Green', heading(/Sheds/)],
    [`/custom-sheds/${shed}`, heading('Sheds like it')],
    ['/blog', heading(/winter/i)],
    ['/blog/getting-a-shed-through-an-ontario-winter', heading(/winter/i)],
    ['/privacy', heading(/privacy/i)],
    ['/nothing-here', heading(/./)],
  ],
  '@wide forms and dialogs of the website': [
    [`/sheds?shed=${shed}`, find('Optional upgrades')],
    [`/?project=${project}`, (page) => expect(page.getByRole('dialog')).toBeVisible()],
    ['/', sendEmptyQuoteRequest],
    ['/contact', submit('Send Message', 'Please enter a valid email address')],
    [design, compareDesigns],
  ],
  '@wide quotes and sign-in': [
    ['/quotes/{token}', find('Total in Canadian dollars')],
    ['/quotes/{token}', acceptQuote],
    ['/admin', submit('Sign in', 'Please enter a valid email address')],
    ['/admin/forgot-password', heading('Forgot your password?')],
    ['/admin/password#token_hash=invalid', heading('Set a new password')],
    [
      '/admin/email-address#token_hash=invalid&type=email_change',
      heading('Change your email address'),
    ],
  ],
  '@wide lists of the back office': [
    ['/admin', find('Total Quote Requests')],
    ['/admin/quotes', find('Ben Carver')],
    ['/admin/contacts', failToDelete],
    ['/admin/quote-builder', find('Dana Field')],
    ['/admin/projects', askToDiscard],
    ['/admin/sheds', searchNothing],
  ],
  '@wide screens of the back office': [
    ['/admin/price-list', restorePrices],
    ['/admin/videos', heading('Home Content')],
    ['/admin/activity', find(`${owner.email} signed in`)],
    ['/admin/account', turnOnTwoSteps],
    ['/admin/reviews', failToLoad],
  ],
  '@wide forms of the back office': [
    ['/admin/sheds', addShedWithoutTitle],
    ['/admin/home-content', submit('Save Changes', 'Title is required', { Title: '' })],
    ['/admin/settings', submit('Save Settings', 'required', { 'Business Name': '' })],
    ['/admin/blog', editPost],
    ['/admin/quotes', openRequest],
  ],
  '@wide quotes in the back office': [
    ['/admin/quote-builder/settings', heading('Quote Settings')],
    ['/admin/quote-builder/{sent}', heading('Version 1 is sent')],
    ['/admin/quote-builder/{draft}', previewQuote],
  ],
  '@narrow pages of the website': [
    ['/', openMenu],
    ['/sheds?material=Wood', find('Cedar Garden Gable')],
    ['/', sendEmptyQuoteRequest],
    [design, selectWindow],
    ['/quotes/{token}', reviewQuote],
  ],
  '@narrow screens of the back office': [
    ['/admin', openAdminMenu],
    ['/admin/quotes', find('Ben Carver')],
    ['/admin/sheds', addShedWithoutTitle],
  ],
};

/** As many states as a slow machine checks within the limit of a test. */
const statesPerTest = 3;

for (const [title, states] of Object.entries(groups)) {
  for (let start = 0; start < states.length; start += statesPerTest) {
    const part = states.slice(start, start + statesPerTest);
    test(`${title} have no axe violations, from state ${start + 1}`, async ({ page, site }) => {
      if (title.includes('back office')) await signIn(page, '/admin');
      const ids = await addRows(site);
      for (const [path, reach] of part) {
        await test.step(path, async () => {
          await page.goto(
            path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name] ?? ''),
          );
          await reach(page);
          await expect(page.getByText(/^Loading /)).toHaveCount(0);
          await expectAccessible(page);
        });
      }
    });
  }
}

/** Clients of the sites that this worker has signed in to: verifying a password is slow on purpose. */
const staffClients = new Map<string, ReturnType<typeof visitorClient>>();

async function getStaffClient(site: Site) {
  const known = staffClients.get(site.url);
  if (known) return known;
  const client = visitorClient(site);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  staffClients.set(site.url, client);
  return client;
}

/** Adds an enquiry of each kind, a quote that is sent to its customer, and a draft. */
async function addRows(site: Site) {
  const service = serviceClient(site);
  await emptyTables(service, ['quote_requests', 'contact_submissions']);
  const request = newQuoteRequest({ inspiration_images: [] });
  await service.from('quote_requests').insert(request).throwOnError();
  await service.from('contact_submissions').insert(newContactMessage()).throwOnError();
  const staff = await getStaffClient(site);
  const { data } = await staff.from('quote_settings').select('id').throwOnError();
  const settings = { hst_number: '12345 6789 RT0001' };
  if (data.length === 0) await staff.from('quote_settings').insert(settings).throwOnError();
  const option = newQuoteItem({ id: 'ramp', description: 'Ramp', optional: true });
  const draft = {
    customer_name: 'Dana Field',
    customer_email: 'dana@example.com',
    customer_phone: '705-555-0100',
    customer_address: '5 Lake Road, Testville',
    content: newQuoteContent({ items: [newQuoteItem(), option], design: newDesign() }),
  };
  const sent = await insertQuote(staff, draft);
  const { total } = calculateTotals(draft.content);
  expect((await sendQuote(staff, sent, total)).status).toBe('sent');
  const token = (await createQuoteLink(staff, sent.id)) ?? '';
  return { sent: sent.id, token, draft: (await insertQuote(staff, draft)).id };
}
