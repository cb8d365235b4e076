import { expect, test } from 'vitest';
import { composeWeeklySummary } from './notices.ts';

const week = {
  ...{ views: 1412, requests: 1, quotes: 2, accepted: 1 },
  ...{ wonCents: 845_000, openCents: 1_230_050, dueCents: 0 },
};

test('composeWeeklySummary compares the week with the one before, and leaves out empty lists', () => {
  const summary = {
    ...{ firstDay: '2026-11-16', lastDay: '2026-11-22' },
    week,
    weekBefore: { ...week, views: 900, requests: 0 },
    pages: [
      { name: '/', views: 700 },
      { name: '/blog/permits', views: 12 },
    ],
    referrers: [{ name: 'direct', views: 500 }],
  };
  const { subject, text } = composeWeeklySummary(
    summary,
    'Barn\n& Co.',
    'https://sheds.example/admin',
  );
  expect(subject).toBe('Last week on Barn & Co.: 1,412 page views, 1 quote request');
  for (const line of [
    'November 16, 2026 to November 22, 2026',
    'Page views: 1,412 (the week before: 900)',
    'Agreed last week: $8,450.00',
    '- Home: 700',
    '- /blog/permits: 12',
    'To stop these emails: https://sheds.example/admin/email',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  const quiet = composeWeeklySummary(
    { ...summary, pages: [], referrers: [] },
    'Barn',
    'https://sheds.example/admin',
  );
  expect(quiet.text).not.toContain('Most viewed pages');
  expect(quiet.text).not.toMatch(/\n{3}/);
});
