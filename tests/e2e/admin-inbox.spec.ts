import type { Locator, Page } from '@playwright/test';
import { isFull } from '#tests/support/count-runs.ts';
import { signIn } from './support/admin.ts';
import { confirm, download, expectText, expectTitle, press } from './support/back-office.ts';
import { emptyTables } from './support/content.ts';
import { sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { selectRow, serviceClient } from './support/service.ts';
import type { Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** The two inboxes share their parts, so that what they have in common is tested on quote requests. */

test.use({
  expectedErrors: ['status of 5', 'status of 4', 'net::ERR_FAILED', '[admin] '],
});

const names = (page: Page) => page.getByRole('link', { name: /^View: / });
const firstName = (page: Page) => names(page).first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const expectTab = (page: Page, name: string) => expect(tab(page, name)).toBeVisible();
const view = (page: Page, name: string) => page.getByRole('link', { name: `View: ${name}` });
const pressed = { pressed: true, exact: true };
const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) => `Person ${String(place).padStart(4, '0')}`);

/** Fills the inbox of quote requests, the first name newest; every third request is responded. */
async function fill(site: Site, customers: string[]) {
  const service = serviceClient(site);
  await emptyTables(service, ['quote_requests']);
  const rows = customers.map((customer_name, place) => ({
    customer_name,
    email: `p${place}@example.com`,
    project_type: 'Custom Shed',
    description: `A shed of ${place} feet for what does not fit.`,
    status: place % 3 === 2 ? 'responded' : 'pending',
    created_at: new Date(Date.UTC(2026, 9, 1) - place * 3_600_000).toISOString(),
  }));
  await service.from('quote_requests').insert(rows).throwOnError();
}

async function exportRows(page: Page, button: string) {
  const { name, content } = await download(page, button);
  return { name, lines: content.toString().trimEnd().split('\r\n') };
}

const expectReply = (page: Page, href: RegExp) =>
  expect(page.getByRole('dialog').getByRole('link', { name: 'Reply via Email' })).toHaveAttribute(
    'href',
    href,
  );

/** Deletes what a dialog shows, once the failure of the first attempt is told. */
async function deleteAfterFailure(dialog: Locator, type: string, failure: string) {
  const page = dialog.page();
  const alert = page.getByRole('alertdialog');
  await press(dialog, 'Delete');
  await expect(alert).toContainText(
    `Are you sure you want to delete this ${type}? This action cannot be undone.`,
  );
  await press(alert, 'Delete');
  await expect(alert).toContainText(failure);
  // Base UI hears Escape once it has moved the focus.
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.unrouteAll();
  await press(dialog, 'Delete');
  await press(alert, 'Delete');
  await expect(dialog).toBeHidden();
}

test('tabs, search, order and page of an inbox are in the URL', async ({
  page,
  site,
  isMobile,
}) => {
  await fill(site, ['Zoë Ångström', 'bert "the, builder)', '100% Ann', ...numbered(57)]);
  await signIn(page, '/admin/quotes');
  await expectTitle(page, 'Quote Requests');
  for (const label of ['All (60)', 'Pending (40)', 'Responded (20)', 'Spam (0)']) {
    await expectTab(page, label);
  }
  const range = (text: string) => page.getByText(`${text} quote requests`, { exact: true });
  await expect(range('1 to 25 of 60')).toBeVisible();
  await expect(names(page)).toHaveCount(25);

  await test.step('pages are links, move the focus, and work with Back', async () => {
    await page.getByRole('link', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await expect(range('26 to 50 of 60')).toBeFocused();
    await expect(page).toHaveURL(/\?page=2$/);
    await page.goBack();
    await expect(range('1 to 25 of 60')).toBeVisible();
  });

  await test.step('a tab shows its rows and is in the URL', async () => {
    await tab(page, 'Responded (20)').click();
    await expect(page).toHaveURL(/\?tab=responded$/);
    await expect(range('1 to 20 of 20')).toBeVisible();
    await page.goBack();
    await expectText(page, / of 60 /);
  });

  await test.step('the search filters rows, counts and the URL', async () => {
    const search = page.getByRole('searchbox', { name: 'Search quote requests' });
    await search.fill('angstrom zoe');
    await expectTab(page, 'All (1)');
    await expect(view(page, 'Zoë Ångström')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('q')).toBe('angstrom zoe');
    await search.fill('');
    await expectTab(page, 'All (60)');
  });

  await test.step('a column is sorted', async () => {
    const heading = page.getByRole('columnheader', { name: 'Customer' });
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    if (isMobile) await page.getByLabel('Sort by').selectOption('Customer: A to Z');
    else await heading.getByRole('button').press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await expect(firstName(page)).toHaveAccessibleName('View: 100% Ann');
  });
});

test('a quote request is read, answered, annotated and deleted', async ({ page, site }) => {
  await fill(site, ['Somebody Else']);
  const service = serviceClient(site);
  await service
    .from('quote_requests')
    .insert({
      customer_name: 'Ida Whole',
      ...{ email: 'ida@example.com', phone: '705-555-0142', location: 'K0L 1A0' },
      ...{ project_type: 'Garage Addition', material_type: 'Wood', color: 'Green', size: '12x20' },
      shed_style: 'Gable',
      budget_range: '$20,000 - $50,000',
      timeline: '2-3 months',
      description: 'Two cars and a bench.',
      custom_message: 'Please call after six.',
      inspiration_images: ['inspiration/1767225600000-a.jpg', 'inspiration/1767225600000-b.jpg'],
      created_at: '2026-10-02T15:30:00Z',
    })
    .throwOnError();
  const readStored = () => selectRow(service, 'quote_requests', { customer_name: 'Ida Whole' });
  await signIn(page, '/admin/quotes');
  const row = page.getByRole('row').filter({ hasText: 'Ida Whole' });
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });

  await test.step('the row shows every column', async () => {
    for (const heading of ['Customer', 'Project', 'Details', 'Date', 'Status', 'Actions']) {
      await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
    }
    await expect(row).toHaveText(
      /Ida Wholeida@example\.com705-555-0142.*Garage Addition.*Wood.*12x20.*\$20,000 - \$50,000.*Oct 2, 2026.*Pending/,
    );
    await expect(page.getByRole('row').filter({ hasText: 'Somebody Else' })).toContainText(
      'None given',
    );
  });

  await test.step('the details opened by keyboard show every field', async () => {
    await view(page, 'Ida Whole').press('Enter');
    await expect(dialog).toContainText('Two cars and a bench.');
    await expect(dialog).toContainText('Inspiration Images (2)');
    await expect(dialog).toContainText((await readStored())?.reference ?? 'no reference');
    await expect(dialog).toContainText('Town or Postal CodeK0L 1A0');
    await expect(dialog.getByText('Inspiration image 1 of 2')).toBeAttached();
  });

  await test.step('Reply via Email opens a draft and retains the status', async () => {
    await expectReply(
      page,
      /^mailto:ida@example\.com\?subject=Re%3A%20Your%20Quote%20Request&body=/,
    );
    expect(await readStored()).toMatchObject({ status: 'pending' });
  });

  await test.step('the status is set and reset, and unchanged if the server rejects it', async () => {
    await failRequests(page, 'PATCH', 'quote_requests');
    await press(dialog, 'Responded');
    await expectText(page, "Couldn't change the status.");
    await page.unrouteAll();
    for (const label of ['Responded', 'Pending']) {
      await press(dialog, label);
      await expect(dialog.getByRole('button', { name: label, ...pressed })).toBeVisible();
      expect(await readStored()).toMatchObject({ status: label.toLowerCase() });
    }
  });

  await test.step('notes are autosaved', async () => {
    await dialog.getByLabel('Admin Notes').pressSequentially('Likes cedar.');
    await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
    expect(await readStored()).toMatchObject({ notes: 'Likes cedar.' });
    await page.keyboard.press('Escape');
    await expect(view(page, 'Ida Whole')).toBeFocused();
  });

  await test.step('Mark responded is offered for pending requests, and the row leaves the tab', async () => {
    await tab(page, 'Pending (2)').click();
    await press(page, 'Mark responded: Ida Whole');
    await expectText(page, 'The quote request from Ida Whole was marked as responded.');
    await expect(row).toBeHidden();
    await tab(page, 'Responded (1)').click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mark responded: / })).toHaveCount(0);
  });

  await view(page, 'Ida Whole').click();
  await failRequests(page, 'DELETE', 'quote_requests');
  await deleteAfterFailure(dialog, 'quote request', 'Failed to delete quote request: disk full');
  await expectText(page, 'No quote request has been marked as responded yet.');
  expect(await readStored()).toBeUndefined();
});

test('a contact message is read, set back to unread, answered, exported and deleted', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  await emptyTables(service, ['contact_submissions']);
  const old = { name: 'Olga Before', email: 'olga@example.com', message: 'Do you build in snow?' };
  await service
    .from('contact_submissions')
    .insert([
      { ...old, subject: 'Snow', created_at: '2026-10-01T15:30:00Z' },
      {
        name: 'Uma Silent',
        email: 'uma@example.com',
        phone: '705-555-0143',
        subject: null,
        message: `The first line.\nThe second line. ${'And so on. '.repeat(40)}The end.`,
        created_at: '2026-10-02T15:30:00Z',
      } as never,
    ])
    .throwOnError();
  const readStatus = async () =>
    (await selectRow(service, 'contact_submissions', { name: 'Uma Silent' }))?.status;
  await signIn(page, '/admin/contacts');
  const row = page.getByRole('row').filter({ hasText: 'Uma Silent' });
  const dialog = page.getByRole('dialog', { name: 'Contact Submission Details' });

  await test.step('the row shows every column, a truncated preview and an unread mark', async () => {
    for (const heading of ['Contact', 'Subject', 'Message Preview', 'Date', 'Status', 'Actions']) {
      await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
    }
    await expect(row).toHaveText(
      /uma@example\.com705-555-0143.*No Subject.*The first line\. The second line\..*….*Oct 2, 2026.*Unread/,
    );
    await expect(row).not.toContainText('The end.');
    await expect(row).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const { name, lines } = await exportRows(page, 'Export CSV');
    expect(name).toMatch(/^contact-submissions-/);
    expect(lines).toHaveLength(3);
  });

  await test.step('opening the message marks it read, and it can be marked unread again', async () => {
    await tab(page, 'Unread (2)').click();
    await view(page, 'Uma Silent').click();
    await expect(dialog).toContainText('No subject provided');
    await expect(dialog).toContainText('The end.');
    await expect(dialog.getByRole('button', { name: 'Mark Read', ...pressed })).toBeVisible();
    await expect.poll(readStatus).toBe('read');
    for (const [label, status] of [
      ['Mark Unread', 'unread'],
      ['Mark Read', 'read'],
    ] as const) {
      await dialog.getByRole('button', { name: label, exact: true }).click();
      await expect(dialog.getByRole('button', { name: label, ...pressed })).toBeVisible();
      expect(await readStatus()).toBe(status);
    }
    await expectReply(page, /^mailto:uma@example\.com\?subject=Your%20Contact%20Form%20Submission/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeFocused();
    await tab(page, 'Read (1)').click();
    await expect(row).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('button', { name: 'Mark read: Uma Silent' })).toHaveCount(0);
  });

  await tab(page, 'All (2)').click();
  await press(page, 'Mark read: Olga Before');
  await expectTab(page, 'Read (2)');
  await view(page, 'Olga Before').click();
  await page.route('**/rest/v1/contact_submissions*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  const failure = 'An unexpected error occurred while deleting the contact.';
  await deleteAfterFailure(dialog, 'contact submission', failure);
  await expectTab(page, 'All (1)');
});

test('several requests are marked, exported and deleted together, and errors are shown', async ({
  page,
  site,
  isMobile,
}) => {
  const count = isFull ? 120 : 30;
  const pending = (2 * count) / 3;
  await fill(site, numbered(count));
  await signIn(page, '/admin/quotes');
  const selected = page.getByRole('region', { name: 'Selected' });
  const deleteSelected = (count: number) =>
    isMobile
      ? pressRowAction(page, 'Delete', `${count} quote requests selected`)
      : press(selected, 'Delete');
  const alert = page.getByRole('alertdialog');
  const wholePage = page.getByRole('checkbox', { name: 'Select all on this page' });
  const button = page.getByRole('button', { name: 'Export CSV' });
  await expect(button).toHaveAccessibleDescription(`All ${count} quote requests`);

  await test.step('rows are selected one by one, across pages, and exported', async () => {
    await page.getByRole('checkbox', { name: 'Select Person 0000' }).press('Space');
    await expect(selected).toContainText('1 quote request selected');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('checkbox', { name: 'Select Person 0025' }).check();
    await expect(selected).toContainText('2 quote requests selected');
    const { lines } = await exportRows(page, 'Export selection');
    expect(lines.map((line) => /Person \d+/.exec(line)?.[0])).toEqual([
      undefined,
      'Person 0000',
      'Person 0025',
    ]);
    await tab(page, `Pending (${pending})`).click();
    await expect(selected).toBeHidden();
    await tab(page, `All (${count})`).click();
  });

  await test.step('every matching row is exported and marked', async () => {
    await page.getByRole('searchbox').fill('person 000');
    await expectTab(page, 'All (10)');
    await expect(button).toHaveAccessibleDescription(
      'All 10 quote requests that match your search',
    );
    const { name, lines } = await exportRows(page, 'Export CSV');
    expect(name).toMatch(/^quote-requests-/);
    expect(lines).toHaveLength(11);
    await wholePage.check();
    await press(selected, 'Mark responded');
    await expectText(page, '10 quote requests were marked as responded.');
    await expectTab(page, 'Responded (10)');
    await expect(selected).toBeHidden();
  });

  if (!isFull) {
    await wholePage.check();
    await deleteSelected(10);
    await press(alert, 'Delete');
    await expectText(page, '10 quote requests were deleted.');
    return;
  }
  await test.step('of 120 rows the server deletes 100 and rejects the others, which a retry deletes', async () => {
    await page.getByRole('searchbox').fill('');
    await expectTab(page, 'All (120)');
    await wholePage.check();
    await press(selected, 'Select all 120 that match');
    await expect(selected).toContainText('120 quote requests selected');
    let deletions = 0;
    await failRequests(page, 'DELETE', 'quote_requests');
    await page.route('**/rest/v1/quote_requests*', (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      deletions += 1;
      return deletions === 1 ? route.continue() : route.fallback();
    });
    await deleteSelected(120);
    await expect(alert).toContainText(
      'Are you sure you want to delete these 120 quote requests? This action cannot be undone.',
    );
    await press(alert, 'Delete');
    await expect(alert).toContainText('disk full\n100 of 120 were deleted, 20 were not.');
    await press(alert, 'OK');
    await expect(selected).toContainText('20 quote requests selected');
    await page.unrouteAll();
    await deleteSelected(20);
    await press(alert, 'Delete');
    await expectText(page, '20 quote requests were deleted.');
    await expectTab(page, 'All (0)');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('new requests appear without a reload, and the visible rows do not move', {
  tag: ['@full', '@clock'],
}, async ({ page, request, site }) => {
  await fill(site, numbered(60));
  await page.clock.install();
  await signIn(page, '/admin/quotes');
  const focusWindow = async () => {
    await page.clock.fastForward(1100);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  await expect(names(page)).toHaveCount(25);

  const checkbox = page.getByRole('checkbox', { name: 'Select Person 0024' });
  await checkbox.check();
  const link = view(page, 'Person 0024');
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  const readTop = () => link.evaluate((element) => element.getBoundingClientRect().top);
  const before = await readTop();
  await sendQuote(request, 'Nova Late');
  await focusWindow();
  await expect(firstName(page)).toHaveAccessibleName('View: Nova Late');
  await expect(page.getByRole('status').filter({ hasText: /^1 new / })).toBeAttached();
  await expect(tab(page, 'All (61)')).toHaveCount(1);
  await expect(link).toBeFocused();
  await expect(checkbox).toBeChecked();
  expect(Math.abs((await readTop()) - before)).toBeLessThanOrEqual(2);

  await test.step('on another page only the counts and changed rows follow, each 20 seconds', async () => {
    await page.getByRole('link', { name: 'Next page' }).click();
    await expectText(page, /^26 to 50 of 61/);
    const shown = String(await firstName(page).getAttribute('aria-label'));
    await sendQuote(request, 'Nell Last');
    await page.clock.fastForward(20_000);
    await expectText(page, /^1 new /);
    await expectTab(page, 'All (62)');
    await expect(firstName(page)).toHaveAccessibleName(shown);

    const customer = shown.replace('View: ', '');
    const answer = serviceClient(site).from('quote_requests').update({ status: 'responded' });
    await answer.eq('customer_name', customer).throwOnError();
    await page.clock.fastForward(20_000);
    const row = page.getByRole('row').filter({ hasText: customer });
    await expect(row.getByText('Responded', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Show the newest' }).click();
    await expect(firstName(page)).toHaveAccessibleName('View: Nell Last');
    await expect(page.getByText(/^1 new /)).toHaveCount(0);
  });
});

test('on a phone a row is a link with buttons and a menu, which moves it to Spam and back', {
  tag: ['@narrow', '@full'],
}, async ({ page, site }) => {
  await fill(site, ['Somebody Else', 'Ida Whole']);
  const service = serviceClient(site);
  const whole = service.from('quote_requests').update({ phone: '705-555-0142' });
  await whole.eq('customer_name', 'Ida Whole').throwOnError();
  await signIn(page, '/admin/quotes');
  const row = page.getByRole('row').filter({ hasText: 'Ida Whole' });
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  for (const [label, href] of [
    ['View', /^\/admin\/quotes\?open=[0-9a-f-]{36}$/],
    ['Call', 'tel:+17055550142'],
    ['Email', /^mailto:p1@example\.com\?/],
  ] as const) {
    const link = page.getByRole('link', { name: `${label}: Ida Whole` });
    await expect(link).toHaveAttribute('href', href);
  }
  const first = page.locator('tbody').getByRole('row').first();
  expect((await first.boundingBox())?.y).toBeLessThan(300);
  const { height = 0, width = 0 } = (await row.boundingBox()) ?? {};
  expect(height).toBeLessThan(140);
  // A tap beside every button opens the row.
  await row.click({ position: { x: width / 2, y: 12 } });
  await expect(dialog.getByRole('link', { name: 'Call 705-555-0142' })).toBeVisible();
  await press(dialog, 'Close');
  await expect(dialog).toBeHidden();

  await test.step('a menu moves the row to Spam, whose detail gives the reason', async () => {
    const more = page.getByRole('button', { name: 'More: Ida Whole' });
    const menu = page.getByRole('dialog', { name: 'Ida Whole' });
    await expect(page.getByRole('button', { name: 'Delete: Ida Whole' })).toBeHidden();
    await more.click();
    await press(menu, 'Delete');
    await confirm(page, 'Cancel');
    await expect(more).toBeFocused();
    await more.click();
    await press(menu, 'Spam');
    await expectText(page, 'The quote request from Ida Whole was moved to Spam.');
    await expectTab(page, 'All (1)');
    await tab(page, 'Spam (1)').click();
    await view(page, 'Ida Whole').click();
    await expectText(dialog, 'Marked as spam by staff.');
    await press(dialog, 'Close');
    await press(page, 'Not spam: Ida Whole');
    await expectText(page, 'No quote request looks like spam.');
    await tab(page, 'All (2)').click();
    await expect(row).toBeVisible();
  });
});

test('a note that cannot be saved says so and is tried again', { tag: '@full' }, async ({
  page,
  request,
}) => {
  await sendQuote(request, 'Ivy Late');
  await signIn(page, '/admin/quotes');
  await view(page, 'Ivy Late').click();
  await failRequests(page, 'PATCH', 'quote_requests');
  const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
  await detail.getByLabel('Admin Notes').fill('Prefers mornings.');
  await expect(detail.getByText('Failed.')).toBeVisible();
  await expect(detail.getByLabel('Admin Notes')).toHaveValue('Prefers mornings.');
  await page.unrouteAll();
  await press(detail, 'Try again');
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
});
