import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { splitDays, timeRanges } from '#app/features/business/testing/time-ranges.ts';
import { HoursSummary, HoursText } from './hours-summary.tsx';

const unbroken = /<span class="whitespace-nowrap">([^<]*)<\/span>/g;
const render = (text: string) => renderToStaticMarkup(<HoursText text={text} />);

test.each([
  ...timeRanges.map(([text]) => [1, text] as const),
  ...splitDays.map((text) => [2, text] as const),
  [1, '8 - 5'],
  [1, '8:00 − 17:00, by appointment'],
  [1, '8h-noon'],
  [0, 'By appointment, 2 people or more'],
] as const)('wraps at none of the blanks inside the %i ranges of %j', (count, text) => {
  const html = render(text);
  const ranges = [...html.matchAll(unbroken)].map(([, range]) => range);
  expect(ranges).toHaveLength(count);
  for (const range of ranges) expect(range).toMatch(/^\d.*(\d|m\.?|noon)$/i);
  expect(html.replaceAll(unbroken, '$1').replaceAll('&amp;', '&')).toBe(text);
  const rest = html.replaceAll(unbroken, '').replaceAll('&amp;', '&');
  if (count > 0) expect(rest).not.toMatch(/\d|\bnoon|[ap]\.?m/i);
});

test('no line begins with the bar between days', () => {
  const hours = { monday: '8 a.m. - noon, 1 p.m. - 5 p.m.', saturday: '9 - 1' };
  const text = renderToStaticMarkup(<HoursSummary hours={hours} />).replaceAll(/<[^>]+>/g, '');
  expect(text).toContain('|');
  expect(text).not.toMatch(/[^\u00a0]\|/);
});
