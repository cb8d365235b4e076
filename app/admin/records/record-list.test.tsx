import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RecordCard } from './record-list.tsx';

test("RecordCard links to its dialog by the list's URL with open", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/sheds?q=gable&page=2']}>
      <RecordCard
        id="7"
        title="Lakeside"
        image={null}
        badges={null}
        onEdit={() => {}}
        onDelete={() => {}}
      >
        {null}
      </RecordCard>
    </MemoryRouter>,
  );
  expect(html).toContain('href="/admin/sheds?q=gable&amp;page=2&amp;open=7"');
  expect(html).toContain('aria-label="Delete: Lakeside"');
});
