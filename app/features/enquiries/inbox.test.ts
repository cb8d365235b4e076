import { describe, expect, it } from 'vitest';
import { createRowsRemover, formatInboxView, readInboxView } from './inbox.ts';

const choices = { statuses: ['pending', 'responded'], sorts: ['customer', 'date'] } as const;
const read = (query: string) => readInboxView(new URLSearchParams(query), choices);
const start = { status: undefined, search: '', sort: 'date', descending: true, page: 1 } as const;

describe('the query of an inbox', () => {
  it('parses an empty query as the first page of all, newest first', () => {
    expect(read('')).toEqual(start);
    expect(formatInboxView(start)).toBe('');
  });

  it('parses what it has formatted', () => {
    for (const view of [
      { ...start, status: 'pending', page: 7 },
      { ...start, descending: false },
      { ...start, sort: 'customer', descending: false, search: 'Ann & Bob, 100%' },
      { ...start, sort: 'customer', descending: true },
    ]) {
      expect(read(formatInboxView(view))).toEqual(view);
    }
  });

  it('replaces invalid values with the defaults', () => {
    for (const query of [
      'tab=gone&sort=shoe&dir=up&page=0',
      'page=-2',
      'page=1e9',
      'page=2.5',
      'page=%00',
      'tab=&sort=&dir=&page=',
    ]) {
      expect(read(query)).toEqual(start);
    }
    expect(read('page=9999999').page).toBe(1_000_000);
    expect(read(`q=${'a'.repeat(300)}`).search).toHaveLength(200);
    expect(read('sort=customer')).toEqual({ ...start, sort: 'customer', descending: false });
  });
});

it('counts rows that are gone at the second try as deleted, if the first answer was lost', async () => {
  const removeOnce = createRowsRemover();
  const error = new TypeError('Failed to fetch');
  expect(await removeOnce(['1', '2'], async () => ({ done: [] }))).toEqual({ done: [] });
  expect(await removeOnce(['1', '2'], async () => ({ done: ['1'], error }))).toEqual({
    done: ['1'],
    error,
  });
  expect(await removeOnce(['2', '3', '4'], async () => ({ done: ['3'] }))).toEqual({
    done: ['3', '2'],
  });
});
