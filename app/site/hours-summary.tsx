import { parseHours, summarizeHours } from '#app/domain/content/hours.ts';

/** The hours in one line, which wraps between days only. */
export function HoursSummary({ hours }: { hours: unknown }) {
  const parts = summarizeHours(parseHours(hours)).split(' | ');
  return parts.map((part, index) => (
    <span key={part}>
      <span className="inline-block max-w-full">
        {part}
        {index < parts.length - 1 && ' |'}
      </span>{' '}
    </span>
  ));
}
