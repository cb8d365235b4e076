import { lazy } from './lazy.ts';

const format = lazy(() => new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' }));

/** Formats YYYY-MM-DD as September 12, 2026, whatever the time zone; '' if it isn't a valid date. */
export function formatCalendarDay(date: string | null | undefined): string {
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return '';
  const moment = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? '' : format().format(moment);
}
