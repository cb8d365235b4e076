import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Table } from '#app/ui/table.tsx';
import { newQuoteContent, newQuoteSummary } from '#tests/fixtures/quotes.ts';
import type { Quote } from '../quotes.ts';
import { quoteColumns } from './quotes-screen.tsx';

test('the amounts of the quotes table never wrap, on any width', () => {
  const created_at = '2026-11-25T15:04:05Z';
  const quote = { ...newQuoteSummary(), created_at, content: newQuoteContent() } as Quote;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Table caption="Quotes" columns={quoteColumns} rows={[quote]} />
    </MemoryRouter>,
  );
  const amounts = [...html.matchAll(/class="([^"]*)">\$9,548\.50/g)].map(([, classes]) =>
    classes?.split(' ').includes('money'),
  );
  expect(amounts).toEqual([true, true]);
});
