import { setTimeout } from 'node:timers/promises';
import { type APIRequestContext, expect } from '@playwright/test';
import { minFormAgeMs, spamCheckFields } from '#app/features/enquiries/spam.ts';

/** Tokens of this worker's sites, by the form's address. */
const tokens = new Map<string, string>();

/** The token of a page with a form that was opened a while ago: it is good for days. */
async function formToken(request: APIRequestContext): Promise<string> {
  const page = await request.get('/contact');
  const fresh = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const token = tokens.get(page.url()) ?? fresh;
  tokens.set(page.url(), token);
  const age = Date.now() - Number.parseInt(token, 10);
  if (age < minFormAgeMs) await setTimeout(minFormAgeMs - age + 100);
  return token;
}

/** Sends a quote request as the website's form does, without opening a page. */
export async function sendQuote(request: APIRequestContext, customer: string): Promise<void> {
  const response = await request.post('/quote-request.json', {
    multipart: {
      customer_name: customer,
      email: 'somebody@example.com',
      project_type: 'Custom Shed',
      description: 'A shed for what does not fit in the house.',
      [spamCheckFields.token]: await formToken(request),
    },
  });
  expect(await response.json()).toMatchObject({ sent: true });
}

/** Sends a contact message as the website's form does, without opening a page. */
export async function sendMessage(
  request: APIRequestContext,
  name: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const response = await request.post('/contact.json', {
    multipart: {
      name,
      email: 'somebody@example.com',
      subject: 'A question',
      message: 'How long does it take from the order to the roof?',
      ...fields,
      [spamCheckFields.token]: await formToken(request),
    },
  });
  expect(await response.json()).toMatchObject({ sent: true });
}
