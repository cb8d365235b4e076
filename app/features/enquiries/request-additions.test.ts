import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openQuote } from '#app/features/quotes/customer-quote.ts';
import { insertRow } from '#app/lib/crud.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { selectRow, type TestBackend, useBackend } from '#tests/support/backend.ts';
import { createRequestFromMessage, deleteContactSubmission } from './contact-submissions.ts';
import { deleteQuoteRequest } from './quote-requests.ts';
import {
  addToQuoteRequest,
  markRequestRead,
  openQuoteRequest,
  parseAdditions,
} from './request-additions.ts';

describe('the link of a quote request', () => {
  const backend = useBackend();
  const run: TestBackend['run'] = (query) => backend.run(query);
  let emails = 0;

  /** A request whose confirmation has been sent days ago, and the token in it. */
  async function addRequest(changes: object = {}, days = 0) {
    emails += 1;
    const row = newQuoteRequest({ email: `ann${emails}@example.com`, inspiration_images: [] });
    const { id } = await insertRow(backend.service, 'quote_requests', { ...row, ...changes });
    const age = `${days} days`;
    await run(
      sql`update public.quote_requests set created_at = now() - ${age}::interval where id = ${id}::uuid`,
    );
    return { id, ...(await createLink('confirmed_request_id', id)) };
  }

  async function createLink(
    column: 'confirmed_request_id' | 'confirmed_submission_id',
    id: string,
  ) {
    const [mail] = await run(sql<{ id: string; lease: string }>`
    insert into private.outbox (${sql.ref(column)}, lease, leased_at, lease_seconds)
    values (${id}::uuid, gen_random_uuid(), now(), 60) returning id, lease`);
    const { data } = await backend.service
      .rpc('create_request_link', { mail_id: mail?.id ?? '', lease_id: mail?.lease ?? '' })
      .throwOnError();
    return data as { token: string; lastDay: string };
  }

  /** A message whose confirmation has been sent days ago, and the token in it. */
  async function addMessage(days = 0) {
    emails += 1;
    const row = newContactMessage({ email: `ann${emails}@example.com` });
    const message = await insertRow(backend.service, 'contact_submissions', row);
    const age = `${days} days`;
    await run(
      sql`update public.contact_submissions set created_at = now() - ${age}::interval where id = ${message.id}::uuid`,
    );
    return { message, ...(await createLink('confirmed_submission_id', message.id)) };
  }
  const readRequests = async (email: string) =>
    (await backend.service.from('quote_requests').select('*').eq('email', email).throwOnError())
      .data;

  const image = (n: number, name = 'yard') => `inspiration/${1767225600000 + n}-${name}.jpg`;
  const add = (token: string, text: string, images: string[] = [], id: string = randomUUID()) =>
    addToQuoteRequest(backend.anon, { token }, { id, text, images });
  const read = (id: string) => selectRow(backend.service, 'quote_requests', '*', { id });
  const listMails = (id: string) =>
    run(sql<{ status: string; backoff: number }>`
    select status, backoff_seconds as backoff from private.outbox
    where added_request_id = ${id}::uuid order by created_at, id`);

  // All tests add from one network.
  beforeEach(async () => {
    await run(sql`delete from private.rate_limits`);
  });

  test('open_quote_request shows what was asked without personal data, and only the hash of its token is stored', async () => {
    const { id, token } = await addRequest({ inspiration_images: [image(1)] });
    await add(token, 'The door faces south.', [image(2), image(3)]);
    const opened = await openQuoteRequest(backend.anon, { token });
    expect(opened).toMatchObject({
      status: 'open',
      reference: (await read(id)).reference,
      request: { projectType: 'Custom Shed', size: '10x12', images: 1 },
      additions: [{ hasText: true, images: 2 }],
      ...{ additionsLeft: 4, imagesLeft: 8 },
    });
    expect(JSON.stringify(opened)).not.toMatch(/example\.com|Carver|705|ride-on|south|inspiration/);
    const stored = await run(
      sql`select * from private.quote_tokens where quote_request_id = ${id}::uuid`,
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await openQuote(backend.anon, { token })).toBeNull();
  });

  test('add_to_quote_request stores details and photos, marks the request as unread, and is found by a search', async () => {
    const { id, token } = await addRequest({ inspiration_images: [image(1)] });
    expect(await add(token, '  The Père Noël door faces south.\n', [image(2)])).toBe('added');
    const row = await read(id);
    expect(parseAdditions(row.additions)).toMatchObject([
      { text: 'The Père Noël door faces south.', images: [image(2)] },
    ]);
    expect(row.inspiration_images).toEqual([image(1), image(2)]);
    expect(row.search_text).toContain('pere noel door');
    const seen = row.unread_at ?? '';
    await add(token, 'And it is blue.');
    await markRequestRead(backend.staff, id, seen);
    const later = (await read(id)).unread_at ?? '';
    expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(seen));
    await markRequestRead(backend.staff, id, later);
    expect((await read(id)).unread_at).toBeNull();
  });

  test('a list of photos within a list is refused, in an addition and in a new request', async () => {
    const { id, token } = await addRequest();
    const nested = [[image(1)], [image(2)]] as unknown as string[];
    expect(await add(token, 'South.', nested)).toBe('invalid');
    expect((await read(id)).additions).toEqual([]);
    const row = { ...newQuoteRequest({ email: 'nested@example.com' }), inspiration_images: nested };
    const { error } = await backend.anon.from('quote_requests').insert(row);
    expect(error?.code).toBe('23514');
  });

  test('a repeated addition is stored once, also if its photos were uploaded again', async () => {
    const { id, token } = await addRequest();
    const addition = randomUUID();
    const attempts = [image(1), image(1), image(2)].map((path) =>
      add(token, 'South.', [path], addition),
    );
    expect(await Promise.all(attempts)).toEqual(['added', 'added', 'added']);
    expect(await add(token, 'North.', [image(1)], addition)).toBe('already_added');
    expect(await add(token, 'South.', [image(1, 'gate')], addition)).toBe('already_added');
    expect(parseAdditions((await read(id)).additions)).toHaveLength(1);
  });

  test('a request takes five additions, 2,000 characters each and ten photos in all', async () => {
    const { id, token } = await addRequest();
    const photos = (count: number) => Array.from({ length: count }, (_, n) => image(n));
    expect(await add(token, '')).toBe('invalid');
    expect(await add(token, 'x'.repeat(2001))).toBe('invalid');
    expect(await add(token, 'x', photos(11))).toBe('invalid');
    expect(await add(token, 'x', ['hero/1767225600000-a.jpg'])).toBe('invalid');
    expect(await add(token, 'é'.repeat(2000), photos(6))).toBe('added');
    expect(await add(token, '', photos(5))).toBe('too_many_images');
    expect(await add(token, '', photos(4))).toBe('added');
    for (let n = 3; n <= 5; n += 1) expect(await add(token, `Addition ${n}`)).toBe('added');
    expect(await add(token, 'One more')).toBe('too_many_additions');
    expect((await read(id)).inspiration_images).toHaveLength(10);
  });

  test('a form of 20 photos can be added to, and 21 photos of a form are refused', async () => {
    const photos = Array.from({ length: 21 }, (_, n) => image(n));
    const { token } = await addRequest({ inspiration_images: photos.slice(1) });
    expect(await add(token, '', photos.slice(0, 10))).toBe('added');
    await expect(addRequest({ inspiration_images: photos })).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('a link adds for 14 days, and ends with its request or if it is spam', async () => {
    const [last, expired, deleted, spam] = [
      await addRequest({}, 14),
      await addRequest({}, 15),
      await addRequest(),
      await addRequest(),
    ];
    expect(await openQuoteRequest(backend.anon, last)).toMatchObject({ lastDay: last.lastDay });
    expect(await add(last.token, 'In time')).toBe('added');
    expect(await openQuoteRequest(backend.anon, expired)).toEqual({
      ...{ status: 'expired', reference: expect.stringMatching(/^R-/) },
    });
    expect(await add(expired.token, 'Too late')).toBe('expired');
    await deleteQuoteRequest(backend.staff, deleted.id);
    await run(sql`update public.quote_requests set is_spam = true where id = ${spam.id}::uuid`);
    for (const { token } of [deleted, spam, { token: '0'.repeat(40) }, { token: 'x' }]) {
      expect(await openQuoteRequest(backend.anon, { token })).toBeNull();
      expect(await add(token, 'Hello')).toBe('not_found');
    }
    const kept = await run(
      sql`select from private.quote_tokens where quote_request_id = ${deleted.id}::uuid`,
    );
    expect(kept).toEqual([]);
  });

  test('additions of ten minutes are one email to the owner', async () => {
    const { id, token } = await addRequest();
    await add(token, 'First');
    await add(token, 'Second');
    expect(await listMails(id)).toEqual([{ status: 'waiting', backoff: 0 }]);
    await run(sql`update private.outbox set status = 'sent', sent_at = now() - interval '4 minutes'
    where added_request_id = ${id}::uuid`);
    await add(token, 'Third');
    await add(token, 'Fourth');
    const [, next, ...others] = await listMails(id);
    expect(others).toEqual([]);
    expect(next?.backoff).toBeGreaterThan(300);
    expect(next?.backoff).toBeLessThanOrEqual(361);
    const { data: marks } = await backend.staff.rpc('list_unsent_mails', { enquiry_ids: [id] });
    expect(marks).toEqual([]);
  });

  test('the first additions to a message create one request from it, with one email to the owner', async () => {
    const { message, token } = await addMessage();
    expect(await openQuoteRequest(backend.anon, { token })).toMatchObject({
      ...{ status: 'open', reference: message.reference, request: null, additions: [] },
      ...{ additionsLeft: 5, imagesLeft: 10 },
    });
    expect(await add(token, '')).toBe('invalid');
    expect(await readRequests(message.email)).toEqual([]);
    const additions = [add(token, 'South.', [image(1)]), add(token, 'Blue.')];
    expect(await Promise.all(additions)).toEqual(['added', 'added']);
    const [request, ...others] = await readRequests(message.email);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      ...{ customer_name: message.name, project_type: 'Other', description: message.message },
      ...{ is_spam: false, inspiration_images: [image(1)] },
      custom_message: `Message ${message.reference}\nSubject: ${message.subject}`,
    });
    expect(await listMails(request?.id ?? '')).toEqual([{ status: 'waiting', backoff: 0 }]);
    const rest = await run(sql`select from private.outbox
      where ${request?.id}::uuid in (quote_request_id, confirmed_request_id)`);
    expect(rest).toEqual([]);
    const opened = await openQuoteRequest(backend.anon, { token });
    expect(opened).toMatchObject({ reference: message.reference, request: null, imagesLeft: 9 });
    expect(JSON.stringify(opened)).not.toMatch(/example\.com|South|inspiration/);
  });

  test('additions to a message go to the request that staff created from it', async () => {
    const { message, token } = await addMessage();
    const id = randomUUID();
    const created = await createRequestFromMessage(backend.staff, message.id, 'Custom Shed', id);
    expect(await add(token, 'South.')).toBe('added');
    expect(await readRequests(message.email)).toMatchObject([
      { id: created, project_type: 'Custom Shed', additions: [{ text: 'South.' }] },
    ]);
  });

  test('the link of a message adds for 14 days, and ends with the message, its request, or if it is spam', async () => {
    const [last, expired] = [await addMessage(14), await addMessage(15)];
    expect(await add(last.token, 'In time')).toBe('added');
    expect(await add(expired.token, 'Too late')).toBe('expired');
    const [deleted, spam, emptied] = [await addMessage(), await addMessage(), await addMessage()];
    await deleteContactSubmission(backend.staff, deleted.message.id);
    await run(
      sql`update public.contact_submissions set is_spam = true where id = ${spam.message.id}::uuid`,
    );
    await add(emptied.token, 'South.');
    const [request] = await readRequests(emptied.message.email);
    await deleteQuoteRequest(backend.staff, request?.id ?? '');
    for (const { token } of [deleted, spam, emptied]) {
      expect(await openQuoteRequest(backend.anon, { token })).toBeNull();
      expect(await add(token, 'Hello')).toBe('not_found');
    }
  });

  test('a deleted request is put back with what was added', async () => {
    const { id, token } = await addRequest();
    await add(token, 'The door faces south.', [image(1)]);
    const { additions } = await read(id);
    await deleteQuoteRequest(backend.staff, id);
    const kept = await selectRow(backend.staff, 'deleted_records', 'id', { record_id: id });
    await backend.staff.rpc('put_back_record', { deleted_id: kept.id }).throwOnError();
    expect(await read(id)).toMatchObject({ additions, inspiration_images: [image(1)] });
  });

  test('a network adds 20 times an hour', async () => {
    const network = '2001:db8:7:7::1';
    const call = async (token: string, n: number) => {
      const body = { token, addition_id: randomUUID(), details: `Addition ${n}`, images: [] };
      return (await backend.fetchForPage(network, '/rest/v1/rpc/add_to_quote_request', body))
        .status;
    };
    for (let request = 0; request < 4; request += 1) {
      const { token } = await addRequest();
      for (let n = 0; n < 5; n += 1) expect(await call(token, n)).toBe(200);
    }
    expect(await call((await addRequest()).token, 21)).toBe(429);
  });
});
