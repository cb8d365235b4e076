import type { Page } from '@playwright/test';
import { createQuoteLink, insertQuote, sendQuote } from '#app/data/quotes.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { expectAccessible } from './support/accessible.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import { owner, type Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** axe on every kind of page, dialog, form and message. */

// Pages that do not exist, and requests that a state has fail.
test.use({ expectedErrors: ['status of 4', 'status of 503', 'Could not', 'could not'] });

const shed = '30000000-0000-4000-8000-000000000001';
const project = '40000000-0000-4000-8000-000000000001';
const design = '/design?style=gable&size=10x12&left=window-36x36.54';
const invalidLink = '/admin/password#token_hash=invalid';

/** A path, what is done there, and what shows that the state is reached. */
type State = [path: string, reach: (page: Page) => Promise<void>];

const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};
const text = (words: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
};
const dialog = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('dialog', { name }).getByRole('heading').first()).toBeVisible();
};
const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click();
};

async function sendEmptyQuoteRequest(page: Page) {
  await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
  await dialog('Request a Quote')(page);
  await press(page, 'Submit Quote Request');
  await text('Please select a project type')(page);
}

async function showDesigner(page: Page) {
  await hydrate(page);
  await expect(page.getByRole('slider', { name: /^View of the/ })).toBeVisible();
  await page.getByRole('group', { name: 'Wall' }).getByRole('button', { name: /^Left/ }).click();
  await expect(page.getByRole('slider', { name: /^Window 36x36/ })).toBeVisible();
}

async function compareDesigns(page: Page) {
  await showDesigner(page);
  await press(page, /^Save$/);
  await page.getByRole('checkbox', { name: 'Compare' }).check();
  await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible();
}

async function failToSignIn(page: Page) {
  await page.getByLabel('Email address').fill('nobody');
  await page.getByLabel('Password').fill('12345');
  await press(page, 'Sign in');
  await text('Password must be at least 6 characters')(page);
}

async function turnOnTwoSteps(page: Page) {
  await press(page, 'Turn on two-step sign-in');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
}

async function searchNothing(page: Page) {
  await page.getByRole('searchbox', { name: 'Search sheds' }).fill('nothing like it');
  await text('No sheds match your search.')(page);
}

async function fillHeroWrongly(page: Page) {
  const hero = page.getByRole('form', { name: 'Hero Section' });
  await hero.getByLabel('Title', { exact: true }).fill('');
  await hero.getByRole('button', { name: 'Save Changes' }).click();
  await text('Title is required')(page);
}

async function fillSettingsWrongly(page: Page) {
  await page.getByLabel('Business Name').fill('');
  await press(page, 'Save Settings');
  await text('Business name is required')(page);
}

async function addShedWrongly(page: Page) {
  await press(page, 'Add Shed');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Shed' }).click();
  await text('Title is required')(page);
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
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('disk full');
}

async function failToLoad(page: Page) {
  await page.clock.install();
  await failRequests(page, 'GET', 'reviews');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(async () => {
    await page.clock.fastForward(20_000);
    await expect(alert).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unrouteAll();
}

async function openRequest(page: Page) {
  await page.getByRole('link', { name: 'View: Ben Carver' }).click();
  await dialog('Quote Request Details')(page);
}

async function editPost(page: Page) {
  await press(page, /^Edit: /);
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
}

async function publishWithoutNote(page: Page) {
  await page.getByLabel(/^Valid until/).fill('2099-12-31');
  await press(page, /^Save/);
  await press(page, /^Publish$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await text('Please enter what has changed')(page);
}

async function previewQuote(page: Page) {
  await press(page, 'Preview and send');
  await dialog('What the customer sees')(page);
}

async function askToErase(page: Page) {
  await press(page, 'Erase everything');
  await expect(page.getByRole('alertdialog', { name: /^Erase everything of/ })).toBeVisible();
}

async function openMenu(page: Page) {
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeVisible();
}

async function openAdminMenu(page: Page) {
  await press(page, 'Menu');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
}

const visitorGroups: { title: string; tag: string; states: State[] }[] = [
  {
    title: 'pages of the website',
    tag: '@wide',
    states: [
      ['/', heading('Recent work')],
      ['/sheds?material=Wood', text('Cedar Garden Gable')],
      ['/sheds?material=Metal&color=Mauve&size=Small', heading(/./)],
      [`/custom-sheds/${shed}`, heading('Sheds like it')],
      ['/blog', heading(/./)],
      ['/blog/getting-a-shed-through-an-ontario-winter', heading(/winter/i)],
      ['/privacy', heading(/privacy/i)],
      ['/nothing-here', heading(/./)],
    ],
  },
  {
    title: 'forms and dialogs of the website',
    tag: '@wide',
    states: [
      [`/sheds?shed=${shed}`, dialog('Cedar Garden Gable')],
      [`/?project=${project}`, dialog(/./)],
      ['/', sendEmptyQuoteRequest],
      ['/contact?sent=yes', text('Thank you for your message!')],
      [design, compareDesigns],
    ],
  },
  {
    title: 'the sign-in pages',
    tag: '@wide',
    states: [
      ['/admin', failToSignIn],
      ['/admin/forgot-password', heading('Forgot your password?')],
      [invalidLink, heading('Set a new password')],
    ],
  },
  {
    title: 'pages of the website',
    tag: '@narrow',
    states: [
      ['/', openMenu],
      ['/sheds?material=Wood', text('Cedar Garden Gable')],
      ['/', sendEmptyQuoteRequest],
      [design, showDesigner],
    ],
  },
];

const adminGroups: typeof visitorGroups = [
  {
    title: 'lists of the back office',
    tag: '@wide',
    states: [
      ['/admin', text('Total Quote Requests')],
      ['/admin/quotes', text('Ben Carver')],
      ['/admin/contacts', text('Ann Fielder')],
      ['/admin/quote-builder', text('Dana Field')],
      ['/admin/projects', askToDiscard],
      ['/admin/sheds', searchNothing],
      ['/admin/videos', heading('Home Content')],
    ],
  },
  {
    title: 'forms of the back office',
    tag: '@wide',
    states: [
      ['/admin/sheds', addShedWrongly],
      ['/admin/home-content', fillHeroWrongly],
      ['/admin/settings', fillSettingsWrongly],
      ['/admin/price-list', publishWithoutNote],
      ['/admin/quote-builder/settings', heading('Quote Settings')],
      ['/admin/account', turnOnTwoSteps],
    ],
  },
  {
    title: 'dialogs and messages of the back office',
    tag: '@wide',
    states: [
      ['/admin/quotes', openRequest],
      ['/admin/contacts', failToDelete],
      ['/admin/blog', editPost],
      ['/admin/activity', text(`${owner.email} signed in`)],
      ['/admin/privacy?email=ben@example.com', askToErase],
      ['/admin/reviews', failToLoad],
    ],
  },
  {
    title: 'screens of the back office',
    tag: '@narrow',
    states: [
      ['/admin', openAdminMenu],
      ['/admin/quotes', text('Ben Carver')],
      ['/admin/sheds', addShedWrongly],
    ],
  },
];

async function expectAccessibleStates(page: Page, states: State[]) {
  for (const [path, reach] of states) {
    await test.step(path, async () => {
      await page.goto(path);
      await reach(page);
      await expect(page.getByText(/^Loading /)).toHaveCount(0);
      await expectAccessible(page);
    });
  }
}

for (const { title, tag, states } of visitorGroups) {
  test(`${title} have no axe violations`, { tag }, ({ page }) =>
    expectAccessibleStates(page, states),
  );
}

for (const { title, tag, states } of adminGroups) {
  test(`${title} have no axe violations`, { tag }, async ({ page, site }) => {
    const service = serviceClient(site);
    await service
      .from('quote_requests')
      .insert(newQuoteRequest({ inspiration_images: [] }))
      .throwOnError();
    await service.from('contact_submissions').insert(newContactMessage()).throwOnError();
    await addQuote(site);
    await signIn(page, '/admin');
    await expectAccessibleStates(page, states);
  });
}

/** Adds a quote that is sent to its customer, with a design and an option. */
async function addQuote(site: Site) {
  const staff = visitorClient(site);
  const { error } = await staff.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  const settings = { hst_number: '12345 6789 RT0001' };
  const { data } = await staff.from('quote_settings').select('id').throwOnError();
  if (data.length === 0) await staff.from('quote_settings').insert(settings).throwOnError();
  const option = newQuoteItem({ id: 'ramp', description: 'Ramp', optional: true });
  const content = newQuoteContent({ items: [newQuoteItem(), option], design: newDesign() });
  const quote = await insertQuote(staff, {
    customer_name: 'Dana Field',
    customer_email: 'dana@example.com',
    customer_phone: '705-555-0100',
    customer_address: '5 Lake Road, Testville',
    content,
  });
  const result = await sendQuote(staff, quote, calculateTotals(content).total);
  expect(result.status).toBe('sent');
  return {
    editor: `/admin/quote-builder/${quote.id}`,
    token: await createQuoteLink(staff, quote.id),
  };
}

for (const tag of ['@wide', '@narrow']) {
  test('a quote has no axe violations', { tag }, async ({ page, site }) => {
    const { editor, token } = await addQuote(site);
    const states: State[] = [
      [`/quotes/${token}`, heading(/./)],
      [
        `/quotes/${token}`,
        async () => {
          await press(page, 'Review and accept');
          await text('Please check what you agree to')(page);
        },
      ],
    ];
    await expectAccessibleStates(page, states);
    if (tag === '@narrow') return;
    await page.getByLabel('Your full name').fill('Dana Field');
    await page.getByRole('checkbox').check();
    await press(page, 'Accept this quote');
    await text('You have accepted, and we get to work.')(page);
    await expectAccessible(page);
    await signIn(page, '/admin');
    await expectAccessibleStates(page, [[editor, heading(/^Accepted on/)]]);
    const { editor: next } = await addQuote(site);
    await expectAccessibleStates(page, [
      [next, heading('Version 1 is sent')],
      [next, previewQuote],
    ]);
  });
}
