import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Sidebar, type WaitingCounts } from './sidebar.tsx';

function renderLinks(counts: WaitingCounts) {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin']}>
      <Sidebar
        email="owner@example.com"
        businessName="Ridgeline Builders"
        counts={counts}
        onSignOut={() => {}}
      />
    </MemoryRouter>,
  );
  return { html, text: html.replaceAll(/<[^>]+>/g, '') };
}

test('Sidebar shows the business name and how many enquiries and quotes wait', () => {
  const { text } = renderLinks({ quote_requests: 1234, contact_submissions: 2, quotes: 3 });
  expect(text).toContain('Ridgeline Builders');
  expect(text).toContain('Quote Requests99+1,234 pending');
  expect(text).toContain('Contact Messages22 unread');
  expect(text).toContain('Quotes33 unread');
  expect(text).toContain('Menu99+1,239 waiting');
});

test('Sidebar shows no count if no enquiry waits', () => {
  const { text } = renderLinks({ quote_requests: 0 });
  expect(text).toContain('Quote RequestsContact MessagesQuotesPast Projects');
  expect(text).not.toMatch(/pending|unread|waiting/);
});

test('Sidebar has an entry for every screen, and Sign Out', () => {
  const { html } = renderLinks({});
  const [, nav = ''] = /<nav aria-label="Admin">(.*?)<\/nav>/.exec(html) ?? [];
  const links = [...nav.matchAll(/<a[^>]* href="([^"]+)".*?<\/a>/g)].map(([link, href]) => [
    link.replaceAll(/<[^>]+>/g, ''),
    href,
  ]);
  expect(links).toEqual([
    ['Dashboard', '/admin'],
    ['Quote Requests', '/admin/quotes'],
    ['Contact Messages', '/admin/contacts'],
    ['Quotes', '/admin/quote-builder'],
    ['Past Projects', '/admin/projects'],
    ['Shed Listings', '/admin/sheds'],
    ['Price List', '/admin/price-list'],
    ['Reviews', '/admin/reviews'],
    ['Blog Posts', '/admin/blog'],
    ['Pages', '/admin/pages'],
    ['Home Content', '/admin/home-content'],
    ['Video Carousel', '/admin/videos'],
    ['Business Settings', '/admin/settings'],
  ]);
  expect(html).toContain('Sign Out');
});
