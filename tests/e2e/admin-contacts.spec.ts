import { signIn } from './support/admin.ts';
import { sendMessage } from './support/enquiries.ts';
import { fill, type InboxUnderTest } from './support/inbox.ts';
import { testNewEnquiries } from './support/inbox-new-enquiries.ts';
import { testPages } from './support/inbox-pages.ts';
import { testSeveral } from './support/inbox-several.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({
  expectedErrors: ['status of 5', 'status of 4', 'net::ERR_FAILED', 'Could not', 'several'],
});

const contacts: InboxUnderTest = {
  path: '/admin/contacts',
  tag: '@narrow',
  table: 'contact_submissions',
  title: 'Contact Messages',
  entityPlural: 'contact messages',
  records: 'contact submissions',
  short: 'the contacts',
  fresh: ['Unread', 'unread'],
  settled: ['Read', 'read'],
  markSettled: 'Mark read',
  nameHeading: 'Contact',
  file: /^contact-submissions-\d{4}-\d{2}-\d{2}\.csv$/,
  headings: '"Date","Name","Email","Phone","Subject","Status"',
  row: (name, hours, status) => ({
    name,
    email: `c${hours}@example.com`,
    subject: `Subject ${hours}`,
    message: `How long does it take, in ${hours} hours?`,
    status,
    created_at: new Date(Date.UTC(2026, 9, 1) - hours * 3_600_000).toISOString(),
  }),
  send: sendMessage,
};

testPages(contacts);
testSeveral(contacts);
testNewEnquiries(contacts);

test('a message is read, set back to unread, answered and deleted', { tag: '@wide' }, async ({
  page,
  site,
}) => {
  await fill(site, contacts, ['Somebody Else']);
  const service = serviceClient(site);
  await service
    .from('contact_submissions')
    .insert({
      name: 'Uma Silent',
      email: 'uma@example.com',
      phone: '705-555-0143',
      subject: null,
      message: `The first line.\nThe second line. ${'And so on. '.repeat(40)}The end.`,
      created_at: '2026-10-02T15:30:00Z',
    })
    .throwOnError();
  await signIn(page, '/admin/contacts');
  const row = page.getByRole('row').filter({ hasText: 'Uma Silent' });
  const dialog = page.getByRole('dialog', { name: 'Contact Submission Details' });
  const pressed = (name: string) =>
    expect(dialog.getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  const stored = async () => {
    const { data } = await service
      .from('contact_submissions')
      .select('status')
      .eq('name', 'Uma Silent')
      .throwOnError();
    return data[0]?.status;
  };

  await test.step('the row shows every column, a truncated preview and an unread mark', async () => {
    for (const heading of ['Contact', 'Subject', 'Message Preview', 'Date', 'Status', 'Actions']) {
      await expect(page.getByRole('columnheader', { name: heading })).toBeAttached();
    }
    for (const text of ['uma@example.com', '705-555-0143', 'No Subject', 'Oct 2, 2026', 'Unread']) {
      await expect(row).toContainText(text);
    }
    await expect(row).toContainText('The first line. The second line.');
    await expect(row).toContainText('…');
    await expect(row).not.toContainText('The end.');
    await expect(row).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expectAccessible(page);
  });

  await test.step('opening the message by keyboard marks it read', async () => {
    await page.getByRole('tab', { name: 'Unread' }).click();
    await page.getByRole('link', { name: 'View: Uma Silent' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('No subject provided');
    await expect(dialog).toContainText('The end.');
    await pressed('Mark Read');
    expect(await stored()).toBe('read');
    await expectAccessible(page);
  });

  await test.step('the message is marked unread and read again', async () => {
    await dialog.getByRole('button', { name: 'Mark Unread' }).click();
    await pressed('Mark Unread');
    expect(await stored()).toBe('unread');
    await dialog.getByRole('button', { name: 'Mark Read', exact: true }).click();
    await pressed('Mark Read');
    expect(await stored()).toBe('read');
  });

  await test.step('Reply opens a mail draft with a default subject', async () => {
    const reply = dialog.getByRole('link', { name: 'Reply via Email' });
    const url = new URL((await reply.getAttribute('href')) ?? '');
    expect(url.protocol + url.pathname).toBe('mailto:uma@example.com');
    expect(url.searchParams.get('subject')).toBe('Your Contact Form Submission');
  });

  await test.step('the tabs show new counts, and focus remains in the list', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Unread (1)' })).toBeVisible();
    await page.getByRole('tab', { name: /^Read/ }).click();
    await expect(row).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('button', { name: 'Mark read: Uma Silent' })).toHaveCount(0);
  });

  await test.step('the message is deleted after confirmation', async () => {
    await page.getByRole('button', { name: 'Delete: Uma Silent' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Are you sure you want to delete this contact submission? This action cannot be undone.',
    );
    // Without the second click of a double click, which would open the row below.
    const confirm = question.getByRole('button', { name: 'Delete' });
    for (const button of [confirm, question.getByRole('button', { name: 'Cancel' })]) {
      await button.hover();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      // Otherwise it would be gone, or busy with the deletion.
      await expect(confirm).toHaveAttribute('aria-disabled', 'false');
      expect(await stored()).toBeDefined();
    }
    await confirm.click();
    await expect(page.getByText('The message from Uma Silent is deleted.').first()).toBeVisible();
    await expect(page.getByText('No message has been read yet.')).toBeVisible();
    expect(await stored()).toBeUndefined();
  });

  await test.step('Reply quotes the subject, and Mark read works in the list', async () => {
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('button', { name: 'Mark read: Somebody Else' }).click();
    await expect(page.getByRole('tab', { name: 'Read (1)', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'View: Somebody Else' }).click();
    const reply = dialog.getByRole('link', { name: 'Reply via Email' });
    const url = new URL((await reply.getAttribute('href')) ?? '');
    expect(url.searchParams.get('subject')).toBe('Re: Subject 0');
  });
});
