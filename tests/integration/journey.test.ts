import { beforeAll, describe, expect, test } from 'vitest';
import { readStatistics } from '#app/admin/dashboard/dashboard-counts.ts';
import { updateQuoteRequest } from '#app/features/enquiries/quote-requests.ts';
import { newsWording } from '#app/features/privacy/marketing-consent.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import { openQuote, viewQuote } from '#app/features/quotes/customer-quote.ts';
import { insertQuote, readQuoteHistory, verifyQuote } from '#app/features/quotes/quotes.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, selectRow } from '#tests/support/backend.ts';
import { useOutbox } from '#tests/support/outbox.ts';
import {
  acceptSentQuote,
  addQuoteSettings,
  newQuoteDraft,
  sendDraft,
} from '#tests/support/quotes.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

/** One customer from the first enquiry to the accepted quote, over HTTP and SMTP. */
describe.skipIf(!engineAvailable())('the journey of a customer', () => {
  const outbox = useOutbox();
  beforeAll(async () => {
    await addQuoteSettings(outbox.backend);
    await outbox.setTrigger('enable', 'queue_confirmation');
  });

  test('enquiry, email to the owner, quote, email to the customer, acceptance, erasure', async () => {
    const { anon, staff, url } = outbox.backend;
    const { received } = outbox.mail;
    const customer = { customer_name: 'Ann Fielder', email: 'ann@example.com' };
    const image = 'inspiration/1767225600000-yard.jpg';
    await uploadSmallImage(anon, image);
    const row = newQuoteRequest({ ...customer, inspiration_images: [image] });
    const requestId = await outbox.storeEnquiry('quote_requests', row);
    await insertRows(anon, 'marketing_consents', {
      email: customer.email,
      wording: newsWording,
      source: 'quote',
    });
    expect((await anon.from('quote_requests').select()).error?.code).toBe('42501');

    await outbox.pass('35 seconds');
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: 2, notSent: 0 });
    const findMail = (to: string) => received.find(({ envelopeTo }) => envelopeTo.includes(to));
    expect(findMail('owner@example.com')).toMatchObject({
      replyTo: [{ address: customer.email }],
      text: expect.stringContaining('https://sheds.example/admin/quotes'),
    });
    const { reference, search_text, location } = await selectRow(
      ...([staff, 'quote_requests', '*', { id: requestId }] as const),
    );
    for (const text of [reference, location ?? ''])
      expect(search_text).toContain(text.toLowerCase());
    const confirmation = `We received your quote request ${reference}`;
    expect(findMail(customer.email)?.subject).toBe(confirmation);
    const statistics = await readStatistics(staff, new Date());
    expect(statistics).toMatchObject({ quoteRequests: 1, newQuoteRequests: 1 });

    const draft = newQuoteDraft({ quote_request_id: requestId, customer_email: customer.email });
    const quote = await insertQuote(staff, draft);
    const { number } = await sendDraft(outbox.backend, quote);
    await updateQuoteRequest(staff, requestId, { status: 'responded' });
    expect(await outbox.backend.writeDocuments()).toBe(1);
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: 1, notSent: 0 });
    const mail = received.at(-1);
    expect(mail?.subject).toBe(`Your quote ${number} from Test Builders`);
    expect(mail?.attachments[0]?.filename).toBe(`quote-${number}-version-1.pdf`);

    const [, token = ''] = /\/quotes\/([0-9a-f]{40})/.exec(mail?.text ?? '') ?? [];
    const opened = await openQuote(anon, { token });
    expect(opened).toMatchObject({ state: 'sent', version: 1, customer: { name: 'Ann Fielder' } });
    await viewQuote(anon, { token }, 1);
    const accepted = await acceptSentQuote(outbox.backend, token);
    expect(accepted).toMatchObject({ status: 'accepted', total: 954_850 });
    const agreement = await fetch(`${url}/quotes/${token}/agreement.pdf`);
    const { pages } = await readPdf(Buffer.from(await agreement.arrayBuffer()));
    expect(pages.at(-1)).toContain('Certificate of acceptance');
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: 2, notSent: 0 });
    expect(await verifyQuote(staff, quote.id)).toMatchObject({ status: 'intact' });
    expect((await readQuoteHistory(staff, quote.id)).acceptances).toHaveLength(1);

    const person = await readPersonalData(staff, customer.email);
    const erased = await erasePersonalData(staff, customer.email, person);
    expect(erased).toMatchObject({ requests: 1, consents: 1, images: 1, failed: [] });
    expect(erased.quotes.retained).toMatchObject([{ number }]);
    expect((await outbox.backend.service.from('quote_requests').select()).data).toEqual([]);
  });
});
