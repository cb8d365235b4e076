import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { createSendEmail } from './handler.ts';

const contact = {
  name: 'Rosa Lindqvist',
  email: 'rosa@example.com',
  subject: 'A garage door',
  message: 'Can you replace two garage doors?',
};

/** Calls the function while the table interface answers like this. */
async function call(answer: () => Response) {
  const reported: unknown[] = [];
  const sendEmail = createSendEmail({
    supabase: createClient('http://localhost', 'secret', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: async () => answer() },
    }),
    send: async () => undefined,
    readRecipients: async () => ({ enquiries: ['owner@example.com'] }),
    adminUrl: 'https://sheds.example/admin',
    inFlight: new Set(),
    getClientIp: () => '192.0.2.1',
    isMailConfigured: async () => true,
    report: (error) => reported.push(error),
    reportError: () => {},
    reportStorageWarning: () => {},
    reportDocumentError: () => {},
  });
  const response = await sendEmail(
    new Request('http://localhost/send-email', {
      method: 'POST',
      body: JSON.stringify({ emailType: 'contact', formData: contact }),
    }),
  );
  expect(reported).toHaveLength(1);
  return { status: response.status, wait: response.headers.get('retry-after') };
}

const rejectWith = (status: number, code: string) => () =>
  Response.json({ code, message: 'No', details: null, hint: null }, { status });

it.each([
  ['PostgREST without a connection', rejectWith(503, 'PGRST000')],
  ['a connection pool that is exhausted', rejectWith(504, 'PGRST003')],
  ['PostgreSQL while it shuts down', rejectWith(503, '57P01')],
  ['a deadlock', rejectWith(500, '40P01')],
  [
    'a network error',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
] as const)('send-email answers 503 with Retry-After for %s', async (_, answer) => {
  expect(await call(answer)).toEqual({ status: 503, wait: '10' });
});

it('send-email answers 500 without Retry-After for an error of SQL', async () => {
  expect(await call(rejectWith(400, '42703'))).toEqual({ status: 500, wait: null });
});
