import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { StatCards } from './dashboard-screen.tsx';

test('StatCards link to the lists that they count', () => {
  const statistics = {
    quoteRequests: 1,
    contacts: 2,
    projects: 3,
    reviews: 4,
    newQuoteRequests: 0,
    newContacts: 0,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <StatCards statistics={statistics} />
    </MemoryRouter>,
  );
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)</g)];
  expect(links.map(([, href, label]) => [label, href])).toEqual([
    ['Total Quote Requests', '/admin/quotes'],
    ['Contact Submissions', '/admin/contacts'],
    ['Past Projects', '/admin/projects'],
    ['Customer Reviews', '/admin/reviews'],
  ]);
});
