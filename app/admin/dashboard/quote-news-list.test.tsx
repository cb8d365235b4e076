import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { QuoteNews } from '#app/features/quotes/quote-summaries.ts';
import { newQuoteSummary } from '#tests/fixtures/quotes.ts';
import { QuoteNewsList } from './quote-news-list.tsx';

const at = '2026-11-26T15:00:00Z';

/** The items, each with its link and the texts between its elements. */
function renderItems(news: QuoteNews[]) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QuoteNewsList news={{ quotes: news, more: 2 }} />
    </MemoryRouter>,
  );
  return [...html.matchAll(/<li.*?<\/li>/gs)].map(([item]) => ({
    href: / href="([^"]+)"/.exec(item)?.[1],
    text: item.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
    details: [...item.matchAll(/<details.*?<\/details>/gs)].length,
  }));
}

test('QuoteNewsList shows a question with its answer in place, and an acceptance as unread', () => {
  const question = { text: 'Does it fit?\nBy May?', askedAt: at };
  const asked = { ...newQuoteSummary(), question_at: at, question };
  const accepted = newQuoteSummary({
    ...{ id: 'q2', number: '2026-0042', customer_name: 'Bo Reed', unread_at: at },
    ...{ state: 'accepted', accepted_version: 1 },
  });
  expect(renderItems([asked, { ...accepted, question: null }])).toEqual([
    {
      href: '/admin/quote-builder/q1',
      text: '|Ann Fielder, 2026-0041|Question|Does it fit?\nBy May?|Answer|',
      details: 1,
    },
    {
      href: '/admin/quote-builder/q2',
      text: '|Bo Reed, 2026-0042|Accepted, unread|',
      details: 0,
    },
    { href: '/admin/quote-builder', text: '|2 more in Quotes|', details: 0 },
  ]);
});

test('QuoteNewsList without news says that nobody waits', () => {
  const html = renderToStaticMarkup(<QuoteNewsList news={{ quotes: [], more: 0 }} />);
  expect(html).toContain('No customers are waiting for your answer.');
});
