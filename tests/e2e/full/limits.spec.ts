import { fillContact } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedErrors: ['status of 429'] });

test('a form of a network over the limit shows the error and retains its input', async ({
  page,
  site,
  extraHTTPHeaders,
}) => {
  const send = () => {
    const body = new FormData();
    body.set('name', 'x');
    const headers = { ...extraHTTPHeaders };
    return fetch(`${site.url}/contact.json`, { method: 'POST', headers, body });
  };
  // A network may have few requests in flight.
  for (let sent = 0; sent < 100; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, send));
  }
  await page.goto('/contact');
  await fillContact(page, 'Ann Fielder', 'How much is a shed on a slope?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const error = /^Too many forms have come from your network. Please try again in \d+ minutes/;
  await expect(page.getByRole('alert').filter({ hasText: error })).toBeInViewport();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Ann Fielder');
  await expect(page.getByLabel(/^Message/)).toHaveValue('How much is a shed on a slope?');
});
