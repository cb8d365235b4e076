import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import {
  countInboxRows,
  fetchAllInboxRows,
  type InboxFilter,
  readInboxRows,
  readNewest,
  readSince,
} from '#app/data/inbox.ts';
import { deleteRows, readRows, setStatuses } from '#app/data/inbox-changes.ts';
import { readInboxPage, refreshInboxPage } from '#app/data/inbox-page.ts';
import { quoteRequestInbox } from '#app/data/quote-requests.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

/** The inboxes as staff read them: pages, orders, searches and changes of many rows. */

describe.skipIf(!engineAvailable())('inboxes', () => {
  let backend: TestBackend;
  const noFilter: InboxFilter<never> = { status: undefined, search: '' };
  const newest = { ...noFilter, sort: 'date', descending: true } as const;

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  const namesIn = async (order: {
    sort: keyof typeof quoteRequestInbox.sorts;
    descending: boolean;
  }) => {
    const rows = await readInboxRows(
      backend.staff,
      quoteRequestInbox,
      { ...noFilter, ...order },
      [0, 99],
    );
    return rows.map((row) => row.customer_name);
  };
  const found = async (search: string) => {
    const rows = await fetchAllInboxRows<{ id: string; created_at: string; customer_name: string }>(
      backend.staff,
      'quote_requests',
      { status: undefined, search },
      ['customer_name'],
    );
    return rows.map((row) => row.customer_name);
  };

  test('quote requests are sorted by each column, equal ones newest first', async () => {
    const at = (day: number) => `2026-10-0${day}T12:00:00Z`;
    await backend.service
      .from('quote_requests')
      .insert([
        {
          ...newQuoteRequest({
            customer_name: 'zoe Angstrom',
            budget_range: 'Over $50,000',
            size: '12x20',
          }),
          created_at: at(1),
        },
        {
          ...newQuoteRequest({
            customer_name: 'Ångström, Bo (100%)',
            budget_range: '$2,000 - $5,000',
            size: '10x10',
            notes: 'Likes CÈDRE',
          }),
          created_at: at(2),
        },
        {
          ...newQuoteRequest({ customer_name: 'Bo_b', budget_range: 'Under $2,000', size: '8x8' }),
          created_at: at(3),
        },
        {
          ...newQuoteRequest({
            customer_name: 'Bobb',
            budget_range: '$10,000 - $20,000',
            size: 'Other',
          }),
          created_at: at(4),
        },
        {
          ...newQuoteRequest({
            customer_name: 'Anna "A*", C:\\',
            budget_range: null,
            size: null,
            phone: '(705) 555-0199',
          }),
          created_at: at(5),
        },
      ])
      .throwOnError();
    const [zoe, angstrom, under, bobb, anna] = [
      'zoe Angstrom',
      'Ångström, Bo (100%)',
      'Bo_b',
      'Bobb',
      'Anna "A*", C:\\',
    ];
    expect(await namesIn({ sort: 'date', descending: true })).toEqual([
      anna,
      bobb,
      under,
      angstrom,
      zoe,
    ]);
    expect(await namesIn({ sort: 'customer', descending: false })).toEqual([
      angstrom,
      anna,
      under,
      bobb,
      zoe,
    ]);
    expect(await namesIn({ sort: 'details', descending: false })).toEqual([
      under,
      angstrom,
      bobb,
      zoe,
      anna,
    ]);
    expect(await namesIn({ sort: 'details', descending: true })).toEqual([
      zoe,
      bobb,
      angstrom,
      under,
      anna,
    ]);
    expect(await namesIn({ sort: 'status', descending: false })).toEqual([
      anna,
      bobb,
      under,
      angstrom,
      zoe,
    ]);
    expect(await namesIn({ sort: 'project', descending: true })).toHaveLength(5);
  });

  test.each([
    ['zoe', ['zoe Angstrom']],
    ['ÅNGSTRÖM bo', ['Ångström, Bo (100%)']],
    ['angstrom, bo (100%)', ['Ångström, Bo (100%)']],
    ['100%', ['Ångström, Bo (100%)']],
    ['bo_b', ['Bo_b']],
    ['"a*", c:\\', ['Anna "A*", C:\\']],
    ['7055550199', ['Anna "A*", C:\\']],
    ['cedre', ['Ångström, Bo (100%)']],
    ['%', ['Ångström, Bo (100%)']],
    ['\\', ['Anna "A*", C:\\']],
    ['zoe bobb', []],
    ["'; drop table quote_requests; --", []],
  ])('a search for %j matches every character literally', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  test('a page behind the last is the last, and the tabs are counted with the search', async () => {
    const page = await readInboxPage(backend.staff, quoteRequestInbox, newest, 40);
    expect(page).toMatchObject({
      page: 1,
      pages: 1,
      counts: { all: 5, pending: 5, responded: 0 },
    });
    expect(page.rows).toHaveLength(5);
    expect(Object.keys(page.rows[0] ?? {})).not.toContain('search_text');
    const some = await readInboxPage(
      backend.staff,
      quoteRequestInbox,
      { ...newest, search: 'bo' },
      1,
    );
    expect(some.counts).toEqual({ all: 3, pending: 3, responded: 0, spam: 0 });
    const none = await readInboxPage(
      backend.staff,
      quoteRequestInbox,
      { ...newest, status: 'responded' },
      3,
    );
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

    await backend.service
      .from('contact_submissions')
      .delete()
      .eq('id', oldest?.id ?? '')
      .throwOnError();
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

  test('generated columns for search and order cannot be written', async () => {
    const forged = Object.assign(newQuoteRequest(), { search_text: 'x' }) as ReturnType<
      typeof newQuoteRequest
    >;
    for (const client of [backend.anon, backend.staff]) {
      const { error } = await client.from('quote_requests').insert(forged);
      expect(error).not.toBeNull();
    }
    const update = { name_order: 'x' } as object;
    const { error } = await backend.staff
      .from('contact_submissions')
      .update(update)
      .eq('name', 'nobody');
    expect(error).not.toBeNull();
  });

  test('2,503 messages with the same created_at are all read, changed and deleted in batches', async () => {
    const rows = Array.from({ length: 2503 }, (_, place) => ({
      ...newContactMessage({ name: `Person ${place}`, message: `A question, number ${place}.` }),
      created_at: '2026-10-01T12:00:00Z',
    }));
    for (let start = 0; start < rows.length; start += 1000) {
      await backend.service
        .from('contact_submissions')
        .insert(rows.slice(start, start + 1000))
        .throwOnError();
    }
    const { table } = contactInbox;
    const all = await fetchAllInboxRows<{ id: string; created_at: string }>(
      backend.staff,
      table,
      noFilter,
      [],
    );
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2503);

    const tried: number[] = [];
    const some = ids.slice(0, 250);
    const gone = '6f1c1f6e-0000-4a77-9a54-000000000009';
    const marked = await setStatuses(backend.staff, table, [...some, gone], 'read', (count) =>
      tried.push(count),
    );
    expect(marked).toEqual({ done: expect.arrayContaining(some) });
    expect(marked.done).toHaveLength(250);
    expect(tried).toEqual([100, 200, 251]);
    expect(await countInboxRows(backend.staff, table, '')).toEqual(
      expect.arrayContaining([
        { status: 'read', is_spam: false, rows: 250 },
        { status: 'unread', is_spam: false, rows: 2253 },
      ]),
    );
    expect(await readRows(backend.staff, table, some, ['name' as 'id'])).toHaveLength(250);

    const refused = await setStatuses(backend.staff, table, some, 'answered', () => {});
    expect(refused.done).toEqual([]);
    expect(refused.error).toMatchObject({ code: '23514' });

    expect(await deleteRows(backend.stranger, table, some, () => {})).toEqual({ done: [] });
    await expect(countInboxRows(backend.stranger, table, '')).rejects.toMatchObject({
      code: '42501',
    });
    const deleted = await deleteRows(backend.staff, table, some, () => {});
    expect(deleted.done).toHaveLength(250);
    expect(await countInboxRows(backend.staff, table, '')).toEqual([
      { status: 'unread', is_spam: false, rows: 2253 },
    ]);
  });

  test('readSince returns new rows and the newest known one', async () => {
    const { table } = quoteRequestInbox;
    const before = await readNewest(backend.staff, table);
    await backend.service
      .from('quote_requests')
      .insert(newQuoteRequest({ customer_name: 'Nova Late' }))
      .throwOnError();
    const since = await readSince(backend.staff, table, before);
    expect(since).toHaveLength(2);
    expect(since[1]).toEqual(before);
    expect(await readSince(backend.stranger, table, null)).toEqual([]);
    expect(await readNewest(backend.stranger, table)).toBeNull();
  });
});
