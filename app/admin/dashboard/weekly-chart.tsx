import type { Week } from '#app/features/enquiries/weeks.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { ChartFigure, formatCount, TimeChart, timeChartHeight } from '../charts/chart-figure.tsx';

export function WeeklyChart({ weeks }: { weeks: Week[] }) {
  const title = 'Quote requests per week';
  const headers = ['Week of', 'Requests'];
  return (
    <ChartFigure
      height={timeChartHeight}
      table={{
        caption: title,
        headers,
        rows: [...weeks]
          .reverse()
          .map(({ monday, count }) => [formatCalendarDay(monday), formatCount(count)]),
      }}
      csv={{
        name: `quote-requests-per-week-to-${weeks.at(-1)?.monday}`,
        rows: [headers, ...weeks.map(({ monday, count }) => [monday, String(count)])],
      }}
    >
      <TimeChart
        title={title}
        unit="Requests"
        rows={weeks.map(({ monday, count }, index) => ({
          label: index === weeks.length - 1 ? 'This week' : `Week of ${formatCalendarDay(monday)}`,
          value: count,
        }))}
        format={formatCount}
      />
    </ChartFigure>
  );
}
