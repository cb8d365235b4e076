import { spamCheckFields } from '#app/domain/enquiries/spam.ts';
import { signIn } from './support/admin.ts';
import { contactSuccess, openQuoteRequestDialog, quoteSuccess } from './support/forms.ts';
import { pressSelectionAction } from './support/row-actions.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const person = { name: 'Ulla Uneilig', email: 'ulla@example.com', subject: 'Opening hours' };

test('a form sent after 3 s with autofill is not marked as spam', { tag: '@narrow' }, async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  await page.goto('/contact');
  const opened = Date.now();
  await page.getByLabel(/^Name/).fill(person.name);
  await page.getByLabel(/^Email/).fill(person.email);
  await page.getByLabel(/^Subject/).fill(person.subject);
  const message = `Are you open on Saturdays? ${opened}`;
  await page.getByLabel(/^Message/).fill(message);
  // What the browser fills in is everything with a name that it could be about.
  const trap = page.locator(`input[name=${spamCheckFields.hidden}]`);
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
  await page.waitForTimeout(Math.max(0, 3000 - (Date.now() - opened)));
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(contactSuccess)).toBeVisible();
  const { data } = await service
    .from('contact_submissions')
    .select('is_spam, spam_reasons')
    .eq('message', message)
    .throwOnError();
  expect(data).toEqual([{ is_spam: false, spam_reasons: [] }]);
});

test('the dialog of the quote form has the same spam checks', { tag: '@wide' }, async ({
  page,
  site,
}) => {
  const dialog = await openQuoteRequestDialog(page);
  const description = `A shed for bicycles. ${Date.now()}`;
  await dialog.getByLabel(/^Name/).fill(person.name);
  await dialog.getByLabel(/^Email/).fill(person.email);
  await dialog.getByLabel(/^Project Type/).selectOption('Custom Shed');
  await dialog.getByLabel(/^Project Description/).fill(description);
  await page.waitForTimeout(2000);
  await dialog.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(dialog.getByText(quoteSuccess)).toBeVisible();
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('is_spam')
    .eq('description', description)
    .throwOnError();
  expect(data).toEqual([{ is_spam: false }]);
});

test('spam gets the success message, is stored under Spam, and staff move it', {
  tag: '@narrow',
}, async ({ page, request, site, mail }) => {
  const service = serviceClient(site);
  await service.from('contact_submissions').delete().not('id', 'is', null).throwOnError();
  const fields = { ...person, name: 'Rob Otto', message: 'Buy [url=http://a.example]this[/url]!' };
  const multipart = { ...fields, [spamCheckFields.hidden]: 'http://a.example' };
  const answer = await request.post('/contact.json', { multipart });
  expect(await answer.json()).toEqual({ sent: true, message: contactSuccess, notices: [] });
  await service
    .from('contact_submissions')
    .insert({ ...person, message: 'Are you open on Sundays?' })
    .throwOnError();

  await signIn(page, '/admin');
  await expect(page.getByText('1 new contact(s) this week')).toBeVisible();

  await page.goto('/admin/contacts');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const robot = page.getByRole('link', { name: 'View: Rob Otto' });
  const dialog = page.getByRole('dialog', { name: 'Contact Submission Details' });
  await expect(page.getByRole('link', { name: `View: ${person.name}` })).toBeVisible();
  await expect(robot).toHaveCount(0);
  await expect(tab('All (1)')).toBeVisible();
  await tab('Spam (1)').click();
  await expect(page).toHaveURL(/\?tab=spam$/);
  await expectAccessible(page);

  await test.step('the detail states the reason, and opening does not mark it read', async () => {
    await robot.click();
    for (const sentence of [
      'A field was filled in that people can not see.',
      'The form was not taken from the website, or more than two weeks ago.',
      'It holds links written in forum or HTML markup.',
    ]) {
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    await expect(dialog.getByText('Unread', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('Not spam moves it back, and no mail is sent', async () => {
    await page.getByRole('button', { name: 'Not spam: Rob Otto' }).click();
    await expect(
      page.getByText('The message from Rob Otto is moved back from Spam.').first(),
    ).toBeVisible();
    await expect(page.getByText('No message looks like spam.')).toBeVisible();
    await tab('All (2)').click();
    await expect(robot).toBeVisible();
    expect(mail.received.filter(({ text }) => text?.includes('Rob Otto'))).toEqual([]);
  });

  await test.step('Spam in the detail marks an enquiry', async () => {
    await page.getByRole('link', { name: `View: ${person.name}` }).click();
    await dialog.getByRole('button', { name: 'Spam', exact: true }).click();
    await expect(dialog.getByText('It was marked by hand.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Not spam' }).click();
    await expect(dialog.getByText('Marked as spam')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('several enquiries are marked at once', async () => {
    await page.getByLabel('Select all on this page').click();
    await pressSelectionAction(page, 'Spam');
    await expect(tab('Spam (2)')).toBeVisible();
    await expect(tab('All (0)')).toBeVisible();
    await tab('Spam (2)').click();
    await page.getByLabel('Select all on this page').click();
    await pressSelectionAction(page, 'Not spam');
    await expect(tab('All (2)')).toBeVisible();
  });
});
