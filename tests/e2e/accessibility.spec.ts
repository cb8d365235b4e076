import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { insertQuote } from '#app/features/quotes/quotes.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { newQuoteDraft } from '#tests/support/quotes.ts';
import { signIn } from './support/admin.ts';
import { emptyTables } from './support/content.ts';
import { hydrate, removeWebGl } from './support/hydrate.ts';
import { getStaffClient, quoteWithOption, sendQuoteWithOption } from './support/quotes.ts';
import { expectAfterRetries, failRequests } from './support/requests.ts';
import { serviceClient } from './support/service.ts';
import { owner, type Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** axe on every kind of page, dialog, form and message. */

// Pages that do not exist, and requests that a state has fail.
test.use({ expectedErrors: ['status of 4', 'status of 503', '[admin] '] });

// The minified build, which a browser parses in half the time.
const require = createRequire(import.meta.resolve('@axe-core/playwright'));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if axe finds a violation of WCAG 2.2 AA on the page. */
async function expectAccessible(page: Page): Promise<void> {
  // Rows are pale while others load.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const builder = new AxeBuilder({ page, axeSource: 'void 0' });
  // What is behind a modal dialog is inert.
  const dialog = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])';
  if (await page.locator(dialog).filter({ visible: true }).count()) builder.include(dialog);
  // The other mode takes four times as long, and is needed for frames of another origin only.
  const { violations } = await builder
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      // Making a selector for each element takes most of the time.
      selectors: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
  );
  expect(found, 'found by axe').toEqual([]);
}

/** A path, where {sent}, {token} and {draft} are of quotes, and the states of its page, one after the other. */
type Visit = [path: string, ...states: ((page: Page) => Promise<void>)[]];

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

async function openShed(page: Page) {
  await find('Cedar Garden Gable')(page);
  await page.getByRole('link', { name: 'Cedar Garden Gable' }).click();
  await find('Optional upgrades')(page);
}

async function compareDesigns(page: Page) {
  await selectWindow(page);
  const compare = page.getByRole('checkbox', { name: 'Compare' });
  for (const [index, style] of ['Gable', 'Porch'].entries()) {
    await page.getByRole('radio', { name: style }).check();
    await press(page, /^Save$/);
    await expect(compare).toHaveCount(index + 1);
  }
  for (const box of await compare.all()) await box.check();
  await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible();
}

async function reviewQuote(page: Page) {
  await press(page, 'Review and accept');
  await find("Please check what you're agreeing to")(page);
}

async function acceptQuote(page: Page) {
  await reviewQuote(page);
  await page.getByLabel('Your full name').fill('Dana Field');
  await page.getByRole('checkbox').check();
  await press(page, 'Accept this quote');
  await find('You have accepted this quote.')(page);
}

async function turnOnTwoSteps(page: Page) {
  await press(page, 'Turn on two-step sign-in');
  const region = page.getByRole('region', { name: 'Two-step sign-in' });
  await region.getByLabel('Your password').fill(owner.password);
  await press(page, 'Continue');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
}

async function searchNothing(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

/** Closes what is open and opens a screen by its link in the sidebar. */
async function openScreen(page: Page, screen: string) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await sidebar.getByRole('link', { name: screen }).click();
  // The former screen stays until the next one is loaded, and has buttons of the same names.
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}
const goTo = (screen: string, reach: (page: Page) => Promise<void>) =>
  async function reachOnScreen(page: Page) {
    await openScreen(page, screen);
    await reach(page);
  };

async function failToLoadReviews(page: Page) {
  await page.clock.install();
  await failRequests(page, 'GET', 'reviews');
  await openScreen(page, 'Reviews');
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load" });
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

async function emptyHeroTitle(page: Page) {
  const hero = page.getByRole('form', { name: 'Hero Section' });
  await hero.getByLabel('Title', { exact: true }).fill('');
  await press(page, 'Save Changes');
  await find('Title is required')(page);
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeVisible();
}

async function openAdminMenu(page: Page) {
  await press(page, 'Menu');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
}

/** Groups of as many states as a slow machine checks within the limit of a test. */
const groups: Record<string, Visit[]> = {
  '@wide sheds and posts': [
    ['/sheds?material=Metal&size=Small&color=Green', heading(/Sheds/)],
    ['/sheds?material=Wood', openShed],
    [`/custom-sheds/${shed}`, heading('Similar sheds')],
    ['/blog/getting-a-shed-through-an-ontario-winter', heading(/winter/i)],
  ],
  '@wide @full lists and the gallery': [
    ['/', heading('Recent work')],
    [`/?project=${project}`, (page) => expect(page.getByRole('dialog')).toBeVisible()],
    ['/blog', heading(/winter/i)],
    ...['/reviews', '/faq'].map((path): Visit => [path, heading(/./)]),
  ],
  '@wide designs without 3D': [[design, selectWindow]],
  '@wide @full designs side by side': [[design, compareDesigns]],
  '@wide quotes': [['/quotes/{token}', find('Total in Canadian dollars'), acceptQuote]],
  '@wide forms': [
    ['/contact', submit('Send Message', 'Please enter a valid email address')],
    ['/admin', submit('Sign in', 'Please enter a valid email address')],
  ],
  '@wide @full texts, and screens about accounts': [
    ['/privacy', heading(/privacy/i)],
    ...['/nothing-here', '/services/siding', `/projects/${project}`].map(
      (path): Visit => [path, heading(/./)],
    ),
    ['/admin/forgot-password', heading('Forgot your password?')],
    ['/admin/password#token_hash=invalid', heading('Set a new password')],
    [
      '/admin/email-address#token_hash=invalid&type=email_change',
      heading('Change your email address'),
    ],
  ],
  '@wide inboxes of the back office': [
    [
      '/admin',
      find('Total Quote Requests'),
      goTo('Quote Requests', find('Ben Carver')),
      openRequest,
      goTo('Contact Messages', failToDelete),
    ],
  ],
  '@wide @clock sheds and reviews of the back office': [
    ['/admin/sheds', addShedWithoutTitle, searchNothing, failToLoadReviews],
  ],
  '@wide @full posts and projects of the back office': [
    ['/admin/blog', editPost, goTo('Past Projects', askToDiscard)],
  ],
  '@wide @full videos and the hero of the back office': [
    ['/admin/videos', heading('Home Content'), emptyHeroTitle],
  ],
  '@wide @full prices of the back office': [['/admin/price-list', restorePrices]],
  '@wide settings and account of the back office': [
    ['/admin/settings', submit('Save Settings', 'required', { 'Business Name': '' })],
    ['/admin/account', turnOnTwoSteps],
  ],
  '@wide @full lists and settings of the back office': [
    ['/admin/activity', find(`${owner.email} signed in`)],
    ['/admin/deleted', heading('Recently deleted')],
    ['/admin/visits', heading('Views by day')],
    ['/admin/quote-builder', find('Dana Field')],
    ['/admin/quote-builder/settings', heading('Quote Settings')],
  ],
  '@wide @full quotes of the back office': [
    ['/admin/quote-builder/{sent}', heading('Version 1 was sent')],
    ['/admin/quote-builder/{draft}', previewQuote],
  ],
  '@narrow home page': [['/', sendEmptyQuoteRequest, openMenu]],
  '@narrow @full sheds and designs': [
    ['/sheds?material=Wood', find('Cedar Garden Gable')],
    [design, selectWindow],
  ],
  '@narrow @full quotes': [['/quotes/{token}', reviewQuote]],
  '@narrow @full screens of the back office': [
    ['/admin', openAdminMenu],
    ['/admin/quotes', find('Ben Carver')],
    ['/admin/sheds', addShedWithoutTitle],
  ],
};

for (const [title, visits] of Object.entries(groups)) {
  test(`${title} have no axe violations`, async ({ page, site }) => {
    const isBackOffice = title.includes('back office');
    const isQuoteSent = visits.some(([path]) => path.includes('{'));
    if (title.includes('without 3D')) await removeWebGl(page);
    const ids = isBackOffice || isQuoteSent ? await addRows(site, { isQuoteSent }) : {};
    for (const [index, [path, ...states]] of visits.entries()) {
      const url = path.replace(/\{(\w+)\}/, (_, name: string) => Reflect.get(ids, name));
      await (isBackOffice && index === 0 ? signIn(page, url) : page.goto(url));
      for (const reach of states) {
        await test.step(`${path} ${reach.name}`, async () => {
          await reach(page);
          await expect(page.getByText(/^Loading /)).toHaveCount(0);
          await expectAccessible(page);
        });
      }
    }
  });
}

/** Adds an enquiry of each kind, the draft of a quote, and one that is sent to its customer. */
async function addRows(site: Site, { isQuoteSent }: { isQuoteSent: boolean }) {
  const service = serviceClient(site);
  await emptyTables(service, ['quote_requests', 'contact_submissions']);
  const request = newQuoteRequest({ inspiration_images: [] });
  await service.from('quote_requests').insert(request).throwOnError();
  await service.from('contact_submissions').insert(newContactMessage()).throwOnError();
  const draft = await insertQuote(await getStaffClient(site), newQuoteDraft(quoteWithOption));
  if (!isQuoteSent) return {};
  const { id, token } = await sendQuoteWithOption(site);
  return { sent: id, token, draft: draft.id };
}
