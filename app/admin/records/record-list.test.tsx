import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RowNotFound } from '#app/lib/crud.ts';
import { RecordCard } from './record-list.tsx';
import { explainRefusedChange } from './use-records.tsx';

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

test('a switch whose response was lost may be set: staff are told to check', () => {
  expect(explainRefusedChange(new TypeError('Failed to fetch'), 'the shed')).toBe(
    "The server didn't respond. Check whether the shed has changed before you try again.",
  );
  expect(explainRefusedChange(new RowNotFound(), 'the shed')).toBe(
    "Couldn't change the shed. Not found. It may already have been deleted.",
  );
  const spam = { failed: "Couldn't move it to Spam.", check: 'Check whether it is in Spam' };
  expect(explainRefusedChange(new TypeError('Failed to fetch'), spam)).toBe(
    "The server didn't respond. Check whether it is in Spam before you try again.",
  );
  expect(explainRefusedChange(new RowNotFound(), spam)).toBe(
    "Couldn't move it to Spam. Not found. It may already have been deleted.",
  );
});
