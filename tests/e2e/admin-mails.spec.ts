import { signIn } from './support/admin.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a mail that the server rejected is marked with the reason, and can be sent again', async ({
  page,
  request,
  mail,
}) => {
  const arrived = () => mail.received.filter(({ text }) => text?.includes('Mia Unsent')).length;
  mail.be({ at: 'recipient', code: 550 });
  // The visitor reads that it was sent: the helper expects it.
  await sendQuote(request, 'Mia Unsent');

  await signIn(page, '/admin/quotes');
  const row = page.getByRole('row').filter({ hasText: 'Mia Unsent' });
  await expect(row.getByText('E-mail delayed')).toBeVisible();
  await page.getByRole('link', { name: 'View: Mia Unsent' }).click();
  const note = page.getByRole('dialog').getByRole('region', { name: 'E-mail to you' });
  await expect(note).toContainText('The mail server refused it.');
  await expect(note).toContainText('550 Not this one');
  await expect(note).toContainText('Next try: within two minutes');
  await expectAccessible(page);
  expect(arrived()).toBe(0);
  await page.goto('/admin');
  const notice = page.getByText('1 e-mail about an enquiry has not been sent to you.');
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Quote Requests' }).click();
  await page.getByRole('link', { name: 'View: Mia Unsent' }).click();

  mail.be('take');
  await note.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The e-mail is sent again in a moment.')).toBeVisible();
  await expect(page.getByText('The e-mail has been sent.')).toBeVisible({ timeout: 40_000 });
  await expect(note).toBeHidden();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(row).toBeVisible();
  await expect(row.getByText(/E-mail (delayed|not sent)/)).toHaveCount(0);
  expect(arrived()).toBe(1);
  await page.goto('/admin');
  await expect(page.getByText('Total Quote Requests')).toBeVisible();
  await expect(page.getByText('not been sent to you')).toHaveCount(0);
});

test('a mail server that does not respond delays no form', async ({ request, mail }) => {
  mail.be('hang');
  const begun = Date.now();
  await sendMessage(request, 'Rosa Patient');
  // The helper may need two seconds of them to open the form.
  expect(Date.now() - begun).toBeLessThan(9_000);
  mail.be('take');
});
