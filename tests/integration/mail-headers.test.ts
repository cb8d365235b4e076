import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newContactMessage, newQuoteRequest, newSettings } from '#tests/fixtures/rows.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import { type OutboxUnderTest, startOutboxTest } from '#tests/support/outbox.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

/** What visitors and staff write reaches the owner's mail as text, never as a header or a recipient. */

const injections = [
  'Ann\r\nBcc: eve@example.com',
  'Ann\nSubject: Free money\n\nbody',
  'Ann\rTo: eve@example.com',
  'Ann\u2028Bcc: eve@example.com\u2029Cc: eve@example.com',
  'Ann\u0085Reply-To: eve@example.com\u000b\u000c',
  '=?utf-8?Q?Ann=0D=0ABcc:_eve@example.com?=',
  '"Ann" <eve@example.com>, eve@example.com;(Ann)',
  'Ann\u202e\u2066<script>alert(1)</script>',
] as const;

/** The database takes these; a header must not. */
const ambiguousEmails = [
  'ann,eve@example.com',
  'ann;eve@example.com',
  '<ann@example.com>',
  '"ann"@example.com',
  'ann(eve)@example.com',
  'friends:ann@example.com;',
  'ann\u0001@example.com',
  'ann\u0000@example.com',
  'änn@exämple.com',
  '=?utf-8?Q?ann?=@example.com',
] as const;

const contactFields = ['name', 'phone', 'subject', 'message'] as const;
const quoteFields = [
  'customer_name',
  'phone',
  'project_type',
  'material_type',
  'color',
  'size',
  'shed_style',
  'description',
  'budget_range',
  'timeline',
  'custom_message',
] as const;

describe.skipIf(!engineAvailable())("the owner's mail", () => {
  let outbox: OutboxUnderTest;

  beforeAll(async () => {
    outbox = await startOutboxTest();
  });
  afterEach(() => outbox.clear());
  afterAll(() => outbox?.stop());

  async function deliver(): Promise<ReceivedMail[]> {
    await outbox.pass('35 seconds');
    await sendDueMails(outbox.sender());
    return outbox.mail.received;
  }

  function expectOneRecipient(mail: ReceivedMail | undefined, to = 'owner@example.com') {
    expect(mail?.envelopeTo).toEqual([to]);
    expect(mail?.to).toEqual([{ address: to, name: '' }]);
    expect(mail?.from?.address).toBe('site@example.com');
    const count = (name: string) => mail?.headers.filter(({ key }) => key === name).length;
    expect(['subject', 'to', 'from', 'cc', 'bcc'].map(count)).toEqual([1, 1, 1, 0, 0]);
    expect(mail?.subject).toMatch(/^New (contact message|quote request) from [^\p{C}\p{Z}]*/u);
    expect(mail?.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u2066]/u);
  }

  test.each([
    ...contactFields.map((field) => ['contact_submissions', field] as const),
    ...quoteFields.map((field) => ['quote_requests', field] as const),
  ])('about %s carries injections in %s as text', async (table, field) => {
    const create = table === 'quote_requests' ? newQuoteRequest : newContactMessage;
    for (const [n, injection] of injections.entries()) {
      const email = `ann${n}@example.com`;
      const padded = `${injection} ${'.'.repeat(10)}`;
      const isShort = ['phone', 'material_type', 'color', 'size', 'shed_style'].includes(field);
      await outbox.storeEnquiry(table, {
        ...create({ email }),
        [field]: isShort ? [...injection].slice(0, 40).join('') : padded.slice(0, 60),
      });
    }
    const mails = await deliver();
    expect(mails).toHaveLength(injections.length);
    for (const mail of mails) {
      expectOneRecipient(mail);
      expect(mail.replyTo).toEqual([
        { address: expect.stringMatching(/^ann\d@example\.com$/), name: '' },
      ]);
      expect(mail.html).not.toContain('<script');
      expect(mail.html?.match(/<a href="/g)?.length).toBe(table === 'quote_requests' ? 2 : 1);
    }
  });

  test.each(ambiguousEmails)('about an enquiry of %j has no Reply-To', async (email) => {
    const stored = await outbox
      .storeEnquiry('contact_submissions', newContactMessage({ email }))
      .catch((error: { code: string }) => error);
    if (typeof stored !== 'string') {
      // The text type of PostgreSQL has no NUL.
      expect([email.includes('\u0000'), stored.code]).toEqual([true, '22P05']);
      return;
    }
    const [mail] = await deliver();
    expectOneRecipient(mail);
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.headers.map(({ key }) => key)).not.toContain('reply-to');
    expect(mail?.text).toContain('Email: ');
    expect(mail?.text).not.toContain('Reply to this mail');
  });

  test('about an enquiry with a name of 20,000 spaces is sent', async () => {
    const name = `Ann${' '.repeat(20_000)}`;
    await outbox.storeEnquiry('contact_submissions', newContactMessage({ name }));
    await outbox.storeEnquiry(
      'quote_requests',
      newQuoteRequest({ customer_name: name, project_type: name }),
    );
    const mails = await deliver();
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expectOneRecipient(mail);
      expect(mail.subject).toMatch(/from Ann$/);
    }
  });

  test('shows image names as links to the bucket only', async () => {
    const refused = outbox.storeEnquiry(
      'quote_requests',
      newQuoteRequest({ inspiration_images: ['inspiration/1-a.jpg"><b>\r\nBcc: e@example.com'] }),
    );
    await expect(refused).rejects.toMatchObject({ code: '23514' });
    const images = ['inspiration/1-..', 'inspiration/2-a.jpg'];
    await outbox.storeEnquiry('quote_requests', newQuoteRequest({ inspiration_images: images }));
    const [mail] = await deliver();
    expectOneRecipient(mail);
    expect(mail?.html).toContain('/public/images/inspiration/2-a.jpg"');
  });

  test.each([
    ...ambiguousEmails,
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com, eve@example.com',
  ])('of an account is not sent to %j', async (email) => {
    const { error } = await outbox.backend.staff.auth.updateUser({ email });
    expect(error?.status).toBe(400);
    const { error: unknown } = await outbox.backend.anon.auth.resetPasswordForEmail(email);
    expect(unknown?.status).toBe(400);
    expect(outbox.mail.received).toEqual([]);
  });

  describe('with settings that staff edit', () => {
    const addSettings = (settings: Parameters<typeof newSettings>[0]) =>
      outbox.backend.staff.from('business_settings').insert(newSettings(settings)).throwOnError();
    afterEach(() =>
      sql`delete from public.business_settings`.execute(outbox.backend.database.owner),
    );
    const senderToBusiness = () => ({ ...outbox.sender(), ownerEmail: undefined });

    test.each(injections)('names the business %j as text', async (business_name) => {
      await addSettings({ business_name });
      await outbox.storeEnquiry('contact_submissions', newContactMessage());
      await outbox.pass('35 seconds');
      await sendDueMails(senderToBusiness());
      expectOneRecipient(outbox.mail.received[0], 'hello@example.com');
      expect(outbox.mail.received[0]?.html).not.toContain('<script');
    });

    test.each(ambiguousEmails.filter((email) => !email.includes('\u0000')))(
      'is queued while the business has %j',
      async (email) => {
        await addSettings({ email });
        await outbox.storeEnquiry('contact_submissions', newContactMessage());
        await outbox.pass('35 seconds');
        await sendDueMails(senderToBusiness());
        expect(outbox.mail.received).toEqual([]);
        expect(await outbox.queued()).toMatchObject([
          { status: 'waiting', reason: 'no_recipient' },
        ]);
      },
    );
  });
});
