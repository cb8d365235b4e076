import { expect, it } from 'vitest';
import type { EnquiryRow } from '#app/data/inbox.ts';
import type { InboxPage } from '#app/data/inbox-page.ts';
import { withArrivals, withChange, withoutRows, withRow } from './inbox-list.ts';

type Row = EnquiryRow;

const row = (id: string, status = 'pending'): Row => ({
  id,
  status,
  is_spam: false,
  spam_reasons: [],
  created_at: `2026-11-21T10:00:${id.padStart(2, '0')}Z`,
});

const page = (rows: Row[], pending: number, responded: number): InboxPage<Row, string> => ({
  rows,
  page: 1,
  pages: 1,
  counts: { all: pending + responded, pending, responded, spam: 4 },
});

const idsOf = ({ rows }: { rows: Row[] }) => rows.map(({ id }) => id);

it('moves a row between the counts, and out of a tab that it does not belong to', () => {
  const before = page([row('2'), row('1')], 2, 5);
  const everywhere = withRow(before, undefined, row('2', 'responded'));
  expect(idsOf(everywhere)).toEqual(['2', '1']);
  expect(everywhere.counts).toEqual({ all: 7, pending: 1, responded: 6, spam: 4 });
  const tab = withRow(before, 'pending', row('2', 'responded'));
  expect(idsOf(tab)).toEqual(['1']);
  expect(tab.counts).toEqual({ all: 7, pending: 1, responded: 6, spam: 4 });
});

it('counts nothing for a row whose status stays, or that is not in sight', () => {
  const before = page([row('2'), row('1')], 2, 5);
  expect(withRow(before, undefined, row('1')).counts).toEqual(before.counts);
  expect(withRow(before, undefined, row('9', 'responded'))).toEqual(before);
});

it('sets the status of several, and takes away those that are gone', () => {
  const before = page([row('3'), row('2', 'responded'), row('1')], 2, 1);
  const settled = withChange(before, undefined, new Set(['3', '2', '9']), {
    status: 'responded',
  });
  expect(settled.rows.map(({ status }) => status)).toEqual(['responded', 'responded', 'pending']);
  expect(settled.counts).toEqual({ all: 3, pending: 1, responded: 2, spam: 4 });
  const left = withoutRows(settled, new Set(['2', '9']));
  expect(idsOf(left)).toEqual(['3', '1']);
  expect(left.counts).toEqual({ all: 2, pending: 1, responded: 1, spam: 4 });
});

it('puts arrivals on top and keeps what they push to the next page', () => {
  const before = page([row('3'), row('2'), row('1')], 3, 0);
  const fresh = page([row('5'), row('4'), row('3')], 5, 0);
  const merged = withArrivals(before, fresh);
  expect(idsOf(merged)).toEqual(['5', '4', '3', '2', '1']);
  expect(merged.counts.all).toBe(5);
});

it('lets go of a row that somebody else has deleted meanwhile', () => {
  const before = page([row('3'), row('2'), row('1')], 3, 0);
  const fresh = page([row('4'), row('3'), row('1')], 3, 0);
  expect(idsOf(withArrivals(before, fresh))).toEqual(['4', '3', '1']);
});

it('keeps spam out of every tab but its own', () => {
  const before = page([row('2'), row('1', 'responded')], 1, 1);
  const marked = withChange(before, undefined, new Set(['2']), { is_spam: true });
  expect(idsOf(marked)).toEqual(['1']);
  expect(marked.counts).toEqual({ all: 1, pending: 0, responded: 1, spam: 5 });
  const spam = page([{ ...row('2'), is_spam: true }], 1, 1);
  expect(idsOf(withChange(spam, 'spam', new Set(['2']), { status: 'responded' }))).toEqual(['2']);
  const back = withChange(spam, 'spam', new Set(['2']), { is_spam: false });
  expect(idsOf(back)).toEqual([]);
  expect(back.counts).toEqual({ all: 3, pending: 2, responded: 1, spam: 3 });
  expect(withoutRows(spam, new Set(['2'])).counts.spam).toBe(3);
});
