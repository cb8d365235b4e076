import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import {
  type DeliveryDependencies,
  deliver,
  findOwner,
  type MailRecipients,
  sendDueMails,
} from './deliver.ts';
import type { DesignImage } from './mail.ts';

const mail = {
  id: '70000000-0000-4000-8000-000000000001',
  lease: '70000000-0000-4000-8000-000000000002',
  is_early: false,
  created_at: '2026-11-23T12:00:00Z',
  email_type: 'quote' as const,
  enquiry_id: '80000000-0000-4000-8000-000000000001',
};
const enquiry = {
  emailType: 'quote' as const,
  row: {
    ...newQuoteRequest(),
    id: mail.enquiry_id,
    reference: 'R-2026-0142',
    created_at: '2026-11-23T12:00:00Z',
    is_spam: false,
    design: newDesign(),
    design_price: null,
  },
};
const image: DesignImage = { base64: 'cGl4ZWxz', type: 'image/jpeg' };

/** Delivers the email at an attempt, with tables that accept every call. */
function deliverWith(getDesignImage: () => Promise<DesignImage>, attempts: number, changes = {}) {
  const calls: string[] = [];
  const send = vi.fn<NonNullable<DeliveryDependencies['send']>>(async () => '250 OK');
  const reportDocumentError = vi.fn();
  const supabase = createClient('http://localhost', 'key', {
    global: {
      fetch: async (input) => {
        const { pathname } = new URL(String(input));
        calls.push(pathname.split('/').at(-1) ?? '');
        return Response.json(pathname.includes('/rpc/') ? null : []);
      },
    },
  });
  const delivered = deliver(
    {
      ...{ supabase, send, getDesignImage, reportDocumentError, readRecipients: async () => ({}) },
      ...{ adminUrl: 'https://sheds.example/admin', inFlight: new Set() },
      ...{ reportError: () => {}, reportStorageWarning: () => {} },
    },
    { ...mail, attempts },
    { ...enquiry, row: { ...enquiry.row, ...changes } },
    {
      ...{ recipients: { enquiries: 'owner@example.com' }, email: undefined },
      ...{ siteName: 'Test Builders', look: { accent: '#7a3e1d' }, phone: '', address: '' },
      replyNote: '',
    },
  );
  return { delivered, calls, send, reportDocumentError };
}

test('an email is sent once the image of its design is drawn, however long that takes', async () => {
  const drawing = Promise.withResolvers<DesignImage>();
  const { delivered, send } = deliverWith(() => drawing.promise, 1);
  await new Promise(setImmediate);
  expect(send).not.toHaveBeenCalled();
  drawing.resolve(image);
  expect(await delivered).toBe(true);
  expect(send.mock.calls).toMatchObject([[{ attachments: [{ filename: 'design.jpg' }] }]]);
});

test('an email whose image fails is retried, and at the fourth attempt sent without it', async () => {
  const fail = () => Promise.reject(new Error('The drawing process has ended'));
  for (const attempts of [0, 1, 2, 3]) {
    const { delivered, send, calls } = deliverWith(fail, attempts);
    expect(await delivered).toBe(false);
    expect(send).not.toHaveBeenCalled();
    expect(calls.at(-1)).toBe('mark_mail_failed');
  }
  const { delivered, send, calls, reportDocumentError } = deliverWith(fail, 4);
  expect(await delivered).toBe(true);
  expect(send.mock.calls).toMatchObject([[{ text: expect.stringContaining('/design?style=') }]]);
  expect(send.mock.calls[0]?.[0]).not.toHaveProperty('attachments');
  expect(reportDocumentError).toHaveBeenCalledOnce();
  expect(calls.at(-1)).toBe('mark_mail_sent');
});

test('a name of 20,000 spaces and the names of images break no email', async () => {
  const name = `Ann${' '.repeat(20_000)}`;
  const images = ['inspiration/1-..', 'inspiration/2-a.jpg', 'inspiration/3-Why? (1).jpg'];
  const row = { customer_name: name, project_type: name, inspiration_images: images };
  const { delivered, send } = deliverWith(async () => image, 1, row);
  expect(await delivered).toBe(true);
  const [sent] = send.mock.calls[0] ?? [];
  expect(sent?.subject).toBe('New quote request from Ann');
  expect(sent).toMatchObject({
    html: expect.stringContaining('/public/images/inspiration/3-Why%3F%20(1).jpg"'),
  });
});

test.each([
  ['hello@example.com', 'reply to this email or call 705-555-0102'],
  ['', 'call 705-555-0102'],
])('a confirmation has the published address %j, never MAIL_TO', async (email, way) => {
  const claims = [[{ ...mail, email_type: 'contact_confirmation', attempts: 1 }], []];
  const answers: Record<string, () => unknown> = {
    claim_due_mails: () => claims.shift(),
    process_due_quotes: () => ({ unneededFiles: [], unneededImages: [] }),
    business_settings: () => [
      { business_name: 'Test Builders', email, phone: '705-555-0102', address: '' },
    ],
    contact_submissions: () => [
      {
        ...newContactMessage({ email: 'ann@example.com' }),
        ...{ id: mail.enquiry_id, reference: 'M-2026-0143', is_spam: false },
        created_at: '2026-11-23T12:00:00Z',
      },
    ],
  };
  const supabase = createClient('http://localhost', 'key', {
    global: {
      fetch: async (input) => {
        const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
        return Response.json(answers[name]?.() ?? null);
      },
    },
  });
  const send = vi.fn<NonNullable<DeliveryDependencies['send']>>(async () => '250 OK');
  await sendDueMails({
    ...{ supabase, send, inFlight: new Set() },
    readRecipients: async () => ({ enquiries: ['private@example.com'] }),
    adminUrl: 'https://sheds.example/admin',
    ...{ reportError: () => {}, reportDocumentError: () => {}, reportStorageWarning: () => {} },
  });
  const calls = JSON.stringify(send.mock.calls);
  expect(calls).not.toContain('private@example.com');
  expect(calls.includes(`"replyTo":"${email}"`)).toBe(email !== '');
  expect(send.mock.calls).toMatchObject([
    [{ to: 'ann@example.com', text: expect.stringContaining(`To add something, ${way}.`) }],
  ]);
});

/** @param business the stored settings */
const findOwnerOf = (business: object, recipients: MailRecipients = {}) =>
  findOwner({
    supabase: createClient('http://localhost', 'key', {
      global: { fetch: async () => Response.json(business) },
    }),
    ...{ send: undefined, adminUrl: '', inFlight: new Set() },
    ...{ reportError: () => {}, reportDocumentError: () => {}, reportStorageWarning: () => {} },
    readRecipients: async () => recipients,
  });

test('each kind of email to the owner has its recipients, by default the published address', async () => {
  const business = [{ business_name: 'Test Builders', email: 'published@example.com' }];
  const { recipients } = await findOwnerOf(business, {
    ...{ enquiries: ['ann@example.com', 'bob@example.com'], operations: ['Ann <a@b.ca>'] },
  });
  expect(recipients).toEqual({
    ...{ enquiries: 'ann@example.com, bob@example.com', quotes: 'published@example.com' },
    operations: undefined,
  });
});

test.each([
  [{}, 'We reply within 24 hours.'],
  [{ reply_note: 'We call back on Fridays.' }, 'We call back on Fridays.'],
  [{ reply_note: '' }, ''],
])('with the texts %j emails promise %j', async (site_texts, replyNote) => {
  expect((await findOwnerOf({ business_name: 'A', site_texts })).replyNote).toBe(replyNote);
});

test('an email about additions has those since it was queued, and the photos', async () => {
  const additions = [
    { at: '2026-11-22T12:00:00Z', text: 'An earlier addition', images: [] },
    { at: mail.created_at, text: 'The door faces <south>', images: ['inspiration/3-yard.jpg'] },
    { at: '2026-11-23T12:05:00Z', text: '', images: ['inspiration/4-gate.jpg'] },
  ];
  const claims = [[{ ...mail, email_type: 'quote_addition', attempts: 1 }], []];
  const answers: Record<string, () => unknown> = {
    claim_due_mails: () => claims.shift(),
    process_due_quotes: () => ({ unneededFiles: [], unneededImages: [] }),
    business_settings: () => [{ business_name: 'Test Builders', email: 'owner@example.com' }],
    quote_requests: () => [{ ...enquiry.row, additions }],
  };
  const supabase = createClient('http://localhost', 'key', {
    global: {
      fetch: async (input) => {
        const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
        return Response.json(answers[name]?.() ?? null);
      },
    },
  });
  const send = vi.fn<NonNullable<DeliveryDependencies['send']>>(async () => '250 OK');
  await sendDueMails({
    ...{ supabase, send, inFlight: new Set(), readRecipients: async () => ({}) },
    adminUrl: 'https://sheds.example/admin',
    ...{ reportError: () => {}, reportDocumentError: () => {}, reportStorageWarning: () => {} },
  });
  const [sent] = send.mock.calls[0] ?? [];
  expect(sent).toMatchObject({
    to: 'owner@example.com',
    subject: 'More about quote request R-2026-0142 from Ben Carver',
    replyTo: enquiry.row.email,
    text: expect.stringMatching(/The door faces <south>.*yard\.jpg.*gate\.jpg.*quotes\?open=/s),
    html: expect.stringContaining('The door faces &lt;south&gt;'),
  });
  expect(JSON.stringify(sent)).not.toContain('An earlier addition');
});
