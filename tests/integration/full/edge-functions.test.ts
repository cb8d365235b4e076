import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from '#app/lib/crud.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { checkDenoTypes, type EdgeFunction, startEdgeFunction } from '#tests/hosted/deno.ts';
import { engineAvailable, useBackend } from '#tests/support/backend.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

/** The functions of the hosted platform, in Deno, with our backend as the platform's other services. */
describe.skipIf(!engineAvailable())('functions in Deno', () => {
  const secret = 'c2NoZWR1bGVy';
  const platform = useBackend();
  let mail: MailServer;
  let environment: Record<string, string>;
  let sendEmail: EdgeFunction;
  let sendDueMails: EdgeFunction;

  beforeAll(async () => {
    mail = await startMailServer();
    environment = {
      SUPABASE_URL: platform.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: platform.secretKey }),
      SMTP_URL: mail.url,
      MAIL_FROM: 'Sheds <website@sheds.example>',
      MAIL_TO: 'owner@example.com',
      PUBLIC_URL: 'https://sheds.example',
    };
    const scheduled = { ...environment, OUTBOX_SECRET: secret };
    sendDueMails = await startEdgeFunction('send-due-mails', scheduled);
  });
  afterAll(async () => {
    await Promise.all([sendEmail?.stop(), sendDueMails?.stop()]);
    await mail?.stop();
  });

  /** Stores a message; `isDue` if its email has waited in the outbox. */
  async function store(name: string, isDue = false) {
    const row = newContactMessage({ name, email: `${name.toLowerCase()}@example.com` });
    const data = await insertRow(platform.service, 'contact_submissions', row);
    if (isDue) {
      await platform.run(sql`insert into private.outbox (contact_submission_id, backoff_seconds)
        values (${data.id}, 0)`);
    }
    return row;
  }
  const received = (name: string) => mail.waitFor(({ text }) => text?.includes(name) ?? false);

  test('have no type errors', async () => {
    const files = ['send-email', 'send-due-mails', 'reset-colleague'].map(
      (name) => `supabase/functions/${name}/index.ts`,
    );
    expect(await checkDenoTypes(files)).toBe('');
  });

  test('send-due-mails with the secret sends due emails', async () => {
    await store('Ingrid', true);
    const call = (token: string) =>
      fetch(sendDueMails.url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect((await call('c29tZWJvZHk')).status).toBe(401);
    expect(await (await call(secret)).json()).toEqual({ sent: 1, notSent: 0 });
    expect((await received('Ingrid')).subject).toBe('New contact message from Ingrid');
  });

  test('send-email mails a stored enquiry over SMTP', async () => {
    // It also sends what is due after each response, so it starts once send-due-mails has had its turn.
    sendEmail = await startEdgeFunction('send-email', environment);
    const formData = await store('Greta');
    const response = await fetch(sendEmail.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ formData, emailType: 'contact' }),
    });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    const { envelopeTo, from, replyTo, subject, text } = await received('Greta');
    expect(envelopeTo).toEqual(['owner@example.com']);
    expect(from).toMatchObject({ address: 'website@sheds.example', name: 'Sheds' });
    expect(replyTo?.[0]?.address).toBe('greta@example.com');
    expect(subject).toBe('New contact message from Greta');
    expect(text).toContain('https://sheds.example/admin/contacts');
  });

  test('send-email/status responds, and due emails are sent after the response', async () => {
    await store('Henrik', true);
    const response = await fetch(`${sendEmail.url}/status`);
    expect(await response.json()).toEqual({ isMailConfigured: true });
    expect((await received('Henrik')).envelopeTo).toEqual(['owner@example.com']);
  });
});
