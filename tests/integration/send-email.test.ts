import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMailConfigured } from '#app/data/mail-status.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

/** The e-mail call of section 7, over real SMTP and into the outbox. */

describe.skipIf(!engineAvailable())('e-mail', () => {
  let backend: TestBackend;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await startMailServer();
    backend = await startBackend({
      SMTP_URL: mail.url,
      MAIL_TO: 'owner@example.com',
      MAIL_FROM: 'site@example.com',
    });
  });
  afterAll(async () => {
    await backend?.stop();
    await mail?.stop();
  });

  const send = async (body: unknown) => {
    const response = await fetch(`${backend.url}/functions/v1/send-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: backend.publishableKey },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      ...((await response.json()) as { success: boolean; error?: string }),
    };
  };

  test('a stored request is mailed to the owner with the customer as Reply-To', async () => {
    const formData = newQuoteRequest({
      customer_name: 'Mail Tester',
      email: 'mail.tester@example.com',
    });
    await backend.service.from('quote_requests').insert(formData).throwOnError();
    expect(await send({ formData, emailType: 'quote' })).toMatchObject({
      status: 200,
      success: true,
    });
    const received = await mail.waitFor(({ text }) => text?.includes('Mail Tester') ?? false);
    expect(received.envelopeTo).toEqual(['owner@example.com']);
    expect(received.replyTo?.[0]).toMatchObject({ address: 'mail.tester@example.com' });
  });

  test('GET send-email/status returns to a visitor that a mail server is configured', async () => {
    expect(await isMailConfigured(backend.anon)).toBe(true);
  });

  test('an enquiry that is not stored is rejected and not mailed', async () => {
    const before = mail.received.length;
    const formData = newContactMessage({ email: 'nobody@example.com' });
    const answer = await send({ formData, emailType: 'contact' });
    expect(answer.success).toBe(false);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(mail.received).toHaveLength(before);
  });

  test('spam is not mailed, and the response is the same', async () => {
    const before = mail.received.length;
    const formData = newContactMessage({ name: 'See www.spam.example' });
    await backend.anon.from('contact_submissions').insert(formData).throwOnError();
    expect(await send({ formData, emailType: 'contact' })).toEqual({ status: 200, success: true });
    expect(mail.received).toHaveLength(before);
  });

  test('without a mail server the mail is written to the outbox folder', async () => {
    const other = await startBackend({ MAIL_TO: 'owner@example.com' });
    try {
      const formData = newContactMessage({ name: 'Outbox Tester' });
      await other.service.from('contact_submissions').insert(formData).throwOnError();
      const { error } = await other.anon.functions.invoke('send-email', {
        body: { formData, emailType: 'contact' },
      });
      expect(error).toBeNull();
      const [file] = (await readdir(`${other.directory}/outbox`)).filter((name) =>
        name.endsWith('.eml'),
      );
      expect(await readFile(`${other.directory}/outbox/${file}`, 'utf8')).toContain(
        'Outbox Tester',
      );
    } finally {
      await other.stop();
    }
  });
});
