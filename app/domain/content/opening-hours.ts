import { type Hours, type Weekday, weekdays } from './hours.ts';

/** Days that are open at the same times; times are HH:MM by the 24 hour clock. */
export type OpeningHours = { days: Weekday[]; opens: string; closes: string };

type Range = { opens: string; closes: string };

/** The default if no hours are stored. */
const constant: OpeningHours = { days: weekdays.slice(0, 5), opens: '08:00', closes: '17:00' };

/**
 * The stored hours as times that a machine reads. A day that is closed, or whose text is no time
 * range, is left out.
 * @param hours null if none are stored
 */
export function toOpeningHours(hours: Hours | null): OpeningHours[] {
  if (!hours) return [constant];
  const found = new Map<string, OpeningHours>();
  for (const day of weekdays) {
    for (const { opens, closes } of readTimeRanges(hours[day] ?? '')) {
      const key = `${opens}-${closes}`;
      const entry = found.get(key) ?? { days: [], opens, closes };
      entry.days.push(day);
      found.set(key, entry);
    }
  }
  return [...found.values()];
}

const time = String.raw`(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?`;
const range = new RegExp(String.raw`^(?:from )?${time}\s*-\s*${time}$`);

/**
 * The time ranges of a text such as '7:00 AM - 6:00 PM', '7AM-6PM', '8:30 am – 4 pm', '07:00-17:00'
 * or '8 am - noon, 1 pm - 5 pm'; none where any part of the text is something else, or could be read
 * in two ways ('8 - 5').
 */
export function readTimeRanges(text: string): Range[] {
  const parts = text
    .toLowerCase()
    .replace(/([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/\bnoon\b/g, '12pm')
    .replace(/\s*(?:[‐-―−]|\bto\b|\buntil\b)\s*/g, '-')
    .split(/\s*(?:[,;&/]|\band\b)\s*/)
    .map((part) => readRange(part.trim()));
  const ranges = parts.filter((part) => part !== undefined);
  return ranges.length === parts.length ? ranges : [];
}

function readRange(text: string): Range | undefined {
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = range.exec(text) ?? [];
  if (fromHour === undefined || toHour === undefined) return undefined;
  const halves = Boolean(fromHalf && toHalf);
  const clock = !fromHalf && !toHalf && fromMinute !== undefined && toMinute !== undefined;
  if (!halves && !clock) return undefined;
  const opens = timeOf(fromHour, fromMinute, fromHalf);
  const closes = timeOf(toHour, toMinute, toHalf);
  return opens && closes && opens < closes ? { opens, closes } : undefined;
}

function timeOf(hour: string, minute: string | undefined, half: string | undefined) {
  const hours = Number(hour);
  const minutes = Number(minute ?? 0);
  if (minutes > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return undefined;
  const full = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return `${String(full).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
