import { fillContact } from './support/forms.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 429'] });

test('a network over the form limit gets an error and retains its input', async ({
  page,
  site,
  extraHTTPHeaders,
}) => {
  // By fetch, which takes a tenth of the time that the page's own requests take.
  const send = async () => {
    const body = new FormData();
    body.set('name', 'x');
    const headers = { ...extraHTTPHeaders };
    const { status } = await fetch(`${site.url}/contact.json`, { method: 'POST', headers, body });
    return status;
  };
  // Fewer at a time than one network may have in flight.
  const sendMany = async (count: number) => {
    const statuses: number[] = [];
    while (statuses.length < count) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, send))));
    }
    return statuses;
  };
  expect(new Set(await sendMany(100))).toEqual(new Set([400]));
  const sentence =
    /Too many forms have come from your network. Please try again in \d+ minutes, or call us directly./;

  await test.step('a form with scripts shows the error', async () => {
    await page.goto('/contact');
    await fillContact(page, 'Ann Fielder', 'How much is a shed on a slope?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeInViewport();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Ann Fielder');
    await expect(page.getByLabel(/^Message/)).toHaveValue('How much is a shed on a slope?');
  });

  for (const [path, field] of [
    ['/contact', 'name'],
    ['/quote-request', 'customer_name'],
  ] as const) {
    await test.step(`${path} without scripts shows the error`, async () => {
      const answer = await page.request.post(path, {
        multipart: { [field]: 'Ann Fielder', email: 'ann@example.com' },
      });
      expect(answer.status()).toBe(429);
      expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(3000);
      const html = await answer.text();
      expect(html).toMatch(sentence);
      expect(html).toContain('value="Ann Fielder"');
    });
  }

  await test.step('further forms are rejected before their body is read', async () => {
    expect(new Set(await sendMany(200))).toEqual(new Set([429]));
    const last = await page.request.post('/contact.json', { multipart: { name: 'x' } });
    expect(await last.json()).toMatchObject({ sent: false, errors: {} });
    expect((await page.request.get('/contact')).status()).toBe(200);
  });
});
