import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minFormAgeMs, spamCheckFields } from '#app/features/enquiries/spam.ts';
import {
  contactFailure,
  contactSuccess,
  quoteFailure,
  quoteSuccess,
} from '#tests/e2e/support/forms.ts';
import { startSite } from '#tests/e2e/support/site-process.ts';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { selectRow, selectRows } from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { decode, newVisitor, site, type Visit } from './site.ts';

/** What the forms answer to a browser without scripts, and as `.json` to one with scripts. */

const reaching = { location: 'Port Ellery', contact_preference: 'Text me after five' } as const;
const contact = {
  path: '/contact',
  table: 'contact_submissions',
  ...{ success: contactSuccess, failure: contactFailure },
  fields: {
    ...{ name: 'Hanna Plain', email: 'hanna@example.com', ...reaching },
    subject: 'A slope',
    message: 'Do you build on a slope as well?',
  },
  messages: [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 3 characters',
    'Message must be at least 10 characters',
  ],
} as const;
const quote = {
  path: '/quote-request',
  table: 'quote_requests',
  ...{ success: quoteSuccess, failure: quoteFailure },
  fields: {
    ...{ customer_name: 'Gil Plain', email: 'gil@example.com', ...reaching },
    project_type: 'Home Addition',
    description: 'A room to the south, with a large window.',
  },
  messages: [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Please select a project type',
    'Please provide more details about your project',
  ],
} as const;
const forms = [contact, quote];

async function readToken(visit: Visit, path: string): Promise<string> {
  const html = await (await visit(path)).text();
  return /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

type Values = Record<string, string | File>;

function post(visit: Visit, path: string, values: Values, origin = site.url) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) {
    // Several files have names that end in a number.
    if (value instanceof File) body.append('inspiration_files', value);
    else body.set(name, value);
  }
  return visit(path, { method: 'POST', body, headers: { origin } });
}

const toFile = ({ name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer }) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

describe('the forms', () => {
  const visit = newVisitor();
  const tokens = { '/contact': '', '/quote-request': '' };
  beforeAll(async () => {
    for (const { path } of forms) tokens[path] = await readToken(visit, path);
    await setTimeout(minFormAgeMs);
  });

  test.each(forms)(
    '$path answers an empty form with 400 and the message of each field',
    async ({ path, messages }) => {
      const response = await post(visit, path, {});
      expect(response.status).toBe(400);
      const html = decode(await response.text());
      for (const message of messages) expect(html).toContain(message);
      expect(html).toContain('Please check 4 things:');
    },
  );

  test.each(forms)('$path retains the input of an invalid form', async ({ path, fields }) => {
    const response = await post(visit, path, { ...fields, email: 'nobody' });
    expect(response.status).toBe(400);
    const html = decode(await response.text());
    expect(html).toContain('Please enter a valid email address');
    const texts: string[] = Object.values(fields).filter((value) => !value.includes('@'));
    for (const text of [...texts, 'value="nobody"']) expect(html).toContain(text);
  });

  test.each(forms)(
    '$path stores the enquiry with a news consent, and redirects',
    async ({ path, table, fields, success }) => {
      const email = `stored${path.replace('/', '-')}@example.com`;
      const html = await (await visit(path)).text();
      const [news = ''] = /<input[^>]*name="news"[^>]*>/.exec(html) ?? [];
      expect(news).toContain('value="2"');
      expect(news).not.toContain(' checked');
      const values = { ...fields, email, news: '2', form_token: tokens[path] };
      const response = await post(visit, path, values);
      expect(response.status).toBe(303);
      const location = response.headers.get('location') ?? '';
      expect(location).toMatch(new RegExp(`^${path}\\?sent=yes`));
      const answer = decode(await (await visit(location.replace(/#.*/, ''))).text());
      expect(answer).toContain(success);
      const opened = decode(await (await visit(`${path}?sent=yes`)).text());
      expect(opened).not.toContain(success);
      const status = path === '/contact' ? 'unread' : 'pending';
      const stored = await selectRows(site.service, table, '*', { email });
      expect(stored).toMatchObject([{ is_spam: false, spam_reasons: [], status, ...reaching }]);
      const consents = await selectRows(site.service, 'marketing_consents', 'source', { email });
      expect(consents).toEqual([{ source: path === '/contact' ? 'contact' : 'quote' }]);
    },
  );

  test('a text of any script is stored as it was typed', async () => {
    const lines = 'مرحبا، أريد مخزنًا خشبيًا.\n<script>alert(1)</script>\n👨‍👩‍👧‍👦\n';
    const description = lines + 'x'.repeat(10_000 - [...lines].length);
    const values = { ...quote.fields, description, phone: '+1 (705) 555-0100 ext. 4' };
    const email = 'any-script@example.com';
    await post(visit, '/quote-request', { ...values, email, form_token: tokens['/quote-request'] });
    const data = await selectRows(site.service, 'quote_requests', 'description, phone', { email });
    expect(data).toEqual([{ description, phone: values.phone }]);
  });

  test('the honeypot is hidden from people and their browsers, and filled in means spam', async () => {
    const html = await (await visit('/contact')).text();
    const [trap = ''] =
      new RegExp(`<input[^>]*name="${spamCheckFields.hidden}"[^>]*>`).exec(html) ?? [];
    for (const attribute of ['tabindex="-1"', 'autocomplete="off"']) {
      expect(trap.toLowerCase()).toContain(attribute);
    }
    const email = 'spam@example.com';
    const values = { ...contact.fields, email, [spamCheckFields.hidden]: 'http://a.example' };
    const response = await post(visit, '/contact.json', values);
    expect(await response.json()).toEqual({ sent: true, message: contactSuccess, notices: [] });
    const stored = await selectRow(site.service, 'contact_submissions', '*', { email });
    expect(stored.is_spam).toBe(true);
    expect(stored.spam_reasons).toEqual(expect.arrayContaining(['hidden_field', 'no_token']));
  });

  test('images are stored, a HEIC as JPEG, and a broken one is named beside the success message', async () => {
    const email = 'images@example.com';
    const heic = readFileSync('tests/fixtures/photo.heic');
    const response = await post(visit, '/quote-request', {
      ...{ ...quote.fields, email, form_token: tokens['/quote-request'] },
      1: toFile(await createImageFile('south.jpg', '#c9b28a')),
      2: toFile(createBrokenImageFile('broken.jpg')),
      3: new File([new Uint8Array(heic)], 'IMG_2.heic', { type: 'image/heic' }),
    });
    const html = decode(await response.text());
    expect(html).toContain(quoteSuccess);
    expect(html).toContain(
      'Failed to upload broken.jpg: Upload failed: mime type text/plain is not supported',
    );
    const data = await selectRow(site.service, 'quote_requests', 'inspiration_images', { email });
    expect(data.inspiration_images).toEqual([
      expect.stringMatching(/^inspiration\/\d+-south\.jpg$/),
      expect.stringMatching(/^inspiration\/\d+-IMG_2\.heic$/),
    ]);
    const stored = await visit(`/storage/v1/object/public/images/${data.inspiration_images[1]}`);
    expect(stored.headers.get('content-type')).toBe('image/jpeg');
    // The location in its XMP.
    expect(Buffer.from(await stored.arrayBuffer()).includes('45.07N')).toBe(false);
  });

  test('a request about a design stores it with the price that the page showed', async () => {
    const design = 'style=gambrel&size=12x16&color=red&back=window-18x24.20';
    const path = `/quote-request?design=${encodeURIComponent(design)}`;
    const html = await (await visit(path)).text();
    expect(html.replace(/<[^>]*>/g, '')).toMatch(
      /Price: \$[\d,]+ \+ HST, \$[\d,]+ in total, valid until/,
    );
    const hidden = [...html.matchAll(/<input type="hidden"[^>]*>/g)].flatMap(([input]) => {
      const [, name] = / name="([^"]*)"/.exec(input) ?? [];
      const [, value = ''] = / value="([^"]*)"/.exec(input) ?? [];
      return name ? [[name, decode(value)]] : [];
    });
    const email = 'design@example.com';
    const values = { ...Object.fromEntries(hidden), ...quote.fields, email, design_price: '1' };
    const form_token = tokens['/quote-request'];
    const response = await post(visit, path, { ...values, form_token });
    expect([200, 303]).toContain(response.status);
    const data = await selectRow(site.service, 'quote_requests', 'design, design_price', { email });
    expect(data).toMatchObject({
      design: {
        ...{ version: 1, style: 'Gambrel', width: 12, length: 16, wallColor: 'Red' },
        openings: [{ type: 'window-18x24', wall: 'back', position: 20 }],
      },
      design_price: {
        wasSeen: true,
        shown: { visibility: 'itemised', total: expect.any(Number) },
      },
    });
  });
});

test('a network over the form limit gets an error and retains its input', async () => {
  const visit = newVisitor();
  const send = (path: string, values: Values = { name: 'x' }) => post(visit, path, values);
  // A network may have few requests in flight.
  for (let sent = 0; sent < 100; sent += 50) {
    const some = Array.from({ length: 50 }, () => send('/contact.json'));
    for (const { status } of await Promise.all(some)) expect(status).toBe(400);
  }
  for (const { path, fields } of forms) {
    const answer = await send(path, fields);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    const html = decode(await answer.text());
    expect(html).toMatch(
      /Your network has sent too many forms. Please try again in \d+ minutes, or call us directly./,
    );
    expect(html).toContain(`value="${Object.values(fields)[0]}"`);
  }
  expect(await (await send('/contact.json')).json()).toMatchObject({ sent: false, errors: {} });
  expect((await visit('/contact')).status).toBe(200);
  expect((await post(newVisitor(), '/contact', {})).status).toBe(400);
});

describe('while the tables reject inserts', () => {
  const directory = createTempDirectory();
  const tables = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(isRead ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(isRead ? '[]' : '{"code":"XX000","message":"The table takes nothing"}');
  });
  let failing: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    tables.listen(0, '127.0.0.1');
    await once(tables, 'listening');
    const { port } = tables.address() as AddressInfo;
    failing = await startSite({
      directory,
      environment: {
        SUPABASE_URL: `http://127.0.0.1:${port}`,
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0000000000000000000000_00000000',
      },
    });
  }, 120_000);
  afterAll(async () => {
    await failing?.stop();
    tables.close();
  });

  test.each(forms)(
    '$path shows its error and retains the input',
    async ({ path, fields, failure }) => {
      const visit: Visit = (to, init) => fetch(failing.url + to, { redirect: 'manual', ...init });
      const page = await post(visit, path, fields, failing.url);
      const html = decode(await page.text());
      expect(page.status).toBe(500);
      expect(html).toContain(failure);
      expect(html).toContain(Object.values(fields)[0]);
      const answer = await post(visit, `${path}.json`, fields, failing.url);
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ sent: false, message: failure });
    },
  );
});
