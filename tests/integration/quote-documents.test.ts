import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseQuotes } from '#app/features/privacy/personal-data.ts';
import { insertQuoteTemplate, listQuoteTemplates } from '#app/features/quotes/quote-start.ts';
import { readQuoteDocument, readQuoteHistory, verifyQuote } from '#app/features/quotes/quotes.ts';
import {
  createQuoteLink,
  recordQuoteStage,
  revokeQuoteLinks,
  withdrawQuote,
} from '#app/features/quotes/staff-actions.ts';
import { newRichQuoteContent } from '#tests/fixtures/quote-jobs.ts';
import { newQuoteContent, sha256 } from '#tests/fixtures/quotes.ts';
import { engineAvailable, type TestBackend } from '#tests/support/backend.ts';
import { isFull } from '#tests/support/count-runs.ts';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import { type OutboxUnderTest, useOutbox } from '#tests/support/outbox.ts';
import { createDocumentWriter, createQuickDocuments } from '#tests/support/quote-documents.ts';
import {
  acceptSentQuote,
  addQuoteSettings,
  addSentQuote,
  listEventTypes,
  readQuoteEvent,
  sendNextVersion,
} from '#tests/support/quotes.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

/** The PDFs of quotes: written by the website, downloaded by customers and staff, attached to emails. */
describe.skipIf(!engineAvailable())('documents of quotes', () => {
  const writing = createQuickDocuments();
  const outbox = useOutbox({ writing });
  let backend: OutboxUnderTest['backend'];
  let received: ReceivedMail[];

  beforeAll(async () => {
    ({ backend } = outbox);
    ({ received } = outbox.mail);
    await addQuoteSettings(backend);
  });
  afterEach(async () => {
    writing.isReal = false;
    outbox.mail.be('take');
    received.length = 0;
    await run(sql`delete from private.outbox`);
    await run(sql`delete from private.rate_limits`);
    await run(sql`update public.quote_documents set attempts = 20 where status = 'waiting'`);
  });

  const run: TestBackend['run'] = (query) => backend.run(query);
  const download = (token: string, name = 'quote.pdf', init: RequestInit = {}) =>
    fetch(`${backend.url}/quotes/${token}/${name}`, init);
  const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const readText = async (response: Response) => (await readBytes(response)).toString();
  const send = (changes: object = {}) => sendDueMails({ ...outbox.sender(), ...changes });
  /** Removes the files that have waited for an hour. */
  const removeFiles = async () => {
    const age = sql`update private.quote_file_removals set queued_at = queued_at - interval '1 hour'`;
    await run(age);
    await send();
  };
  const listDocuments = async (id: string) => (await readQuoteHistory(backend.staff, id)).documents;
  const getAttachment = (mail: ReceivedMail | undefined) => {
    const [attachment] = mail?.attachments ?? [];
    return attachment && Buffer.from(attachment.content as ArrayBuffer);
  };
  /** The website's own requests, but for those of a path, which are answered so. */
  const answer =
    (path: string, respond: () => Response): typeof fetch =>
    async (input, init) =>
      String(input).includes(path) ? respond() : backend.fetchAsWebsite(input, init);
  /** Lets the lease of all claimed documents end. */
  const endLeases = () =>
    run(sql`update public.quote_documents set claimed_at = claimed_at - interval '2 hours'`);

  describe('a customer', () => {
    test('downloads the quote of the link, with its hash in the evidence log', async () => {
      writing.isReal = true;
      const { id, number, token } = await addSentQuote(backend, { content: newRichQuoteContent() });
      const response = await download(token);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="quote-${number}-version-1.pdf"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
      });
      const pdf = await readBytes(response);
      const { pages, tags } = await readPdf(pdf);
      for (const text of [
        ...[number, 'Ann Fielder', 'ann@example.com', 'Test Builders'],
        'HST number 12345 6789 RT0001',
      ]) {
        expect(pages[0]).toContain(text);
      }
      expect(tags).toContain('TH');
      const { entry } = await readQuoteEvent(backend.staff, id, 'document');
      expect(entry.data).toEqual({ version: 1, type: 'offer', sha256: sha256(pdf) });
      const stored = { status: 'stored', sha256: sha256(pdf), attempts: 1 };
      expect(await listDocuments(id)).toMatchObject([stored]);
      expect(sha256(await readBytes(await download(token)))).toBe(sha256(pdf));
      expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
    });

    test('gets the photos of a listing in the document; a missing one is left out', async () => {
      const path = `sheds/${Date.now()}-yard.jpg`;
      await uploadSmallImage(backend.staff, path);
      const images = [path, 'sheds/1767225600000-gone.jpg'];
      const { token } = await addSentQuote(backend, { content: newQuoteContent({ images }) });
      expect(await readText(await download(token))).toContain('"photos":1');
    });

    test('gets a photo that was unavailable at first: the document waits for it', async () => {
      const path = `sheds/${Date.now()}-busy.jpg`;
      await uploadSmallImage(backend.staff, path);
      const content = newQuoteContent({ images: [path] });
      const { id, token } = await addSentQuote(backend, { content });
      const limited = () => new Response('', { status: 429 });
      const busy = createDocumentWriter(backend, { fetch: answer(path, limited) });
      expect(await busy.writeDue()).toBe(0);
      expect(await listDocuments(id)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
      await endLeases();
      expect(await readText(await download(token))).toContain('"photos":1');
    });

    test('downloads the accepted version with the certificate', async () => {
      writing.isReal = true;
      const { id, number, token } = await addSentQuote(backend);
      expect((await download(token, 'agreement.pdf')).status).toBe(404);
      const offer = sha256(await readBytes(await download(token)));
      const result = await acceptSentQuote(backend, token);
      const response = await download(token, 'agreement.pdf');
      expect(response.headers.get('content-disposition')).toContain(`accepted-${number}-version-1`);
      const { pages } = await readPdf(await readBytes(response));
      const certificate = pages.at(-1) ?? '';
      const accepted = await readQuoteEvent(backend.staff, id, 'accepted');
      expect(result).toMatchObject({ hash: accepted.hash });
      for (const part of [
        ...['Certificate of acceptance', 'Ann Fielder', 'ann@example.com'],
        ...[offer, accepted.hash, accepted.previousHash],
      ]) {
        expect(certificate).toContain(part);
      }
      expect(accepted.entry.data.pdfSha256).toBe(offer);
    });

    test('gets the document of a withdrawn quote, and none by a revoked or unknown link', async () => {
      const { id, token } = await addSentQuote(backend);
      await withdrawQuote(backend.staff, id, '');
      expect((await download(token)).status).toBe(200);
      await revokeQuoteLinks(backend.staff, id);
      for (const unknown of [token, 'f'.repeat(40), 'x', encodeURIComponent("' or true --")]) {
        for (const name of ['quote.pdf', 'agreement.pdf']) {
          const response = await download(unknown, name);
          expect(response.status).toBe(404);
          expect(response.headers.get('cache-control')).toContain('no-store');
        }
      }
    });

    test('has a limit of each link, and is not limited with unknown tokens of the same network', async () => {
      const { id, token } = await addSentQuote(backend);
      const setHits = (key: string, hits: number) =>
        run(
          sql`update private.rate_limits set hits = ${hits}::integer where key like ${`${key}%`}`,
        );
      expect((await download('e'.repeat(40))).status).toBe(404);
      await setHits('quote-links:', 300);
      expect((await download('e'.repeat(40))).status).toBe(429);
      expect((await download(token)).status).toBe(200);
      await setHits(`quote-link:${sha256(token)}`, 600);
      const limited = await download(token);
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3600']);
      const other = await createQuoteLink(backend.staff, id);
      expect((await download(other ?? '')).status).toBe(200);
    });

    test('version 2 has a document of its own; that of version 1 remains', async () => {
      const { id, token } = await addSentQuote(backend);
      await download(token);
      await sendNextVersion(backend, id, { start: 'In June' });
      const second = await readText(await download(token));
      expect(second).toContain('"version":2');
      expect(second).toContain('In June');
      expect(await listDocuments(id)).toMatchObject([
        { version: 1, status: 'stored' },
        { version: 2, status: 'stored' },
      ]);
    });
  });

  test('staff alone read documents from the bucket, and no caller lists, changes or removes them', async () => {
    const { id } = await addSentQuote(backend);
    await backend.writeDocuments();
    const [document] = await listDocuments(id);
    const path = document?.path ?? '';
    if (!document) throw new Error('There is no document');
    const readHash = async () =>
      sha256(await readBytes(new Response(await readQuoteDocument(backend.staff, document))));
    expect(await readHash()).toBe(document.sha256);
    const pdf = Buffer.from('%PDF-1.7 forged');
    const type = { contentType: 'application/pdf' };
    for (const client of [backend.anon, backend.stranger, backend.staff]) {
      const bucket = client.storage.from('quotes');
      const isStaff = client === backend.staff;
      expect((await bucket.download(path)).error === null).toBe(isStaff);
      expect((await bucket.createSignedUrl(path, 60)).error === null).toBe(isStaff);
      expect((await bucket.list(id)).data ?? []).toHaveLength(isStaff ? 1 : 0);
      const refused = [
        await bucket.upload(path, pdf, { ...type, upsert: true }),
        await bucket.upload(`${id}/other.pdf`, pdf, type),
        await bucket.update(path, pdf, type),
        await bucket.move(path, `${id}/moved.pdf`),
        await bucket.copy(path, `${id}/copy.pdf`),
      ];
      for (const { error } of refused) expect(error).not.toBeNull();
      expect((await bucket.remove([path])).data ?? []).toEqual([]);
    }
    const publicUrl = `${backend.url}/storage/v1/object/public/quotes/${path}`;
    expect((await fetch(publicUrl)).ok).toBe(false);
    expect(await readHash()).toBe(document.sha256);
  });

  test('a claim with another secret, time or action, or from outside, is rejected for every role', async () => {
    await addSentQuote(backend);
    const refused = { status: 'refused' };
    for (const client of [backend.anon, backend.staff, backend.service]) {
      expect((await client.rpc('claim_quote_document')).data).toEqual(refused);
      const signature = `${Date.now()} ${'0'.repeat(64)}`;
      const claim = client.rpc('claim_quote_document');
      expect((await claim.setHeader('x-quote-documents', signature)).data).toEqual(refused);
    }
    const writer = createDocumentWriter(backend, { secret: 'x'.repeat(40) });
    await expect(writer.writeDue()).rejects.toThrow('FORM_SECRET');
    const outside = createDocumentWriter(backend, { fetch });
    await expect(outside.writeDue()).rejects.toThrow('FORM_SECRET');
    const { data } = await backend.anon.rpc('store_quote_document', {
      document_id: crypto.randomUUID(),
      ...{ document_path: 'x', document_sha256: 'x' },
    });
    expect(data).toEqual(refused);
  });

  describe('an email', () => {
    test('about a sent quote waits for its document and attaches it', async () => {
      const { id, token, number } = await addSentQuote(backend);
      expect(await send()).toEqual({ sent: 0, notSent: 0 });
      await backend.writeDocuments();
      expect(await send()).toEqual({ sent: 1, notSent: 0 });
      const [mail] = received;
      expect(mail?.attachments).toMatchObject([
        { filename: `quote-${number}-version-1.pdf`, mimeType: 'application/pdf' },
      ]);
      expect(mail?.text).toContain('The document is attached as a PDF.');
      const attached = getAttachment(mail);
      expect(attached?.equals(await readBytes(await download(token)))).toBe(true);
      const { entry } = await readQuoteEvent(backend.staff, id, 'mailed');
      const pdfSha256 = sha256(attached ?? Buffer.of());
      expect(entry.data).toMatchObject({ type: 'sent', pdfSha256 });
    });

    test.runIf(isFull)(
      'is sent with the link and a logged error if its document fails four times',
      async () => {
        const { id } = await addSentQuote(backend);
        const levels: number[] = [];
        const write = (line: string) => levels.push(JSON.parse(line).level);
        const logger = pino({ level: 'warn' }, { write });
        const away = () => new Response('{"message":"away"}', { status: 503 });
        const writer = createDocumentWriter(backend, { logger, fetch: answer('/storage/', away) });
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          expect(await send()).toEqual({ sent: 0, notSent: 0 });
          await endLeases();
          expect(await writer.writeDue()).toBe(0);
        }
        expect(levels).toEqual([40, 40, 40, 50, 50]);
        const reported: string[] = [];
        const reportDocumentError = (text: string) => reported.push(text);
        expect(await send({ reportDocumentError })).toEqual({ sent: 1, notSent: 0 });
        expect(received[0]?.attachments).toEqual([]);
        expect(received[0]?.text).toContain('Use the link to download the document as a PDF.');
        expect(reported).toHaveLength(1);
        // It is written later all the same.
        await endLeases();
        expect(await backend.writeDocuments()).toBe(1);
        expect(await listDocuments(id)).toMatchObject([{ status: 'stored', attempts: 6 }]);
      },
    );

    test('is sent with the link an hour later if no website creates the document', async () => {
      await addSentQuote(backend);
      await outbox.pass('61 minutes');
      expect(await send()).toEqual({ sent: 1, notSent: 0 });
      expect(received[0]?.attachments).toEqual([]);
    });

    test('has no attachment if the file of the document was changed', async () => {
      const { id } = await addSentQuote(backend);
      await backend.writeDocuments();
      const [document] = await listDocuments(id);
      const bucket = backend.service.storage.from('quotes');
      const forged = Buffer.from('%PDF-1.7 forged');
      const type = { contentType: 'application/pdf' };
      expect((await bucket.update(document?.path ?? '', forged, type)).error).toBeNull();
      expect(await send()).toEqual({ sent: 0, notSent: 1 });
      expect(received).toEqual([]);
    });
  });

  describe.runIf(isFull)('a process that ends', () => {
    const end = () => {
      throw new Error('The process ended');
    };

    test.each([
      ['during the answer to the upload', '/storage/'],
      ['during the answer to the hash', '/store_quote_document'],
    ])('%s delays the document; the email follows with it', async (_case, path) => {
      const { id, token } = await addSentQuote(backend);
      await backend.writeDocuments();
      await send();
      received.length = 0;
      await acceptSentQuote(backend, token);
      const writer = createDocumentWriter(backend, {
        fetch: async (input, init) => {
          const response = await backend.fetchAsWebsite(input, init);
          return String(input).includes(path) ? end() : response;
        },
      });
      await writer.writeDue();
      expect(await backend.writeDocuments()).toBe(0);
      const isStored = path === '/store_quote_document';
      expect(await send()).toEqual({ sent: isStored ? 2 : 0, notSent: 0 });
      await endLeases();
      expect(await backend.writeDocuments()).toBe(isStored ? 0 : 1);
      if (!isStored) expect(await send()).toEqual({ sent: 2, notSent: 0 });
      const expected = await readBytes(await download(token, 'agreement.pdf'));
      for (const mail of received) expect(getAttachment(mail)?.equals(expected)).toBe(true);
      const types = await listEventTypes(backend, id);
      expect(types.filter((type) => type === 'document')).toHaveLength(2);
      expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
    });

    test('leaves a file that is removed after another attempt', async () => {
      const { id } = await addSentQuote(backend);
      const fetch = answer('/store_quote_document', end);
      const writer = createDocumentWriter(backend, { fetch });
      await writer.writeDue();
      await endLeases();
      await backend.writeDocuments();
      const list = async () => (await backend.service.storage.from('quotes').list(id)).data ?? [];
      expect(await list()).toHaveLength(2);
      await removeFiles();
      const [document] = await listDocuments(id);
      expect((await list()).map(({ name }) => `${id}/${name}`)).toEqual([document?.path]);
      const rows = await run(sql`select path from private.quote_file_removals`);
      expect(rows).toEqual([]);
    });

    test('two processes write each document once', async () => {
      const quotes = await Promise.all(Array.from({ length: 6 }, () => addSentQuote(backend)));
      const writers = [createDocumentWriter(backend), createDocumentWriter(backend)];
      const written = await Promise.all(writers.map(({ writeDue }) => writeDue()));
      expect(written.reduce((sum, count) => sum + count, 0)).toBe(6);
      for (const { id } of quotes) {
        expect(await listDocuments(id)).toMatchObject([{ status: 'stored', attempts: 1 }]);
      }
    });
  });

  test('a document that has failed waits behind the others', async () => {
    const [failed, fresh] = [await addSentQuote(backend), await addSentQuote(backend)];
    await run(sql`update public.quote_documents set attempts = 2, claimed_at = now() - interval '1 day'
      where quote_id = ${failed.id}::uuid`);
    expect((await download(fresh.token)).status).toBe(200);
    expect(await listDocuments(failed.id)).toMatchObject([{ status: 'waiting', attempts: 2 }]);
    expect((await download(failed.token)).status).toBe(200);
  });

  test('erasure removes the documents, and their hashes remain in the log', async () => {
    const email = 'erased@example.com';
    const { id, token } = await addSentQuote(backend, { customer_email: email });
    await download(token);
    const [document] = await listDocuments(id);
    expect(await eraseQuotes(backend.staff, email)).toMatchObject({ erased: 1 });
    await removeFiles();
    expect((await backend.service.storage.from('quotes').list(id)).data).toEqual([]);
    expect(await listDocuments(id)).toMatchObject([
      { status: 'erased', path: null, sha256: document?.sha256 },
    ]);
    expect((await download(token)).status).toBe(404);
    expect(await backend.writeDocuments()).toBe(0);
    expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
  });

  test('erasure removes photos of quotes and orders at every URL, but for those of another quote', async () => {
    const photo = (name: string) => `orders/1767225600000-${name}.jpg`;
    const [first, latest] = [photo('first'), photo('latest')];
    const [stage, shared] = [photo('stage'), photo('shared')];
    const photos = [first, latest, stage, shared];
    const images = backend.staff.storage.from('images');
    for (const path of photos) await uploadSmallImage(backend.staff, path);
    const email = 'photos@example.com';
    const withPhotos = (...paths: string[]) => ({
      customer_email: email,
      content: newQuoteContent({ images: paths }),
    });
    const neighbour = { customer_email: 'neighbour@example.com' };
    await addSentQuote(backend, { ...withPhotos(shared), ...neighbour });
    const { token, id } = await addSentQuote(backend, withPhotos(first, shared));
    const content = newQuoteContent({ images: [first, 'sheds/1-a.jpg', latest] });
    await insertQuoteTemplate(backend.staff, { id: crypto.randomUUID(), name: 'Shed', content });
    const [template] = await listQuoteTemplates(backend.staff);
    expect(template?.content).toEqual({ ...content, images: ['sheds/1-a.jpg'] });
    await sendNextVersion(backend, id, { images: [latest], title: 'Larger' });
    await acceptSentQuote(backend, token);
    await recordQuoteStage(backend.staff, id, {
      ...{ stage: 'building', reachedOn: '2026-11-20', note: '', images: [stage] },
    });
    const signed = (await images.createSignedUrls(photos, 3600)).data ?? [];
    const urls = (path: string, index: number) => [
      `/storage/v1/object/public/images/${path}`,
      `${new URL(signed[index]?.signedUrl ?? '').pathname}${new URL(signed[index]?.signedUrl ?? '').search}`,
      ...['webp', 'jpeg'].map((format) => `/pictures/320/${format}/${path}`),
    ];
    const ask = async (path: string) => (await fetch(`${backend.url}${path}`)).status;
    const pages = ['quote.pdf', 'agreement.pdf'].map((name) => `/quotes/${token}/${name}`);
    const all = photos.flatMap(urls);
    for (const url of [...all, ...pages]) expect([url, await ask(url)]).toEqual([url, 200]);

    expect(await eraseQuotes(backend.staff, email)).toMatchObject({ retained: [{}] });
    await send();
    expect(await ask(urls(stage, 2)[0] ?? '')).toBe(200);

    await run(sql`update public.quotes set accepted_at = accepted_at - interval '8 years'
      where id = ${id}::uuid`);
    expect(await eraseQuotes(backend.staff, email)).toMatchObject({ erased: 1 });
    await send();
    for (const url of pages) expect(await ask(url)).toBe(404);
    for (const [index, path] of photos.entries()) {
      for (const url of urls(path, index)) {
        const isFound = (await ask(url)) === 200;
        expect([url, isFound]).toEqual([url, path === shared]);
      }
    }
    const copy = await fetch(`${backend.url}/pictures/320/webp/${shared}`);
    expect(copy.headers.get('cache-control')).toBe('private, max-age=600');
  });
});
