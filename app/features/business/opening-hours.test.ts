import { expect, test } from 'vitest';
import { splitDays, timeRanges } from '#app/features/business/testing/time-ranges.ts';
import { parseTimeRanges, toOpeningHours } from './opening-hours.ts';

test.each(timeRanges)('parseTimeRanges parses %s as %s to %s', (text, opens, closes) => {
  expect(parseTimeRanges(text)).toEqual([{ opens, closes }]);
});

test.each(splitDays)('parseTimeRanges parses the two ranges of %s', (text) => {
  expect(parseTimeRanges(text)).toEqual([
    { opens: '08:00', closes: '12:00' },
    { opens: '13:00', closes: '17:00' },
  ]);
});

test.each([
  'Closed',
  '',
  'By appointment',
  '8 - 5',
  '8 - 5 PM',
  '8 AM - 5',
  '8:00 - 5',
  '8:00 - 17',
  '8 - 17:00',
  '8 AM - 17:00',
  '8:00 AM - 17:00',
  '0 am - 5 am',
  '9 am - 13 pm',
  '8:00-24:00',
  '8:00-17:60',
  'now 8 am - 5 pm',
  '8 am - 8 am',
  '13 pm - 14 pm',
  '25:00-26:00',
  '7:70 AM - 6 PM',
  '6 PM - 7 AM',
  '8 am - 5 pm, by appointment',
  '7:00 AM - 6:00 PM (call first)',
])('parseTimeRanges ignores %s', (text) => {
  expect(parseTimeRanges(text)).toEqual([]);
});

test('toOpeningHours groups days with equal times and omits closed days and free text', () => {
  expect(
    toOpeningHours({
      monday: '7:00 AM - 5:30 PM',
      tuesday: '7 am–5:30 pm',
      wednesday: 'By appointment',
      saturday: '8:00 AM - 2:00 PM',
      sunday: 'Closed',
    }),
  ).toEqual([
    { days: ['monday', 'tuesday'], opens: '07:00', closes: '17:30' },
    { days: ['saturday'], opens: '08:00', closes: '14:00' },
  ]);
  expect(toOpeningHours({ sunday: 'Closed' })).toEqual([]);
});

test('toOpeningHours returns the default only if no hours are stored', () => {
  expect(toOpeningHours(null)).toEqual([
    {
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      opens: '08:00',
      closes: '17:00',
    },
  ]);
});
