import { signIn } from './support/admin.ts';
import { sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { fill, type InboxUnderTest } from './support/inbox.ts';
import { testNewEnquiries } from './support/inbox-new-enquiries.ts';
import { testPages } from './support/inbox-pages.ts';
import { testSeveral } from './support/inbox-several.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({
  expectedErrors: ['status of 5', 'status of 4', 'net::ERR_FAILED', 'Could not', 'several'],
});

const quotes: InboxUnderTest = {
  path: '/admin/quotes',
  tag: '@wide',
  table: 'quote_requests',
  title: 'Quote Requests',
  entityPlural: 'quote requests',
  records: 'quote requests',
  short: 'the quotes',
  fresh: ['Pending', 'pending'],
  settled: ['Responded', 'responded'],
  markSettled: 'Mark responded',
  nameHeading: 'Customer',
  file: /^quote-requests-\d{4}-\d{2}-\d{2}\.csv$/,
  headings:
    '"Date","Name","Email","Phone","Project Type","Material","Size","Budget","Status","Custom Message","Has Images"',
  row: (name, hours, status) => ({
    customer_name: name,
    email: `p${hours}@example.com`,
    project_type: 'Custom Shed',
    description: `A shed of ${hours} feet for what does not fit.`,
    status,
    created_at: new Date(Date.UTC(2026, 9, 1) - hours * 3_600_000).toISOString(),
  }),
  send: sendQuote,
};

testPages(quotes);
testSeveral(quotes);
testNewEnquiries(quotes);

test('a quote request is read, answered, annotated and deleted', { tag: '@narrow' }, async ({
  page,
  site,
}) => {
  await fill(site, quotes, ['Somebody Else']);
  await serviceClient(site)
    .from('quote_requests')
    .insert({
      customer_name: 'Ida Whole',
      email: 'ida@example.com',
      phone: '705-555-0142',
      project_type: 'Garage Addition',
      material_type: 'Wood',
      color: 'Green',
      size: '12x20',
      shed_style: 'Gable',
      budget_range: '$20,000 - $50,000',
      timeline: '2-3 months',
      description: 'Two cars and a bench.',
      custom_message: 'Please call after six.',
      inspiration_images: [
        'inspiration/1767225600000-one.jpg',
        'inspiration/1767225600000-two.jpg',
      ],
      created_at: '2026-10-02T15:30:00Z',
    })
    .throwOnError();
  await signIn(page, '/admin/quotes');
  const row = page.getByRole('row').filter({ hasText: 'Ida Whole' });
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  const stored = async () => {
    const { data } = await serviceClient(site)
      .from('quote_requests')
      .select('status, notes')
      .eq('customer_name', 'Ida Whole')
      .throwOnError();
    return data[0];
  };

  await test.step('the row shows every column', async () => {
    for (const heading of ['Customer', 'Project', 'Details', 'Date', 'Status', 'Actions']) {
      await expect(page.getByRole('columnheader', { name: heading })).toBeAttached();
    }
    for (const text of [
      'ida@example.com',
      '705-555-0142',
      'Garage Addition',
      'Wood',
      '12x20',
      '$20,000 - $50,000',
      'Oct 2, 2026',
      'Pending',
    ]) {
      await expect(row).toContainText(text);
    }
    await expect(page.getByRole('row').filter({ hasText: 'Somebody Else' })).toContainText(
      'None given',
    );
  });

  await test.step('the row of a phone is a link of three lines, with buttons to call and to e-mail', async () => {
    const { data } = await serviceClient(site)
      .from('quote_requests')
      .select('id')
      .eq('customer_name', 'Ida Whole')
      .single()
      .throwOnError();
    await expect(page.getByRole('link', { name: 'View: Ida Whole' })).toHaveAttribute(
      'href',
      `/admin/quotes?open=${data.id}`,
    );
    await expect(page.getByRole('link', { name: 'Call: Ida Whole' })).toHaveAttribute(
      'href',
      'tel:7055550142',
    );
    await expect(page.getByRole('link', { name: 'E-mail: Ida Whole' })).toHaveAttribute(
      'href',
      /^mailto:ida@example\.com\?/,
    );
    const { height = 0, width = 0 } = (await row.boundingBox()) ?? {};
    expect(height).toBeLessThan(140);
    // A tap beside every button opens the row.
    await row.click({ position: { x: width / 2, y: 12 } });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toHaveText('Description');
    await expect(dialog.getByRole('link', { name: 'Call 705-555-0142' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('Spam and Delete are in a menu, whose button gets the focus when it closes', async () => {
    const more = page.getByRole('button', { name: 'More: Ida Whole' });
    const menu = page.getByRole('dialog', { name: 'Ida Whole' });
    await expect(page.getByRole('button', { name: 'Delete: Ida Whole' })).toBeHidden();
    await more.click();
    await expectAccessible(page);
    await menu.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(more).toBeFocused();
    await more.click();
    await menu.getByRole('button', { name: 'Spam' }).click();
    await expect(
      page.getByText('The quote request from Ida Whole is moved to Spam.').first(),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Spam (1)' }).click();
    await page.getByRole('button', { name: 'Not spam: Ida Whole' }).click();
    await page.getByRole('tab', { name: 'All (2)' }).click();
    await expect(row).toBeVisible();
  });

  await test.step('the details opened by keyboard show every field', async () => {
    await page.getByRole('link', { name: 'View: Ida Whole' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    for (const text of [
      'Green',
      'Gable',
      '2-3 months',
      'Two cars and a bench.',
      'Please call after six.',
      'Inspiration Images (2)',
    ]) {
      await expect(dialog).toContainText(text);
    }
    await expect(dialog.getByText('Inspiration image 1 of 2')).toBeAttached();
    await expectAccessible(page);
  });

  await test.step('Reply opens a mail draft and changes nothing', async () => {
    const reply = dialog.getByRole('link', { name: 'Reply via Email' });
    const url = new URL((await reply.getAttribute('href')) ?? '');
    expect(url.protocol + url.pathname).toBe('mailto:ida@example.com');
    expect(url.searchParams.get('subject')).toBe('Re: Your Quote Request');
    expect(url.searchParams.get('body')).toContain(
      'Thank you for your interest in our Garage Addition work.',
    );
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  await test.step('the status is set and reset, and unchanged if the server rejects it', async () => {
    await failRequests(page, 'PATCH', 'quote_requests');
    await dialog.getByRole('button', { name: 'Responded' }).click();
    await expect(page.getByText('The status could not be changed.').first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Pending' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Responded' }).click();
    await expect(dialog.getByRole('button', { name: 'Responded' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await stored()).toMatchObject({ status: 'responded' });
    await dialog.getByRole('button', { name: 'Pending' }).click();
    await expect(dialog.getByRole('button', { name: 'Pending' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  await test.step('notes are autosaved', async () => {
    await dialog.getByLabel('Admin Notes').pressSequentially('Likes cedar.');
    await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
    expect(await stored()).toMatchObject({ notes: 'Likes cedar.' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'View: Ida Whole' })).toBeFocused();
  });

  await test.step('Mark responded is offered for pending requests, and the row leaves the tab', async () => {
    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.getByRole('button', { name: 'Mark responded: Ida Whole' }).click();
    await expect(
      page.getByText('The quote request from Ida Whole is marked as responded.').first(),
    ).toBeVisible();
    await expect(row).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Responded (1)' })).toBeVisible();
    await page.getByRole('tab', { name: 'Responded' }).click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mark responded: / })).toHaveCount(0);
  });

  await test.step('the request is deleted from its details after confirmation', async () => {
    await page.getByRole('link', { name: 'View: Ida Whole' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Are you sure you want to delete this quote request? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(
      page.getByText('The quote request from Ida Whole is deleted.').first(),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText('No quote request has been marked as responded yet.'),
    ).toBeVisible();
    expect(await stored()).toBeUndefined();
  });
});

test('budgets and sizes are sorted by value, and a toast covers no button', {
  tag: '@narrow',
}, async ({ page, site }) => {
  await fill(site, quotes, []);
  const sent = [
    ['Under', 'Under $2,000', '8x8'],
    ['Small', '$2,000 - $5,000', '10x10'],
    ['Middle', '$10,000 - $20,000', '8x12'],
    ['Large', 'Over $50,000', '12x20'],
    ['Silent', null, null],
  ] as const;
  for (const [name, budget_range, size] of sent) {
    await serviceClient(site)
      .from('quote_requests')
      .insert({
        customer_name: `${name} Budget`,
        email: 'b@example.com',
        project_type: 'Other',
        description: `What ${name} wants.`,
        budget_range,
        size,
      })
      .throwOnError();
  }
  await signIn(page, '/admin/quotes?sort=details');
  const order = () =>
    page
      .getByRole('link', { name: /^View: / })
      .evaluateAll((all) => all.map((button) => button.ariaLabel?.split(' ')[1]));
  await expect.poll(order).toEqual(['Under', 'Small', 'Middle', 'Large', 'Silent']);
  await page.goto('/admin/quotes?sort=details&dir=desc');
  await expect.poll(order).toEqual(['Large', 'Middle', 'Small', 'Under', 'Silent']);

  await failRequests(page, 'PATCH', 'quote_requests');
  const mark = page.getByRole('button', { name: 'Mark responded: Silent Budget' });
  await mark.scrollIntoViewIfNeeded();
  await mark.click();
  const message = page.getByText('The status could not be changed. Please try again.').last();
  await expect(message).toBeVisible();
  await expect
    .poll(async () => {
      const button = await mark.boundingBox();
      const toast = await page.locator('[data-message]').first().boundingBox();
      return (toast?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0));
    })
    .toBeGreaterThan(0);
});
