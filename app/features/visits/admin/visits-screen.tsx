import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  ChartFigure,
  ChartSpace,
  CsvButton,
  formatCount,
  getRankChartHeight,
  PlainTable,
  RankChart,
  ShareChart,
  TimeChart,
  timeChartHeight,
} from '#app/admin/charts/chart-figure.tsx';
import { FilterSelect } from '#app/admin/lists/list-parts.tsx';
import { useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { Button } from '#app/ui/button.tsx';
import {
  getVisitTitle,
  listDays,
  listVisits,
  parsePeriod,
  periods,
  readDailyViews,
  summarizeVital,
  type VisitKind,
  type Vital,
} from '../visits.ts';
import { FunnelCharts } from './visit-funnel.tsx';
import { type ChartProps, Section, useVisits } from './visit-section.tsx';

const getPeriodLabel = (days: number) => `Last ${days} days`;

export default function VisitsScreen() {
  const [param, setParam] = useUrlParam('days');
  const period = parsePeriod(param);
  const days = listDays(period, new Date());
  const defaultPeriod = parsePeriod('');
  const charts = { days, file: `${days[0]}-to-${days.at(-1)}` };
  const views = useVisits(days, 'days', (client) => readDailyViews(client, days));
  const isEmpty = views.data?.every(({ views }) => views === 0) ?? false;
  return (
    <>
      <PageHeader
        title="Visits"
        intro="We count page views without cookies and store nothing about visitors. Bots and people who turn tracking off aren't counted. New views show up within a minute. We keep the numbers for three years."
      />
      {hasOwnBackend() ? (
        <p>
          <Link to="/admin/email" className="drawn-link inline-flex min-h-11 items-center">
            Get a summary by email every Monday
          </Link>
        </p>
      ) : (
        <p className="mt-3">
          This website runs on Supabase. We count views only if <code>FORM_SECRET</code> is set on
          the website and in the database. Ask whoever runs your website. They can also turn on the
          weekly summary by email.
        </p>
      )}
      <PrivacyWarning />
      <div className="mt-3 max-w-xs">
        <FilterSelect
          label="Period"
          all={getPeriodLabel(defaultPeriod)}
          options={periods
            .filter((days) => days !== defaultPeriod)
            .map((days) => ({ value: String(days), label: getPeriodLabel(days) }))}
          value={period === defaultPeriod ? '' : String(period)}
          onChange={setParam}
        />
      </div>
      {isEmpty && (
        <p className="mt-5">
          We counted no visits in this period. Once visitors come, this page shows the pages and
          listings they view, where they come from, and how fast pages load.
        </p>
      )}
      <div className="mt-5 grid grid-cols-1 items-start gap-5 empty:hidden xl:grid-cols-2">
        {!isEmpty && <DailyViews file={charts.file} query={views} />}
        <FunnelCharts {...charts} hideEmpty={isEmpty} />
        {!isEmpty && <VisitCharts {...charts} />}
      </div>
    </>
  );
}

function VisitCharts(charts: ChartProps) {
  return (
    <>
      <VisitChart {...charts} kind="page" title="Pages" header="Page" />
      <VisitChart {...charts} kind="listing" title="Shed listings" header="Listing" />
      <VisitChart {...charts} kind="design" title="Designs" header="Style and size in feet" />
      <VisitChart {...charts} kind="referrer" title="Where visitors came from" header="Website" />
      <VisitChart
        {...charts}
        kind="campaign"
        title="Campaigns"
        header="Campaign"
        intro="Views from links tagged with utm_source or utm_campaign, such as in a newsletter."
      />
      <VisitChart {...charts} kind="device" title="Devices" header="Device" />
      <VisitChart
        {...charts}
        kind="empty_filter"
        title="Filters that found nothing"
        header="Filter"
        intro="Visitors chose these filters and saw nothing. Consider adding what's missing."
      />
      <Speed {...charts} />
    </>
  );
}

/** What the built-in privacy page said before views were counted; the owner may have kept it in a text of their own. */
const outdatedSentence = 'counts no visitors';

function PrivacyWarning() {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: ['site_pages', 'privacy', 'content'],
    queryFn: async () => {
      const { data } = await client
        .from('site_pages')
        .select('content')
        .eq('slug', 'privacy')
        .maybeSingle()
        .throwOnError();
      return data?.content ?? '';
    },
  });
  if (!data?.includes(outdatedSentence)) return null;
  return (
    <p className="warning mt-3">
      Your privacy page says that this website {outdatedSentence}. Please{' '}
      <Link to="/admin/privacy" className="drawn-link">
        update it
      </Link>
      .
    </p>
  );
}

type DailyViewsProps = {
  file: string;
  query: UseQueryResult<Awaited<ReturnType<typeof readDailyViews>>>;
};

function DailyViews({ file, query }: DailyViewsProps) {
  const title = 'Views by day';
  return (
    <Section title={title} query={query}>
      {(rows) => {
        const max = Math.max(1, ...rows.map(({ views }) => views));
        const total = rows.reduce((sum, { views }) => sum + views, 0);
        const best = rows.find(({ views }) => views === max);
        const summary = best
          ? `${formatCount(total)} views, most on ${formatCalendarDay(best.day)}: ${formatCount(max)}.`
          : 'No views yet.';
        return (
          <div className="grid gap-4">
            <p>{summary}</p>
            <ChartFigure
              height={timeChartHeight}
              table={{
                caption: title,
                headers: ['Day', 'Views'],
                rows: [...rows]
                  .reverse()
                  .map(({ day, views }) => [formatCalendarDay(day), formatCount(views)]),
              }}
              csv={{
                name: `views-by-day-${file}`,
                rows: [['Day', 'Views'], ...rows.map(({ day, views }) => [day, String(views)])],
              }}
            >
              <TimeChart
                title={title}
                unit="Views"
                rows={rows.map(({ day, views }) => ({
                  label: formatCalendarDay(day),
                  value: views,
                }))}
                format={formatCount}
              />
            </ChartFigure>
          </div>
        );
      }}
    </Section>
  );
}

const shownAtFirst = 10;

type VisitChartProps = ChartProps & {
  kind: VisitKind;
  title: string;
  header: string;
  intro?: string;
};

function VisitChart({ days, file, kind, title, header, intro }: VisitChartProps) {
  const [showsAll, setShowsAll] = useState(false);
  const query = useVisits(days, kind, (client) => listVisits(client, kind, days[0] ?? ''));
  return (
    <Section title={title} intro={intro} query={query}>
      {(rows) => {
        if (rows.length === 0) return <p className="text-ink-soft">Nothing in this period.</p>;
        // Deleted listings have one title.
        const values = new Map<string, number>();
        for (const row of rows) {
          const label = getVisitTitle(kind, row);
          values.set(label, (values.get(label) ?? 0) + row.views);
        }
        const bars = [...values].map(([label, value]) => ({ label, value }));
        const shown = showsAll ? bars : bars.slice(0, shownAtFirst);
        const headers = [header, 'Views'];
        return (
          <ChartFigure
            height={getRankChartHeight(shown)}
            table={{
              caption: title,
              headers,
              rows: bars.map(({ label, value }) => [label, formatCount(value)]),
            }}
            csv={{
              name: `visits-by-${kind.replaceAll('_', '-')}-${file}`,
              rows: [headers, ...bars.map(({ label, value }) => [label, String(value)])],
            }}
            actions={
              bars.length > shownAtFirst && (
                <Button
                  variant="secondary"
                  aria-expanded={showsAll}
                  onClick={() => setShowsAll(!showsAll)}
                >
                  {showsAll ? 'Show fewer' : `Show all ${bars.length}`}
                </Button>
              )
            }
          >
            <RankChart title={title} unit="Views" rows={shown} format={formatCount} />
          </ChartFigure>
        );
      }}
    </Section>
  );
}

/** `over` stands for a value above the last bound that we count by. */
type VitalTexts = { label: string; format: (value: number) => string; over: string };

const slower = 'too slow to measure';
const vitalTexts: Record<Vital, VitalTexts> = {
  lcp: {
    label: 'Main content (LCP)',
    format: (value) => `${(value / 1000).toFixed(1)} s`,
    over: slower,
  },
  inp: {
    label: 'Response to taps and clicks (INP)',
    format: (value) => `${value} ms`,
    over: slower,
  },
  cls: {
    label: 'Layout shift (CLS)',
    format: (value) => String(value / 1000),
    over: 'too high to measure',
  },
};
const shareParts = [
  { name: 'Good', color: 'var(--chart)' },
  { name: 'Fair', color: 'var(--chart-fair)' },
  { name: 'Poor', color: 'var(--chart-bad)' },
];
const vitalNames = Object.keys(vitalTexts) as Vital[];

function Speed({ days, file }: ChartProps) {
  const query = useVisits(days, 'vitals', (client) =>
    Promise.all(
      vitalNames.map(async (vital) => ({
        vital,
        ...summarizeVital(vital, await listVisits(client, vital, days[0] ?? '')),
      })),
    ),
  );
  const title = 'Speed for visitors';
  return (
    <Section
      title={title}
      intro="How fast pages feel to your visitors (Google's Core Web Vitals). You're doing well if at least 75% of visits are good."
      query={query}
    >
      {(vitals) => {
        const measured = vitals.filter(({ total }) => total > 0);
        if (measured.length === 0) return <p className="text-ink-soft">No measurements yet.</p>;
        const toPercent = (part: number, total: number) => `${Math.round((part / total) * 100)}%`;
        const rows = measured.map(({ vital, total, good, fair, poor, percentile75 = 0 }) => {
          const { label, format, over } = vitalTexts[vital];
          const shares = [good, fair, poor].map((part) => toPercent(part, total));
          const bound = Number.isFinite(percentile75) ? format(percentile75) : over;
          return [label, ...shares, bound, formatCount(total)];
        });
        const headers = [
          'Measure',
          ...shareParts.map(({ name }) => name),
          '75% of visits under',
          'Visits measured',
        ];
        return (
          <div className="grid grid-cols-1 gap-4">
            <ChartSpace height={40 + 56 * measured.length}>
              <ShareChart
                title={title}
                parts={shareParts}
                rows={measured.map(({ vital, good, fair, poor }) => ({
                  label: vitalTexts[vital].label,
                  values: [good, fair, poor],
                }))}
              />
            </ChartSpace>
            <PlainTable caption={title} headers={headers} rows={rows} />
            <p>
              <CsvButton name={`speed-${file}`} rows={[headers, ...rows]} />
            </p>
          </div>
        );
      }}
    </Section>
  );
}
