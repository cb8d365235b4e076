import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AnnouncementBar } from './announcement-bar.tsx';

const render = (announcement: Parameters<typeof AnnouncementBar>[0]['announcement']) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AnnouncementBar announcement={announcement} />
    </MemoryRouter>,
  );

test('an announcement is escaped, and hidden by its style for visitors who have closed it', () => {
  const html = render({ id: '-1abc', text: 'Closed </style><b>until</b> "May"' });
  expect(html).toContain('Closed &lt;/style&gt;&lt;b&gt;until&lt;/b&gt;');
  expect(html).toContain('<style>[data-closed="-1abc"] #announcement{display:none}</style>');
  expect(html).not.toContain('<a ');
});

test.each(['/sheds', 'https://example.com/a'])('an announcement links to %s', (link) => {
  expect(render({ id: 'a', text: 'See our sheds', link })).toMatch(
    new RegExp(`<a[^>]* href="${link}"[^>]*>See our sheds</a>`),
  );
});
