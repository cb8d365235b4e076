import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDocumentUrl } from '#app/features/designer/design-documents.ts';
import { readQuoteHistory, verifyQuote } from '#app/features/quotes/quotes.ts';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { makeMainJourney } from '#tests/hosted/main-journey.ts';
import {
  engineAvailable,
  staffAccount,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { createSender } from '#tests/support/outbox.ts';
import { addQuoteSettings, addSentQuote, readQuoteEvent } from '#tests/support/quotes.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { sendDueMails } from '../../../supabase/functions/send-email/deliver.ts';

/** The website in hosted mode: it has an address and a publishable key, and nothing else. */
describe.skipIf(!engineAvailable())('the website on hosted Supabase', () => {
  const changesSecret = 'a secret for webhooks';
  const formSecret = 'a secret for the forms of this test';
  let platform: TestBackend;
  let mail: MailServer;
  let site: Site;
  const directory = createTempDirectory();

  beforeAll(async () => {
    if (!existsSync('build/server/index.js')) throw new Error('First: npm run build');
    mail = await startMailServer();
    platform = await startBackend(
      { FORM_SECRET: formSecret, SMTP_URL: mail.url, MAIL_TO: 'owner@example.com' },
      { isHostedPlatform: true },
    );
    site = await startSite({
      directory,
      environment: {
        SUPABASE_URL: platform.url,
        SUPABASE_PUBLISHABLE_KEY: platform.publishableKey,
        CHANGES_SECRET: changesSecret,
        FORM_SECRET: formSecret,
      },
    });
  });
  afterAll(async () => {
    await site?.stop();
    await platform?.stop();
    await mail?.stop();
  });

  /** The journey has signed out all sessions of the account. */
  const sendQuoteAsStaff = async () => {
    const staff = platform.newClient();
    await staff.auth.signInWithPassword(staffAccount);
    const signedIn = { ...platform, staff };
    await addQuoteSettings(signedIn);
    return { staff, ...(await addSentQuote(signedIn)) };
  };

  test('serves the main journey', async () => {
    await makeMainJourney({
      siteUrl: site.url,
      platformUrl: platform.url,
      publishableKey: platform.publishableKey,
      staff: staffAccount,
      changesSecret,
      takesMultipart: true,
    });
    const received = await mail.waitFor(({ text }) => text?.includes('Ada Fox') ?? false);
    expect(received.envelopeTo).toEqual(['owner@example.com']);
  });

  test('writes documents for staff, whose token the platform checks', async () => {
    const url = `${site.url}${getDocumentUrl('shop-drawings', newDesign())}`;
    // The journey has signed out all sessions of the account.
    const { data } = await platform.newClient().auth.signInWithPassword(staffAccount);
    const get = (token?: string) =>
      fetch(url, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    const response = await get(data.session?.access_token);
    expect(response.status).toBe(200);
    const { pages } = await readPdf(Buffer.from(await response.arrayBuffer()));
    expect(pages[0]).toContain('Shop drawings: 10x12 Gable');
    expect((await get()).status).toBe(401);
    const stranger = await platform.stranger.auth.getSession();
    expect((await get(stranger.data.session?.access_token)).status).toBe(403);
  });

  test('writes the PDF of a quote into the private bucket, and the mail function attaches it', async () => {
    const { staff, id, token, number } = await sendQuoteAsStaff();
    const readDocuments = async () => (await readQuoteHistory(staff, id)).documents;
    // The job of documents runs every 15 s there.
    await expect
      .poll(async () => (await readDocuments())[0]?.status, { timeout: 60_000 })
      .toBe('stored');
    const response = await fetch(`${site.url}/quotes/${token}/quote.pdf`);
    expect(response.status).toBe(200);
    const pdf = Buffer.from(await response.arrayBuffer());
    expect((await readPdf(pdf)).pages[0]).toContain(number);
    const { publicUrl } = platform.anon.storage
      .from('quotes')
      .getPublicUrl((await readDocuments())[0]?.path ?? '').data;
    expect((await fetch(publicUrl)).ok).toBe(false);

    const sender = createSender(platform, { smtpUrl: mail.url, siteUrl: site.url });
    await sendDueMails(sender);
    const received = await mail.waitFor(({ subject = '' }) => subject.includes(`quote ${number}`));
    const [attachment] = received.attachments;
    expect(attachment?.filename).toBe(`quote-${number}-version-1.pdf`);
    expect(pdf.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
  });

  test('shows a quote and accepts it, with functions and the token only', async () => {
    const { staff, id, token, number } = await sendQuoteAsStaff();
    const url = `${site.url}/quotes/${token}`;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(number);
    const post = (fields: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        // As browsers send a form without a referrer.
        headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ version: '1', ...fields }),
        redirect: 'manual',
      });
    const review = await (await post({ intent: 'review' })).text();
    const [, agreement = ''] = /name="agreement" value="([0-9a-f]{64})"/.exec(review) ?? [];
    const [, attempt = ''] = /name="attempt" value="([0-9a-f-]{36})"/.exec(review) ?? [];
    const [, consent = ''] = /name="consent"[^>]* value="([^"]+)"/.exec(review) ?? [];
    const answer = { name: 'Ann Fielder', agreement, attempt, consent };
    const accepted = await post({ intent: 'accept', ...answer });
    expect(accepted.status).toBe(303);
    expect(accepted.headers.get('location')).toMatch(
      new RegExp(`^/quotes/${token}\\?done=accepted&receipt=[^#]+#outcome$`),
    );
    const { entry } = await readQuoteEvent(staff, id, 'accepted');
    expect(entry.data).toMatchObject({ channel: 'online', source: 'website', number });
    expect(await verifyQuote(staff, id)).toMatchObject({ status: 'intact' });
  });

  test('serves no backend of its own, and /healthz answers 503 while the platform is unreachable', async () => {
    expect((await fetch(`${site.url}/rest/v1/staff`)).status).toBe(404);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await platform.stop();
    await expect.poll(async () => (await fetch(`${site.url}/healthz`)).status).toBe(503);
    const token = '0123456789abcdef0123456789abcdef01234567';
    for (const path of ['', '/quote.pdf', '.data']) {
      const response = await fetch(`${site.url}/quotes/${token}${path}`);
      expect(response.status).toBe(503);
      expect(response.headers.get('cache-control')).toContain('no-store');
    }
    await fetch(`${site.url}/quotes/${token}/viewed`, { method: 'POST', body: 'version=1' });
    expect(site.log()).toContain('Quote document request failed');
    expect(site.log()).not.toContain(token);
    expect((await fetch(`${site.url}/sheds`)).status).toBe(200);
  });
});
