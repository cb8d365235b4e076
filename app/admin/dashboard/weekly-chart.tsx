import type { Week } from '#app/domain/enquiries/weeks.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';

export function WeeklyChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.map((week) => week.count));
  const [first] = weeks;
  return (
    <>
      <div aria-hidden>
        <div className="flex h-36 items-end gap-1 border-line-firm border-b sm:gap-2">
          {weeks.map(({ monday, count }, index) => (
            <div key={monday} className="flex h-full min-w-0 flex-1 flex-col justify-end">
              <span className="text-center text-ink-soft text-sm tabular-nums">{count || ''}</span>
              <div
                className={index === weeks.length - 1 ? 'bg-barn' : 'bg-pine-deep'}
                style={{ height: `${(count / most) * 80}%` }}
              />
            </div>
          ))}
        </div>
        <p className="mt-1.5 flex justify-between gap-4 text-ink-soft text-sm">
          <span>Week of {formatCalendarDay(first?.monday)}</span>
          <span>This week</span>
        </p>
      </div>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
          Show as a table
        </summary>
        <table className="mt-1 w-full text-left">
          <caption className="sr-only">Quote requests per week</caption>
          <thead>
            <tr className="border-line border-b text-ink-soft text-sm">
              <th scope="col" className="py-1.5 font-semibold">
                Week of
              </th>
              <th scope="col" className="py-1.5 text-right font-semibold">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ monday, count }) => (
              <tr key={monday} className="border-line border-b">
                <th scope="row" className="py-1.5 font-normal">
                  {formatCalendarDay(monday)}
                </th>
                <td className="py-1.5 text-right tabular-nums">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
