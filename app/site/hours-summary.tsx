import { parseHours, summarizeHours } from '#app/features/business/hours.ts';
import { timeRangeSeparator } from '#app/features/business/opening-hours.ts';

/** The hours on one line. It wraps between days, and within a day only if that day is longer than a line. */
export function HoursSummary({ hours }: { hours: unknown }) {
  const parts = summarizeHours(parseHours(hours)).split(' | ');
  return parts.map((part, index) => (
    <span key={part}>
      <span className="inline-block max-w-full">
        <HoursText text={part} />
        {index < parts.length - 1 && '\u00a0|'}
      </span>{' '}
    </span>
  ));
}

/** The hours of a day, which never wrap inside a range. */
export function HoursText({ text }: { text: string }) {
  return text.split(timeRangeSeparator).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: ranges may repeat
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
