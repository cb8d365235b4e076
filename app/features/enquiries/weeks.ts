import { toIsoDay } from '#app/lib/dates.ts';

const dayLength = 24 * 60 * 60 * 1000;

/** The time in which quote requests are answered, in milliseconds. */
export const replyPromiseMs = dayLength;

/** The last seven days, which the dashboard calls this week, in milliseconds. */
export const activityWindow = 7 * dayLength;

/** A calendar week in Ontario, by its Monday as YYYY-MM-DD, and the number of moments in it. */
export type Week = { monday: string; count: number };

/**
 * Counts moments by calendar week, the oldest week first, including empty weeks.
 * @param moments ISO 8601
 * @param weeks how many weeks, the current one among them
 */
export function countByWeek(moments: string[], weeks: number, now: Date): Week[] {
  const thisMonday = getMonday(toIsoDay(now));
  const counts = new Map<string, number>();
  for (let back = weeks - 1; back >= 0; back -= 1) counts.set(daysAfter(thisMonday, -7 * back), 0);
  for (const moment of moments) {
    const monday = getMonday(toIsoDay(moment));
    const count = counts.get(monday);
    if (count !== undefined) counts.set(monday, count + 1);
  }
  return [...counts].map(([monday, count]) => ({ monday, count }));
}

/** Formats a duration in whole minutes, hours or days, such as '3 hours'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 60) return quantity(Math.max(minutes, 0), 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? quantity(hours, 'hour') : quantity(Math.floor(hours / 24), 'day');
}

function quantity(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

// Days are counted in UTC, where each has 24 hours.
function getMonday(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysAfter(day, -weekday);
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}
