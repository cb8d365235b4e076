import { describe, expect, test } from 'vitest';
import {
  getChangedColumns,
  getDifferences,
  getValue,
} from '#app/admin/records/version-conflict.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { quoteFields } from './quote-content-fields.tsx';

describe('quoteFields', () => {
  const columns = {
    customer_name: 'Ann',
    customer_email: null,
    customer_phone: null,
    customer_address: null,
    content: newQuoteContent({ start: 'In May' }),
  };
  const mine = { ...columns, content: { ...columns.content, title: 'Mine', start: 'In June' } };
  const theirs = {
    ...columns,
    customer_name: 'Anna',
    content: { ...columns.content, title: 'Theirs' },
  };

  test('getDifferences lists the parts of the content', () => {
    expect(
      getDifferences(quoteFields, mine, theirs, columns).map(({ label, isMine }) => [
        label,
        isMine,
      ]),
    ).toEqual([
      ['Customer name', false],
      ['Title', true],
      ['Start', true],
    ]);
  });

  test('getChangedColumns retains the parts that only the other has changed', () => {
    expect(getChangedColumns(quoteFields, mine, theirs, columns)).toEqual({
      content: { ...theirs.content, title: 'Mine', start: 'In June' },
    });
  });

  test('formats items with their alternative, and alternatives with their description', () => {
    const alternatives = [
      { id: 'a', title: 'Wood', description: '' },
      { id: 'b', title: 'Metal', description: 'Grey' },
    ];
    const content = newQuoteContent({ items: [newQuoteItem({ alternative: 'b' })], alternatives });
    const other = { ...columns, content: { ...content, items: [], alternatives: [] } };
    const shown = getDifferences(quoteFields, { ...columns, content }, other, other).map(
      ({ label, path, show }) => [
        label,
        typeof show === 'function' &&
          show(getValue({ content }, path) as never, { ...columns, content } as never),
      ],
    );
    expect(shown).toEqual([
      ['Items', 'Garden shed, 10 x 12 ft: 1 at $8,450.00, with Metal'],
      ['Alternatives', 'Wood\nMetal: Grey'],
    ]);
  });
});
