import { formatDay, formatTime } from '#app/domain/format/dates.ts';

type PersonProps = { name: string; email: string; phone: string | null; strong?: boolean };

/** Who wrote, and how to reach them. */
export function Person({ name, email, phone, strong = true }: PersonProps) {
  return (
    <>
      <span className={`block ${strong ? 'font-semibold' : ''}`}>{name}</span>
      <span className="block text-ink-soft">{email}</span>
      {phone && <span className="block text-ink-soft">{phone}</span>}
    </>
  );
}

/** When something arrived: the day, and the time below it. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDay(at)} <span className="text-ink-soft xl:block">{formatTime(at)}</span>
    </time>
  );
}
