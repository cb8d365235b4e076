import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Sidebar } from './sidebar.tsx';

function renderLinks(counts: { quote_requests?: number; contact_submissions?: number }) {
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

test('Sidebar shows the business name and how many enquiries wait', () => {
  const { text } = renderLinks({ quote_requests: 1234, contact_submissions: 2 });
  expect(text).toContain('Ridgeline Builders');
  expect(text).toContain('Quote Requests99+1,234 pending');
  expect(text).toContain('Contact Messages22 unread');
  expect(text).toContain('Menu99+1,236 waiting');
});

test('Sidebar shows no count if no enquiry waits', () => {
  const { text } = renderLinks({ quote_requests: 0 });
  expect(text).toContain('Quote RequestsContact MessagesQuotesPast Projects');
  expect(text).not.toMatch(/pending|unread|waiting/);
});
