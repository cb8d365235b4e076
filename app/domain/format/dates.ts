import { lazy } from './lazy.ts';

const locale = 'en-CA';
const timeZone = 'America/Toronto';

const dayFormat = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }));
const timeFormat = lazy(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));
const isoDayFormat = lazy(
  () =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone,
    }),
);

/** The day of a moment as people in Ontario write it, such as Nov 21, 2026. */
export function formatDay(moment: Date | string): string {
  return dayFormat().format(new Date(moment));
}

/** The time of day of a moment in Ontario, such as 10:45 a.m. */
export function formatTime(moment: Date | string): string {
  return timeFormat().format(new Date(moment));
}

/** Day and time of a moment in Ontario, such as Nov 21, 2026, 10:45 a.m. */
export function formatMoment(moment: Date | string): string {
  return `${formatDay(moment)}, ${formatTime(moment)}`;
}

/** The day of a moment in Ontario as YYYY-MM-DD, for file names and spreadsheets. */
export function toIsoDay(moment: Date | string): string {
  const parts = Object.fromEntries(
    isoDayFormat()
      .formatToParts(new Date(moment))
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}
