import { type Hours, type Weekday, weekdays } from './hours.ts';

type OpeningHours = { days: Weekday[]; opens: string; closes: string };

type Range = { opens: string; closes: string };

const constant: OpeningHours = { days: weekdays.slice(0, 5), opens: '08:00', closes: '17:00' };

/** Days that are closed or whose text isn't a time range are left out. */
export function toOpeningHours(hours: Hours | null): OpeningHours[] {
  if (!hours) return [constant];
  const found = new Map<string, OpeningHours>();
  for (const day of weekdays) {
    for (const { opens, closes } of parseTimeRanges(hours[day] ?? '')) {
      const key = `${opens}-${closes}`;
      const entry = found.get(key) ?? { days: [], opens, closes };
      entry.days.push(day);
      found.set(key, entry);
    }
  }
  return [...found.values()];
}

const half = String.raw`[ap]\.?\s?m\b\.?`;
const dash = String.raw`\s*(?:[‐-―−-]|\bto\b|\buntil\b)\s*`;
const anyTime = String.raw`(?:\d{1,2}(?:[:.h]\d{2}|h)?(?:\s*${half})?|noon|midnight)`;

/** Splits a text at what looks like a range of times, parsed or not. */
export const timeRangeSeparator = new RegExp(`(${anyTime}${dash}${anyTime})`, 'i');

const time = String.raw`(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?`;
const range = new RegExp(String.raw`^(?:from )?${time}\s*-\s*${time}$`);

/**
 * Parses '7:00 AM - 6:00 PM', '7AM-6PM', '07:00-17:00' or '8 am - noon, 1 pm - 5 pm'; returns
 * nothing if any part is ambiguous ('8 - 5') or something else.
 */
export function parseTimeRanges(text: string): Range[] {
  const parts = text
    .toLowerCase()
    .replaceAll(new RegExp(half, 'g'), ([letter]) => `${letter}m`)
    .replace(/\bnoon\b/g, '12pm')
    .replaceAll(new RegExp(dash, 'g'), '-')
    .split(/\s*(?:[,;&/]|\band\b)\s*/)
    .map((part) => parseRange(part.trim()));
  const ranges = parts.filter((part) => part !== undefined);
  return ranges.length === parts.length ? ranges : [];
}

function parseRange(text: string): Range | undefined {
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = range.exec(text) ?? [];
  if (fromHour === undefined || toHour === undefined) return undefined;
  const halves = Boolean(fromHalf && toHalf);
  const clock = !fromHalf && !toHalf && fromMinute !== undefined && toMinute !== undefined;
  if (!halves && !clock) return undefined;
  const opens = toTime(fromHour, fromMinute, fromHalf);
  const closes = toTime(toHour, toMinute, toHalf);
  return opens && closes && opens < closes ? { opens, closes } : undefined;
}

function toTime(hour: string, minute: string | undefined, half: string | undefined) {
  const hours = Number(hour);
  const minutes = Number(minute ?? 0);
  if (minutes > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return undefined;
  const full = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return `${String(full).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
