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

const minuteFormat = lazy(
  () =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
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

/** Formats a moment in Ontario time as the value of a datetime-local input: YYYY-MM-DDTHH:mm. */
export function toLocalMinute(moment: Date | string): string {
  const parts = Object.fromEntries(
    minuteFormat()
      .formatToParts(new Date(moment))
      .map((part) => [part.type, part.value]),
  );
  const { year = '', month, day, hour, minute } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/**
 * Parses YYYY-MM-DDTHH:mm as Ontario time; undefined if it is invalid. A skipped hour becomes the next one; of a
 * repeated hour, the first one counts.
 */
export function parseLocalMinute(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined;
  const asUtc = Date.parse(`${text}Z`);
  // Date.parse takes February 30 for March 2.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(text)) return undefined;
  const getOffset = (at: number) => Date.parse(`${toLocalMinute(new Date(at))}Z`) - at;
  const dayMs = 86_400_000;
  // The offsets of the days before and after include those of any change of the clocks between.
  const before = asUtc - getOffset(asUtc - dayMs);
  const after = asUtc - getOffset(asUtc + dayMs);
  const isExact = (at: number) => toLocalMinute(new Date(at)) === text;
  return new Date(isExact(before) || !isExact(after) ? before : after);
}
