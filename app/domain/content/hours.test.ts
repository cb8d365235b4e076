import { describe, expect, test } from 'vitest';
import { type Hours, hoursByDay, hoursSummary, readHours } from './hours.ts';

const weekdaysAlike: Hours = {
  monday: '7:00 AM - 6:00 PM',
  tuesday: '7:00 AM - 6:00 PM',
  wednesday: '7:00 AM - 6:00 PM',
  thursday: '7:00 AM - 6:00 PM',
  friday: '7:00 AM - 6:00 PM',
  saturday: 'Closed',
  sunday: 'Closed',
};

describe('the summary in the header', () => {
  test('names Mon-Fri once where the five days are identical', () => {
    expect(hoursSummary(weekdaysAlike)).toBe('Mon-Fri: 7:00 AM - 6:00 PM');
  });

  test('appends Sat and Sun only when they are open', () => {
    expect(hoursSummary({ ...weekdaysAlike, saturday: '8:00 AM - 4:00 PM' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM | Sat: 8:00 AM - 4:00 PM',
    );
    expect(hoursSummary({ ...weekdaysAlike, saturday: '8 - 4', sunday: 'By appointment' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM | Sat: 8 - 4 | Sun: By appointment',
    );
  });

  test('lists each open day where the five days differ', () => {
    expect(hoursSummary({ ...weekdaysAlike, wednesday: 'Closed', friday: '7 - 3' })).toBe(
      'Mon: 7:00 AM - 6:00 PM | Tue: 7:00 AM - 6:00 PM | Thu: 7:00 AM - 6:00 PM | Fri: 7 - 3',
    );
  });

  test('lists the weekend alone where the five days are closed', () => {
    expect(hoursSummary({ saturday: '9 - 5' })).toBe('Sat: 9 - 5');
  });

  test('says that hours vary where no day is open', () => {
    expect(hoursSummary({ monday: 'Closed', sunday: 'closed' })).toBe('Hours vary by day');
  });

  test('falls back where nothing is stored', () => {
    expect(hoursSummary(null)).toBe('Mon-Fri: 7AM-6PM | Sat: 8AM-4PM');
  });
});

describe('the days in the footer', () => {
  test('are Mon to Sun, Closed where closed or not said', () => {
    expect(hoursByDay({ monday: '8 - 5', tuesday: 'closed' })).toEqual([
      { day: 'Mon', text: '8 - 5' },
      { day: 'Tue', text: 'Closed' },
      { day: 'Wed', text: 'Closed' },
      { day: 'Thu', text: 'Closed' },
      { day: 'Fri', text: 'Closed' },
      { day: 'Sat', text: 'Closed' },
      { day: 'Sun', text: 'Closed' },
    ]);
  });

  test('fall back where nothing is stored', () => {
    expect(hoursByDay(null).map(({ day, text }) => `${day}: ${text}`)).toEqual([
      'Mon-Fri: 7:00 AM - 6:00 PM',
      'Sat: 8:00 AM - 4:00 PM',
      'Sun: Closed',
    ]);
  });
});

test('stored hours are read day by day, whatever else is in them', () => {
  expect(readHours({ monday: ' 8 - 5 ', tuesday: 7, holiday: 'Closed', sunday: '' })).toEqual({
    monday: '8 - 5',
  });
  expect(readHours({})).toBeNull();
  expect(readHours(null)).toBeNull();
  expect(readHours('Mon-Fri')).toBeNull();
});
