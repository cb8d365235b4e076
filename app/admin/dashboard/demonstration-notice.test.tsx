import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DemonstrationBanner, RemovedNotice } from './demonstration-notice.tsx';

test.each([true, false])(
  'DemonstrationBanner says whether search engines are kept out: %s',
  (kept) => {
    const html = renderToStaticMarkup(
      <DemonstrationBanner isKeptFromSearch={kept} onRemove={() => {}} />,
    );
    expect(html).toContain('This site shows demonstration content.');
    expect(html.includes('list the site')).toBe(kept);
  },
);

test('RemovedNotice says when the content was removed, and until when that can be undone', () => {
  const html = renderToStaticMarkup(
    <RemovedNotice
      removedAt={new Date('2026-11-28T15:00:00Z')}
      isPending={false}
      onUndo={() => {}}
    />,
  );
  expect(html).toMatch(/removed on Nov(ember|\.)? 28.*until Nov(ember|\.)? 29/s);
});
