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

/** Sends a form as the website does, without opening a page. */
async function send(request: APIRequestContext, path: string, fields: Record<string, string>) {
  const token = await formToken(request);
  const response = await request.post(path, {
    multipart: { email: 'somebody@example.com', ...fields, [spamCheckFields.token]: token },
  });
  expect(await response.json()).toMatchObject({ sent: true });
}

export const sendQuote = (request: APIRequestContext, customer: string) =>
  send(request, '/quote-request.json', {
    customer_name: customer,
    project_type: 'Custom Shed',
    description: 'A shed for what does not fit in the house.',
  });

export const sendMessage = (
  request: APIRequestContext,
  name: string,
  fields: Record<string, string> = {},
) =>
  send(request, '/contact.json', {
    name,
    subject: 'A question',
    message: 'How long does it take from the order to the roof?',
    ...fields,
  });
