import { describe, expect, test } from 'vitest';
import { type Hours, listHoursByDay, parseHours, summarizeHours } from './hours.ts';

const weekdaysAlike: Hours = {
  monday: '7:00 AM - 6:00 PM',
  tuesday: '7:00 AM - 6:00 PM',
  wednesday: '7:00 AM - 6:00 PM',
  thursday: '7:00 AM - 6:00 PM',
  friday: '7:00 AM - 6:00 PM',
  saturday: 'Closed',
  sunday: 'Closed',
};

describe('summarizeHours', () => {
  test('combines Mon-Fri if the five days are equal', () => {
    expect(summarizeHours(weekdaysAlike)).toBe('Mon-Fri: 7:00 AM - 6:00 PM');
  });

  test('appends Sat and Sun only when they are open', () => {
    expect(summarizeHours({ ...weekdaysAlike, saturday: '8:00 AM - 4:00 PM' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM | Sat: 8:00 AM - 4:00 PM',
    );
    expect(summarizeHours({ ...weekdaysAlike, saturday: '8 - 4', sunday: 'By appointment' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM | Sat: 8 - 4 | Sun: By appointment',
    );
  });

  test('lists each open day if the five days differ', () => {
    expect(summarizeHours({ ...weekdaysAlike, wednesday: 'Closed', friday: '7 - 3' })).toBe(
      'Mon: 7:00 AM - 6:00 PM | Tue: 7:00 AM - 6:00 PM | Thu: 7:00 AM - 6:00 PM | Fri: 7 - 3',
    );
  });

  test("says 'Mon-Fri: Closed' before the days of the weekend that are open", () => {
    expect(summarizeHours({ monday: 'closed', saturday: '9 - 5' })).toBe(
      'Mon-Fri: Closed | Sat: 9 - 5',
    );
  });

  test('abbreviates every day, and ignores blanks around times', () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    expect(summarizeHours(Object.fromEntries(days.map((day, n) => [day, `${n}`])))).toBe(
      'Mon: 0 | Tue: 1 | Wed: 2 | Thu: 3 | Fri: 4 | Sat: 5 | Sun: 6',
    );
    expect(summarizeHours({ ...weekdaysAlike, friday: ' 7:00 AM - 6:00 PM ' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM',
    );
    expect(summarizeHours({ ...weekdaysAlike, friday: '  ' })).toMatch(/^Mon: .* \| Thu: /);
    expect(summarizeHours({ ...weekdaysAlike, saturday: ' closed ' })).toBe(
      'Mon-Fri: 7:00 AM - 6:00 PM',
    );
  });

  test("returns 'Hours vary by day' if no day is open", () => {
    expect(summarizeHours({ monday: 'Closed', sunday: 'closed' })).toBe('Hours vary by day');
  });

  test('returns the default if nothing is stored', () => {
    expect(summarizeHours(null)).toBe('Mon-Fri: 7AM-6PM | Sat: 8AM-4PM');
  });
});

describe('listHoursByDay', () => {
  test('lists Mon to Sun, Closed for days without text', () => {
    expect(listHoursByDay({ monday: '8 - 5', tuesday: 'closed' })).toEqual([
      { day: 'Mon', text: '8 - 5' },
      { day: 'Tue', text: 'Closed' },
      { day: 'Wed', text: 'Closed' },
      { day: 'Thu', text: 'Closed' },
      { day: 'Fri', text: 'Closed' },
      { day: 'Sat', text: 'Closed' },
      { day: 'Sun', text: 'Closed' },
    ]);
  });

  test('returns the default if nothing is stored', () => {
    expect(listHoursByDay(null).map(({ day, text }) => `${day}: ${text}`)).toEqual([
      'Mon-Fri: 7:00 AM - 6:00 PM',
      'Sat: 8:00 AM - 4:00 PM',
      'Sun: Closed',
    ]);
  });
});

test('parseHours ignores keys that are not weekdays and values that are not strings', () => {
  expect(parseHours({ monday: ' 8 - 5 ', tuesday: 7, holiday: 'Closed', sunday: '' })).toEqual({
    monday: '8 - 5',
  });
  expect(parseHours({ monday: ' ' })).toBeNull();
  expect(parseHours({})).toBeNull();
  expect(parseHours(null)).toBeNull();
  expect(parseHours('Mon-Fri')).toBeNull();
});
