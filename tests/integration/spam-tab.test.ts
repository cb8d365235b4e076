import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactInbox } from '#app/data/contact-submissions.ts';
import {
  listNewestPending,
  listNewestUnread,
  listQuoteRequestTimes,
  readOldestPending,
  readStatistics,
} from '#app/data/dashboard.ts';
import { fetchAllInboxRows, readNewest, readSince } from '#app/data/inbox.ts';
import { setSpamMarks, setStatuses } from '#app/data/inbox-changes.ts';
import { readInboxPage } from '#app/data/inbox-page.ts';
import { quoteRequestInbox } from '#app/data/quote-requests.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('enquiries marked as spam', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
    const { service } = backend;
    const [good, spam] = [
      { email: 'good@example.com' },
      { email: 'spam@example.com', is_spam: true },
    ];
    await service
      .from('quote_requests')
      .insert([newQuoteRequest(good)])
      .throwOnError();
    await service
      .from('quote_requests')
      .insert([newQuoteRequest(spam)])
      .throwOnError();
    await service
      .from('contact_submissions')
      .insert([newContactMessage(good)])
      .throwOnError();
    await service
      .from('contact_submissions')
      .insert([newContactMessage(spam)])
      .throwOnError();
  });
  afterAll(() => backend?.stop());

  const first = { search: '', sort: 'date', descending: true } as const;
  const good = [expect.objectContaining({ email: 'good@example.com' })];
  const spam = [expect.objectContaining({ email: 'spam@example.com' })];

  test('are in the Spam tab only, and in no other count', async () => {
    const { staff } = backend;
    const all = await readInboxPage(staff, quoteRequestInbox, { ...first, status: undefined }, 1);
    expect(all.rows).toEqual(good);
    expect(all.counts).toEqual({ all: 1, pending: 1, responded: 0, spam: 1 });
    const fresh = await readInboxPage(staff, contactInbox, { ...first, status: 'unread' }, 1);
    expect(fresh.rows).toEqual(good);
    expect(fresh.counts).toEqual({ all: 1, unread: 1, read: 0, spam: 1 });
    const own = await readInboxPage(staff, contactInbox, { ...first, status: 'spam' }, 1);
    expect(own.rows).toEqual(spam);
  });

  test('are not in exports, notifications of new enquiries and the dashboard', async () => {
    const { staff } = backend;
    for (const table of ['quote_requests', 'contact_submissions'] as const) {
      const rows = (status?: string) =>
        fetchAllInboxRows<{ id: string; created_at: string; email: string }>(
          staff,
          table,
          { status, search: '' },
          ['email'],
        );
      expect(await rows()).toEqual(good);
      expect(await rows('spam')).toEqual(spam);
      expect(await readNewest(staff, table)).toMatchObject({ id: (await rows())[0]?.id });
      expect(await readSince(staff, table, null)).toHaveLength(1);
    }
    expect(await readStatistics(staff, new Date())).toMatchObject({
      quoteRequests: 1,
      contacts: 1,
      newQuoteRequests: 1,
      newContacts: 1,
    });
    expect(await listNewestPending(staff)).toEqual(good);
    expect(await listNewestUnread(staff)).toEqual(good);
    expect(await readOldestPending(staff)).toEqual(good[0]);
    expect(await listQuoteRequestTimes(staff, new Date(0))).toHaveLength(1);
  });

  test('are marked and unmarked together by staff, and retain their status', async () => {
    const { staff, stranger } = backend;
    const page = async (status: 'responded' | 'spam') =>
      (await readInboxPage(staff, quoteRequestInbox, { ...first, status }, 1)).rows;
    const ids = (await page('spam')).map(({ id }) => id);
    expect(await setSpamMarks(stranger, 'quote_requests', ids, false, () => {})).toEqual({
      done: [],
    });
    await setStatuses(staff, 'quote_requests', ids, 'responded', () => {});
    expect(await page('responded')).toEqual([]);
    expect(await setSpamMarks(staff, 'quote_requests', ids, false, () => {})).toEqual({
      done: ids,
    });
    expect(await page('responded')).toEqual(spam);
    expect(await page('spam')).toEqual([]);
    await setSpamMarks(staff, 'quote_requests', ids, true, () => {});
    expect(await page('spam')).toEqual(spam);
  });
});
