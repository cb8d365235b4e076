import { beforeAll, describe, expect, test } from 'vitest';
import {
  listNewestPending,
  listNewestUnread,
  listQuoteRequestTimes,
  readOldestPending,
  readStatistics,
} from '#app/admin/dashboard/dashboard-counts.ts';
import {
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/features/enquiries/contact-submissions.ts';
import {
  countInboxRows,
  deleteRows,
  fetchAllInboxRows,
  type InboxFilter,
  readInboxPage,
  readInboxRows,
  readNewest,
  readRows,
  readSince,
  refreshInboxPage,
  updateRows,
} from '#app/features/enquiries/inbox.ts';
import { quoteRequestInbox } from '#app/features/enquiries/quote-requests.ts';
import { insertRow } from '#app/lib/crud.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, useBackend } from '#tests/support/backend.ts';

/** The inboxes as staff read them: pages, orders, searches, the Spam tab and changes of many rows. */

const zoe = 'zoe Angstrom';
const angstrom = 'Ångström, Bo (100%)';
const under = 'Bo_b';
const bobb = 'Bobb';
const anna = 'Anna "A*", C:\\';

type FetchedRow = { id: string; created_at: string; email: string; customer_name?: string };
const columns: Record<'contact_submissions' | 'quote_requests', (keyof FetchedRow)[]> = {
  contact_submissions: ['email'],
  quote_requests: ['email', 'customer_name'],
};

describe.skipIf(!engineAvailable())('inboxes', () => {
  const backend = useBackend();
  const noFilter: InboxFilter<never> = { status: undefined, search: '' };
  const newest = { ...noFilter, sort: 'date', descending: true } as const;

  const fetchAll = (table: Parameters<typeof readNewest>[1], filter: InboxFilter<never>) =>
    fetchAllInboxRows<FetchedRow>(backend.staff, table, filter, columns[table]);
  const found = async (search: string) => {
    const rows = await fetchAll('quote_requests', { status: undefined, search });
    return rows.map((row) => row.customer_name);
  };

  test('quote requests are sorted by each column, equal ones newest first', async () => {
    const rows = [
      { customer_name: zoe, budget_range: 'Over $50,000', size: '12x20' },
      {
        ...{ customer_name: angstrom, budget_range: '$2,000 - $5,000', size: '10x10' },
        notes: 'Likes CÈDRE',
      },
      { customer_name: under, budget_range: 'Under $2,000', size: '8x8' },
      { customer_name: bobb, budget_range: '$10,000 - $20,000', size: 'Other' },
      { customer_name: anna, budget_range: null, size: null, phone: '(705) 555-0199' },
    ].map((row, n) => ({ ...newQuoteRequest(row), created_at: `2026-10-0${n + 1}T12:00:00Z` }));
    await backend.service.from('quote_requests').insert(rows).throwOnError();
    const sorted = async (sort: keyof typeof quoteRequestInbox.sorts, descending: boolean) => {
      const order = { ...noFilter, sort, descending };
      const found = await readInboxRows(backend.staff, quoteRequestInbox, order, [0, 99]);
      return found.map(({ customer_name }) => customer_name);
    };
    expect(await sorted('date', true)).toEqual([anna, bobb, under, angstrom, zoe]);
    expect(await sorted('customer', false)).toEqual([angstrom, anna, under, bobb, zoe]);
    expect(await sorted('details', false)).toEqual([under, angstrom, bobb, zoe, anna]);
    expect(await sorted('details', true)).toEqual([zoe, bobb, angstrom, under, anna]);
    expect(await sorted('status', false)).toEqual([anna, bobb, under, angstrom, zoe]);
    expect(await sorted('project', true)).toHaveLength(5);
  });

  test.each([
    ['zoe', [zoe]],
    ['ÅNGSTRÖM bo', [angstrom]],
    ['angstrom, bo (100%)', [angstrom]],
    ['100%', [angstrom]],
    ['bo_b', [under]],
    ['"a*", c:\\', [anna]],
    ['7055550199', [anna]],
    ['+1 705-555-0199', [anna]],
    ['555.0199', [anna]],
    ['cedre', [angstrom]],
    ['%', [angstrom]],
    ['\\', [anna]],
    ['zoe bobb', []],
    ["'; drop table quote_requests; --", []],
  ])('a search for %j matches every character literally', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  test('a message is found by its phone number in every spelling', async () => {
    const numbers = ['705.555.0142 ext. 2', '1-800-NEW-SHEDS', '+44 (0)20 7946 0958'];
    const sent = numbers.map((phone) =>
      newContactMessage({ phone, email: `${phone.length}@a.ca` }),
    );
    await insertRows(backend.service, 'contact_submissions', sent);
    const find = async (search: string) =>
      (await readInboxRows(backend.staff, contactInbox, { ...newest, search }, [0, 9])).map(
        ({ phone }) => phone,
      );
    const spellings = [
      ['7055550142', '(705) 555-0142', '+1 705 555 0142 x2', '001-705-555-0142', '555 0142'],
      ['18006397433', '(800) 639-7433', '1 800 new sheds', '800-NEWSHEDS'],
      ['02079460958', '0044 20 7946 0958', '+442079460958'],
    ];
    for (const [index, list] of spellings.entries())
      for (const search of list) expect(await find(search), search).toEqual([numbers[index]]);
    await backend.service
      .from('contact_submissions')
      .delete()
      .like('email', '%@a.ca')
      .throwOnError();
  });

  test('a page behind the last is the last, and the tabs are counted with the search', async () => {
    const read = (query: object, number: number) =>
      readInboxPage(backend.staff, quoteRequestInbox, { ...newest, ...query }, number);
    const page = await read({}, 40);
    const counts = { all: 5, pending: 5, responded: 0 };
    expect(page).toMatchObject({ page: 1, pages: 1, counts });
    expect(page.rows).toHaveLength(5);
    expect(Object.keys(page.rows[0] ?? {})).not.toContain('search_text');
    const some = await read({ search: 'bo' }, 1);
    expect(some.counts).toEqual({ all: 3, pending: 3, responded: 0, spam: 0 });
    const none = await read({ status: 'responded' }, 3);
    expect(none).toMatchObject({ rows: [], page: 1, pages: 1 });
  });

  test('readInboxPage with the oldest row retains what newer rows push off the first page', async () => {
    const row = (minute: number) => ({
      ...newContactMessage({ name: `Minute ${minute}` }),
      created_at: new Date(Date.UTC(2026, 9, 6, 12, minute)).toISOString(),
    });
    const insert = (minutes: number[]) =>
      backend.service.from('contact_submissions').insert(minutes.map(row)).throwOnError();
    const read = (page: number, oldest?: string) =>
      readInboxPage(backend.staff, contactInbox, newest, page, oldest);
    await insert(Array.from({ length: 30 }, (_, minute) => minute));
    const before = await read(1);
    expect(before.rows).toHaveLength(25);
    const oldest = before.rows.at(-1);

    await insert([30, 31]);
    expect((await read(1)).rows.at(-1)?.name).toBe('Minute 7');
    const grown = await read(1, oldest?.created_at);
    expect(grown.rows.map(({ name }) => name)).toEqual(
      Array.from({ length: 27 }, (_, position) => `Minute ${31 - position}`),
    );
    expect(grown.counts.all).toBe(32);

    const second = await read(2);
    const outdated = { ...second, counts: before.counts, pages: 1 };
    expect(await refreshInboxPage(backend.staff, contactInbox, newest, outdated)).toEqual(second);

    await deleteContactSubmission(backend.staff, oldest?.id ?? '');
    expect((await read(1, oldest?.created_at)).rows.at(-1)?.name).toBe('Minute 6');

    const middle = { ...second, rows: second.rows.slice(2) };
    const refresh = (page: typeof second, query: InboxFilter<'read' | 'unread'> = newest) =>
      refreshInboxPage(backend.staff, contactInbox, query, page);
    const [changed, ...others] = second.rows.slice(2);
    if (!changed) throw new Error('The second page is empty');
    await updateContactSubmission(backend.staff, changed.id, { status: 'read' });
    expect((await refresh(middle)).rows.map(({ status }) => status)).toEqual([
      'read',
      ...others.map(({ status }) => status),
    ]);
    const unread = await refresh(middle, { ...newest, status: 'unread' });
    expect(unread.rows).toEqual(others);
    await deleteContactSubmission(backend.staff, changed.id);
    expect((await refresh(middle)).rows).toEqual(others);
    await backend.service.from('contact_submissions').delete().like('name', 'Minute %');
  });

  test('1,203 messages with the same created_at are all read, changed and deleted in batches', async () => {
    const rows = Array.from({ length: 1203 }, (_, place) => ({
      ...newContactMessage({ name: `Person ${place}`, message: `A question, number ${place}.` }),
      created_at: '2026-10-01T12:00:00Z',
    }));
    for (let start = 0; start < rows.length; start += 1000) {
      await insertRows(backend.service, 'contact_submissions', rows.slice(start, start + 1000));
    }
    const { table } = contactInbox;
    const all = await fetchAll(table, noFilter);
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(1203);

    const tried: number[] = [];
    const some = ids.slice(0, 250);
    const gone = '6f1c1f6e-0000-4a77-9a54-000000000009';
    const onTried = (count: number) => tried.push(count);
    const read = { status: 'read' };
    const marked = await updateRows(backend.staff, table, [...some, gone], read, onTried);
    expect(marked).toEqual({ done: expect.arrayContaining(some) });
    expect(marked.done).toHaveLength(250);
    expect(tried).toEqual([100, 200, 251]);
    expect(await countInboxRows(backend.staff, table, '')).toEqual(
      expect.arrayContaining([
        { status: 'read', is_spam: false, rows: 250 },
        { status: 'unread', is_spam: false, rows: 953 },
      ]),
    );
    expect(await readRows(backend.staff, table, some, ['name' as 'id'])).toHaveLength(250);

    const refused = await updateRows(backend.staff, table, some, { status: 'answered' }, () => {});
    expect(refused.done).toEqual([]);
    expect(refused.error).toMatchObject({ code: '23514' });

    expect(await deleteRows(backend.stranger, table, some, () => {})).toEqual({ done: [] });
    const counted = countInboxRows(backend.stranger, table, '');
    await expect(counted).rejects.toMatchObject({ code: '42501' });
    const deleted = await deleteRows(backend.staff, table, some, () => {});
    expect(deleted.done).toHaveLength(250);
    expect(await countInboxRows(backend.staff, table, '')).toEqual([
      { status: 'unread', is_spam: false, rows: 953 },
    ]);
  });

  test('readSince returns new rows and the newest known one', async () => {
    const { table } = quoteRequestInbox;
    const before = await readNewest(backend.staff, table);
    const late = newQuoteRequest({ customer_name: 'Nova Late' });
    await insertRow(backend.service, 'quote_requests', late);
    const since = await readSince(backend.staff, table, before);
    expect(since).toHaveLength(2);
    expect(since[1]).toEqual(before);
    expect(await readSince(backend.stranger, table, null)).toEqual([]);
    expect(await readNewest(backend.stranger, table)).toBeNull();
  });

  describe('enquiries marked as spam', () => {
    const good = [expect.objectContaining({ email: 'good@example.com' })];
    const spam = [expect.objectContaining({ email: 'spam@example.com' })];
    beforeAll(async () => {
      const marks = [
        { email: 'good@example.com', is_spam: false },
        { email: 'spam@example.com', is_spam: true },
      ];
      for (const [table, row] of [
        ['quote_requests', newQuoteRequest],
        ['contact_submissions', newContactMessage],
      ] as const) {
        await backend.service.from(table).delete().neq('email', '').throwOnError();
        const rows = marks.map((mark) => ({ ...row(), ...mark }));
        await insertRows(backend.service, table, rows as never);
      }
    });
    const order = { search: '', sort: 'date', descending: true } as const;

    test('are in the Spam tab only, and in no other count', async () => {
      const { staff } = backend;
      const all = await readInboxPage(staff, quoteRequestInbox, { ...order, status: undefined }, 1);
      expect(all.rows).toEqual(good);
      expect(all.counts).toEqual({ all: 1, pending: 1, responded: 0, spam: 1 });
      const fresh = await readInboxPage(staff, contactInbox, { ...order, status: 'unread' }, 1);
      expect(fresh.rows).toEqual(good);
      expect(fresh.counts).toEqual({ all: 1, unread: 1, read: 0, spam: 1 });
      const own = await readInboxPage(staff, contactInbox, { ...order, status: 'spam' }, 1);
      expect(own.rows).toEqual(spam);
    });

    test('are not in exports, notifications of new enquiries and the dashboard', async () => {
      const { staff } = backend;
      for (const table of ['quote_requests', 'contact_submissions'] as const) {
        const rows = (status?: string) => fetchAll(table, { status: status as never, search: '' });
        expect(await rows()).toEqual(good);
        expect(await rows('spam')).toEqual(spam);
        expect(await readNewest(staff, table)).toMatchObject({ id: (await rows())[0]?.id });
        expect(await readSince(staff, table, null)).toHaveLength(1);
      }
      expect(await readStatistics(staff, new Date())).toMatchObject({
        ...{ quoteRequests: 1, contacts: 1, newQuoteRequests: 1, newContacts: 1 },
      });
      expect(await listNewestPending(staff)).toEqual(good);
      expect(await listNewestUnread(staff)).toEqual(good);
      expect(await readOldestPending(staff)).toEqual(good[0]);
      expect(await listQuoteRequestTimes(staff, new Date(0))).toHaveLength(1);
    });

    test('are marked and unmarked together by staff, and retain their status', async () => {
      const { staff, stranger } = backend;
      const page = async (status: 'responded' | 'spam') =>
        (await readInboxPage(staff, quoteRequestInbox, { ...order, status }, 1)).rows;
      const ids = (await page('spam')).map(({ id }) => id);
      const update = (change: Parameters<typeof updateRows>[3], caller = staff) =>
        updateRows(caller, 'quote_requests', ids, change, () => {});
      expect(await update({ is_spam: false }, stranger)).toEqual({ done: [] });
      await update({ status: 'responded' });
      expect(await page('responded')).toEqual([]);
      expect(await update({ is_spam: false })).toEqual({ done: ids });
      expect(await page('responded')).toEqual(spam);
      expect(await page('spam')).toEqual([]);
      await update({ is_spam: true });
      expect(await page('spam')).toEqual(spam);
    });
  });
});
