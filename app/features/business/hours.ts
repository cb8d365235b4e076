export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

export type Hours = Partial<Record<Weekday, string>>;

const abbreviations: Record<Weekday, string> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
};

/** Parses the settings' JSON; returns null if no day is stored. */
export function parseHours(stored: unknown): Hours | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const days = new Map(Object.entries(stored));
  const hours: Hours = {};
  for (const day of weekdays) {
    const text = days.get(day);
    if (typeof text === 'string' && text.trim()) hours[day] = text.trim();
  }
  return Object.keys(hours).length > 0 ? hours : null;
}

/** The hours in one line, for the header. */
export function summarizeHours(hours: Hours | null): string {
  if (!hours) return 'Mon-Fri: 7AM-6PM | Sat: 8AM-4PM';
  const open = weekdays.filter((day) => !isClosed(hours[day]));
  if (open.length === 0) return 'Hours vary by day';
  const monday = getText(hours.monday);
  const areWeekdaysAlike = weekdays.slice(0, 5).every((day) => getText(hours[day]) === monday);
  const listed = areWeekdaysAlike
    ? open.filter((day) => day === 'saturday' || day === 'sunday')
    : open;
  return [
    ...(areWeekdaysAlike ? [`Mon-Fri: ${monday}`] : []),
    ...listed.map((day) => `${abbreviations[day]}: ${hours[day]}`),
  ].join(' | ');
}

/** One entry per day, Monday to Sunday, for the footer; only stored days. */
export function listHoursByDay(hours: Hours | null): { day: string; text: string }[] {
  if (!hours) {
    return [
      { day: 'Mon-Fri', text: '7:00 AM - 6:00 PM' },
      { day: 'Sat', text: '8:00 AM - 4:00 PM' },
      { day: 'Sun', text: 'Closed' },
    ];
  }
  return weekdays.map((day) => ({
    day: abbreviations[day],
    text: getText(hours[day]),
  }));
}

function isClosed(text: string | undefined) {
  return !text || text.trim().toLowerCase() === 'closed';
}

function getText(text: string | undefined) {
  return text && !isClosed(text) ? text.trim() : 'Closed';
}
