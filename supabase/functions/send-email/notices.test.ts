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
    'Won last week: $8,450.00',
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

test('composeWeeklySummary names well-known websites only, and no invented one', () => {
  const { text } = composeWeeklySummary(
    {
      ...{ firstDay: '2026-11-16', lastDay: '2026-11-22', week, weekBefore: week },
      pages: [{ name: 'constructor', views: 1 }],
      referrers: [
        { name: 'ridgeline-invoice.example', views: 90_000 },
        { name: 'google.ca', views: 40 },
        { name: 'google.com', views: 30 },
        { name: 'constructor', views: 9 },
        { name: 'l.facebook.com', views: 8 },
        { name: 'google.evil-site.com', views: 1 },
        { name: 'direct', views: 5 },
      ],
    },
    'Barn',
    'https://sheds.example/admin',
  );
  expect(text).toContain(`Where visitors came from:
- Google: 70
- Facebook: 8
- Typed address, bookmark or app: 5
- Other websites: 90,010
`);
  expect(text).toContain('- constructor: 1');
  expect(text).not.toMatch(/invoice|evil/);
});
