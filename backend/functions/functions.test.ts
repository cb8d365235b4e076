import { createClient } from '@supabase/supabase-js';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { configureByUrl } from '#backend/mail/testing/configure-by-url.ts';
import { openTestDatabase } from '#backend/storage/testing/storage-service.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type TestTables, testTablesOver } from '#tests/support/tables.ts';
import { toEveryKind } from '../../supabase/functions/send-email/deliver.ts';
import { createFunctions, createSendEmailDependencies } from './functions.ts';
import { createMailer } from './mailer.ts';

const contact = {
  name: 'Rosa Lindqvist',
  email: 'rosa@example.com',
  phone: null,
  subject: 'A garage door',
  message: 'Can you replace two garage doors?\nThe old ones are wooden.',
};
const quote = {
  customer_name: 'Ada Byrne',
  email: 'ada@example.com',
  phone: '555-0142',
  project_type: 'Custom Shed',
  material_type: 'Wood',
  color: null,
  size: '10x12',
  shed_style: null,
  description: 'A shed for two kayaks & a workbench',
  budget_range: '$5,000 - $10,000',
  timeline: null,
  custom_message: null,
  inspiration_images: ['inspiration/1700000000000-barn.jpg'],
};

let database: Database;
let tables: TestTables;
let mailServer: MailServer;

beforeAll(async () => {
  database = await openTestDatabase();
  tables = testTablesOver(database, (script) =>
    database.session((session) => session.exec(script)),
  );
});
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(async () => {
  await mailServer.stop();
  await tables.run(`
    delete from contact_submissions; delete from quote_requests; delete from business_settings;
    delete from private.rate_limits;`);
});
afterAll(() => tables.close());

function serve({ to = 'owner@example.com', smtpUrl }: Settings = {}) {
  const logger = pino({ level: 'silent' });
  const from = 'Website <website@example.com>';
  return createFunctions(
    createSendEmailDependencies({
      serviceClient: tables.client('service'),
      mailer: createMailer({
        configure: configureByUrl(smtpUrl === null ? undefined : (smtpUrl ?? mailServer.url), from),
        outboxDirectory: '',
        logger,
      }),
      readRecipients: async () => (to ? toEveryKind(to) : {}),
      siteUrl: 'https://sheds.example',
      logger,
    }),
  );
}
type Settings = { to?: string | null; smtpUrl?: string | null };

async function post(body: unknown, { app = serve(), headers = {} as HeadersInit } = {}) {
  const response = await app.request('/send-email', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

const store = (table: string, row: object) =>
  tables.client('anon').from(table).insert(row).throwOnError();

describe('send-email', () => {
  it('sends the owner a mail about a stored contact message', async () => {
    await store('contact_submissions', contact);
    expect(await post({ formData: contact, emailType: 'contact' })).toEqual({
      status: 200,
      success: true,
    });
    const [mail] = mailServer.received;
    expect(mail).toMatchObject({
      envelopeTo: ['owner@example.com'],
      subject: 'New contact message from Rosa Lindqvist',
      from: { address: 'website@example.com', name: 'Website' },
      to: [{ address: 'owner@example.com' }],
      replyTo: [{ address: 'rosa@example.com' }],
    });
    expect(mail?.text).toContain('Can you replace two garage doors?\nThe old ones are wooden.');
    expect(mail?.text).toMatch(/https:\/\/sheds\.example\/admin\/contacts\?open=[0-9a-f-]{36}\n/);
    expect(mail?.html).toContain('Subject</th>');
    expect(mailServer.received).toHaveLength(1);
  });

  it('sends a quote request with links to its images and to the back office', async () => {
    await store('quote_requests', quote);
    await post({ formData: quote, emailType: 'quote' });
    const [mail] = mailServer.received;
    const imageUrl =
      'http://localhost/storage/v1/object/public/images/inspiration/1700000000000-barn.jpg';
    expect(mail?.subject).toBe('New quote request from Ada Byrne');
    expect(mail?.text).toContain(imageUrl);
    expect(mail?.html).toContain(`<a href="${imageUrl}"`);
    expect(mail?.html).toMatch(
      /<a href="https:\/\/sheds\.example\/admin\/quotes\?open=[0-9a-f-]{36}"/,
    );
    expect(mail?.html).toContain('two kayaks &amp; a workbench');
    expect(mail?.text).not.toContain('Timeline');
  });

  it('responds to supabase-js', async () => {
    await store('contact_submissions', contact);
    const app = serve();
    const client = createClient('http://localhost', 'anon', {
      auth: { persistSession: false },
      global: {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          return app.request(new Request(request.url.replace('/functions/v1', ''), request));
        },
      },
    });
    const body = { formData: contact, emailType: 'contact' };
    expect(await client.functions.invoke('send-email', { body })).toMatchObject({
      data: { success: true },
      error: null,
    });
  });

  it('ignores whitespace around the fields and different line ends', async () => {
    await store('contact_submissions', contact);
    const posted = {
      ...contact,
      name: ' Rosa Lindqvist ',
      phone: '',
      message: contact.message.replace('\n', '\r\n'),
    };
    expect(await post({ formData: posted, emailType: 'contact' })).toMatchObject({ status: 200 });
  });

  it('sends to the email address in business_settings by default', async () => {
    await tables.run(
      "insert into business_settings (business_name, email) values ('Elm & Co', 'elm@example.com')",
    );
    await store('contact_submissions', contact);
    await post({ formData: contact, emailType: 'contact' }, { app: serve({ to: null }) });
    expect(mailServer.received[0]?.envelopeTo).toEqual(['elm@example.com']);
    expect(mailServer.received[0]?.html).toContain('Elm &amp; Co');
  });

  it('gets 503 without a recipient, and sends the mail later', async () => {
    await store('contact_submissions', contact);
    const body = { formData: contact, emailType: 'contact' };
    expect(await post(body, { app: serve({ to: null }) })).toMatchObject({
      status: 503,
      success: false,
    });
    expect(await post(body)).toMatchObject({ success: true });
  });

  it.each(Object.keys(quote))(
    'rejects a body whose %s differs from the stored one',
    async (field) => {
      await store('quote_requests', quote);
      const other = field === 'email' ? 'eve@example.com' : 'other';
      const formData = { ...quote, [field]: field === 'inspiration_images' ? [] : other };
      expect(await post({ formData, emailType: 'quote' })).toEqual({
        status: 404,
        success: false,
        error: 'Submission not found',
      });
      expect(mailServer.received).toEqual([]);
    },
  );

  it('rejects a submission that is older than an hour', async () => {
    await store('contact_submissions', contact);
    await tables.run("update contact_submissions set created_at = now() - interval '61 minutes'");
    expect(await post({ formData: contact, emailType: 'contact' })).toMatchObject({ status: 404 });
  });

  it('sends one mail for one submission', async () => {
    await store('contact_submissions', contact);
    const body = { formData: contact, emailType: 'contact' };
    const answers = await Promise.all([post(body), post(body), post(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const second = { ...contact, message: `${contact.message} And another question.` };
    await store('contact_submissions', second);
    expect(await post({ ...body, formData: second })).toMatchObject({ status: 200 });
    expect(mailServer.received).toHaveLength(2);
  });

  it('gets 502 if the mail server fails', async () => {
    await store('contact_submissions', contact);
    const app = serve({ smtpUrl: 'smtp://127.0.0.1:1' });
    expect(await post({ formData: contact, emailType: 'contact' }, { app })).toEqual({
      status: 502,
      success: false,
      error: 'The mail server refused the email',
    });
  });

  it('counts the calls of a network', async () => {
    const answers: number[] = [];
    for (let call = 0; call < 31; call += 1) {
      const headers = { 'x-ridgeline-network': '2001:db8:0:0::/64' };
      answers.push((await post('{}', { headers })).status);
    }
    expect(answers.filter((status) => status === 400)).toHaveLength(30);
    expect(answers.at(-1)).toBe(429);
    const headers = { 'x-ridgeline-network': '2001:db8:1:0::/64' };
    expect(await post('{}', { headers })).toMatchObject({ status: 400 });
  });

  it.each(['', 'null', '[]', '{', '{"emailType":"contact"}', '{"emailType":"spam","formData":{}}'])(
    'rejects the body %j',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 400, success: false });
    },
  );

  it('rejects a body that is too large', async () => {
    const formData = { ...contact, message: 'x'.repeat(300_000) };
    expect(await post({ formData, emailType: 'contact' })).toMatchObject({ status: 413 });
  });

  it('GET send-email/status returns whether a mail server is set', async () => {
    const read = async (app: ReturnType<typeof serve>) => {
      const response = await app.request('/send-email/status');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cache-control')).toBe('no-store');
      return { status: response.status, ...(await response.json()) };
    };
    expect(await read(serve())).toEqual({ status: 200, isMailConfigured: true });
    expect(await read(serve({ smtpUrl: null }))).toEqual({ status: 200, isMailConfigured: false });
    expect((await serve().request('/send-email/status', { method: 'POST' })).status).toBe(400);
  });

  it('answers a preflight, and rejects other methods and functions', async () => {
    const app = serve();
    const preflight = await app.request('/send-email', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
    const read = await app.request('/send-email');
    expect(read.status).toBe(405);
    expect(await read.json()).toEqual({ success: false, error: 'Use POST' });
    expect((await app.request('/other', { method: 'POST' })).status).toBe(404);
  });
});

describe('input of a visitor', () => {
  const injection = '<script>\u202ex</script>\r\nBcc: e@x.ca';
  const freeFields = [
    ...Object.keys(contact).map((field) => ['contact', field] as const),
    ...Object.keys(quote).map((field) => ['quote', field] as const),
  ].filter(([, field]) => field !== 'email' && field !== 'inspiration_images');

  it.each(freeFields)('is escaped in HTML: %s %s', async (emailType, field) => {
    const isQuote = emailType === 'quote';
    const row = { ...(isQuote ? quote : contact), [field]: injection };
    await store(isQuote ? 'quote_requests' : 'contact_submissions', row);
    expect(await post({ formData: row, emailType })).toMatchObject({ status: 200 });
    const [mail] = mailServer.received;
    expect(mail?.envelopeTo).toEqual(['owner@example.com']);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.subject).toMatch(/^New (contact message|quote request) from [^\r\n]+$/);
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).not.toContain('<script');
    expect(`${mail?.subject}${mail?.html}${mail?.text}`).not.toContain('\u202e');
  });

  it.each(['a,b@example.com', 'a@example.com\r\nBcc: eve@example.com', '<a@b.ca>', 'x <a@b.ca>'])(
    'sets no Reply-To for the email %j',
    async (email) => {
      const formData = { ...contact, email };
      expect(await post({ formData, emailType: 'contact' })).toMatchObject({ status: 400 });
    },
  );
});
