import { type APIRequestContext, expect } from '@playwright/test';

/** Sends a quote request as the website's form does, without opening a page. */
export async function sendQuote(request: APIRequestContext, customer: string): Promise<void> {
  const response = await request.post('/quote-request.json', {
    multipart: {
      customer_name: customer,
      email: 'somebody@example.com',
      project_type: 'Custom Shed',
      description: 'A shed for what does not fit in the house.',
    },
  });
  expect(await response.json()).toMatchObject({ sent: true });
}

/** Sends a contact message as the website's form does, without opening a page. */
export async function sendMessage(request: APIRequestContext, name: string): Promise<void> {
  const response = await request.post('/contact.json', {
    multipart: {
      name,
      email: 'somebody@example.com',
      subject: 'A question',
      message: 'How long does it take from the order to the roof?',
    },
  });
  expect(await response.json()).toMatchObject({ sent: true });
}
