import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateRow } from '#app/lib/crud.ts';
import { selectRows, useBackend } from '#tests/support/backend.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { createCsvKinds } from './csv-import.ts';
import { insertRedirect, listMissingPages, listRedirects } from './redirects.ts';
import { storeRows } from './store-rows.ts';

const kinds = createCsvKinds('https://sheds.example');

describe('imports and redirects', () => {
  const backend = useBackend();

  async function importCsv(name: keyof typeof kinds, text: string, afterCheck = async () => {}) {
    const kind = kinds[name];
    if (!kind) throw new Error(name);
    const { rows } = kind.plan(text, await kind.readStored(backend.staff));
    await afterCheck();
    const signal = AbortSignal.timeout(600_000);
    return storeRows(backend.staff, kind.table, rows, { onProgress: () => {}, signal });
  }
  const redirect = (from_path: string, to_url: string) =>
    insertRedirect(backend.staff, { from_path, to_url });

  beforeEach(async () => {
    await backend.run(sql`truncate public.redirects, public.missing_pages, public.reviews`);
  });

  test('importing sheds, projects, reviews and redirects twice adds them once', async () => {
    const files = {
      sheds:
        'Title,Material,Color,Size,Style\nImported A,Wood,Red,8x10,Gable\nImported B,Wood,Red,8x10,Gable',
      projects:
        'Title,Project type,Completion date\nImported A,Roofing,2026-06-30\nImported B,Siding,',
      reviews: 'Customer name,Rating,Review text\nA,5,Straight walls.\nB,4,Straight walls.',
      redirects: 'Old address,New address\n/imported-a,/blog\n/imported-b,/sheds',
    };
    for (const [name, text] of Object.entries(files)) {
      expect(await importCsv(name, text), name).toEqual({ created: 2, updated: 0, failed: [] });
      expect(await importCsv(name, text), name).toEqual({ created: 0, updated: 0, failed: [] });
      const changed = text.replace('Red', 'Blue').replace('Roofing', 'Other');
      const again = changed.replace('A,5', 'A,4').replace('/blog', '/faq');
      expect(await importCsv(name, again), name).toEqual({ created: 0, updated: 1, failed: [] });
    }
    const logged = await selectRows(backend.staff, 'audit_entries', 'action', {
      table_name: 'redirects',
    });
    expect(logged.map(({ action }) => action).sort()).toEqual(['insert', 'insert', 'update']);
  });

  test('a row that someone changed after the check is left out, and the others are stored', async () => {
    const text = 'Customer name,Rating,Review text\nA,5,Straight walls.\nB,5,Straight walls.';
    await importCsv('reviews', text);
    const [row] = await selectRows(backend.staff, 'reviews', 'id', { customer_name: 'A' });
    const { updated, failed } = await importCsv(
      'reviews',
      text.replaceAll(',5,', ',3,'),
      async () => {
        await updateRow(backend.staff, 'reviews', String(row?.id), { town: 'Testville' });
      },
    );
    expect({ updated, failed }).toEqual({
      updated: 1,
      failed: [
        {
          ...{ line: 2, name: 'A', action: 'error' },
          reason: 'Someone else changed this after the check. Check the file again',
        },
      ],
    });
  });

  test('a file of many batches is stored', async () => {
    const created = isFull ? 1000 : 150;
    const lines = Array.from(
      { length: created },
      (_, index) => `Customer ${index},5,Straight walls.`,
    );
    const text = ['Customer name,Rating,Review text', ...lines].join('\n');
    expect(await importCsv('reviews', text)).toEqual({ created, updated: 0, failed: [] });
  });

  test('the database refuses loops and chains with a message, also of two saves at once', async () => {
    await redirect('/a', '/b?x=1#part');
    const refused = [
      ['/c', '/C/', '/c would lead to itself.'],
      [
        '/c',
        '/a?y=2',
        '/c leads to /a, which is redirected to /b?x=1#part. Point /c straight there.',
      ],
      ['/b', '/c', '/a leads to /b, which is redirected to /c. Point /a straight there.'],
      ['/b?x=1', '/c', '/a leads to /b?x=1, which is redirected to /c. Point /a straight there.'],
    ] as const;
    for (const [from, to, message] of refused) {
      await expect(redirect(from, to)).rejects.toMatchObject({ code: '23514', message });
    }
    const both = await Promise.allSettled([redirect('/x', '/y'), redirect('/y', '/x')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['/A', '/b'],
    ['/a/', '/b'],
    ['/', '/b'],
    ['/admin/x', '/b'],
    ['/quotes/x', '/b'],
    ['/a#b', '/b'],
    ['/a', '//evil.example'],
    ['/a', '/\\evil.example'],
    ['/a', 'javascript:alert(1)'],
    ['/a', '/b\n'],
    ['/a', '/日本'],
    ['/a', 'https://other.example/—'],
  ])('the database refuses a redirect from %j to %j', async (from, to) => {
    await expect(redirect(from, to)).rejects.toMatchObject({ code: '23514' });
  });

  test('record_missing_pages adds up, forgets what is redirected or old, and keeps 1,000', async () => {
    const record = (pages: object[]) =>
      backend.service.rpc('record_missing_pages', { pages: pages as never }).throwOnError();
    await record([
      { path: '/gone', hits: 2, referrer_host: 'forum.example' },
      { path: '/old', hits: 1, referrer_host: null },
    ]);
    await record([{ path: '/gone', hits: 3, referrer_host: 'evil.example' }]);
    expect(await listMissingPages(backend.staff)).toMatchObject([
      { path: '/gone', hits: 5, referrer_host: 'forum.example' },
      { path: '/old', hits: 1, referrer_host: null },
    ]);
    await redirect('/gone', '/blog');
    await backend.run(sql`update public.missing_pages set last_on = last_on - 91`);
    const many = Array.from({ length: 1001 }, (_, index) => ({ path: `/p${index}`, hits: 1 }));
    await record([{ path: '/gone', hits: 1 }, { path: '/kept', hits: 2 }, ...many]);
    const [first] = await listMissingPages(backend.staff);
    expect(first?.path).toBe('/kept');
    const stored = await backend.run(
      sql<{ path: string }>`select path from public.missing_pages where path in ('/gone', '/old')
        union all select 'p' from public.missing_pages`,
    );
    expect(stored).toHaveLength(1000);
    const { error } = await backend.anon.rpc('record_missing_pages', { pages: [] });
    expect(error?.code).toBe('42501');
    expect(await listRedirects(backend.anon)).toHaveLength(1);
  });
});
