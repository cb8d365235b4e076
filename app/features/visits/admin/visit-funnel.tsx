import {
  ChartFigure,
  CsvButton,
  formatCount,
  getRankChartHeight,
  PlainTable,
  RankChart,
} from '#app/admin/charts/chart-figure.tsx';
import { FilterSelect } from '#app/admin/lists/list-parts.tsx';
import { useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { formatCents } from '#app/lib/prices.ts';
import {
  type ListingFunnel,
  readListingFunnels,
  readVisitSummary,
  type VisitSummary,
} from '../visits.ts';
import { type ChartProps, Section, useVisits } from './visit-section.tsx';

/** @param hideEmpty show nothing while there is nothing but zeros */
export function FunnelCharts({ hideEmpty, ...charts }: ChartProps & { hideEmpty: boolean }) {
  const { days } = charts;
  const summary = useVisits(days, 'summary', (client) => readVisitSummary(client, days));
  if (hideEmpty && !Object.values(summary.data ?? {}).some((value) => value > 0)) return null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Funnel {...charts} query={summary} />
      <Money {...charts} query={summary} />
    </div>
  );
}

type SummaryProps = ChartProps & { query: ReturnType<typeof useVisits<VisitSummary>> };

/** The value of the select for designs; the others are ids of listings. */
const designs = 'designs';

function Funnel({ days, file, query }: SummaryProps) {
  const [chosen, setChosen] = useUrlParam('from');
  const listings = useVisits(days, 'funnels', (client) => readListingFunnels(client, days));
  const select = (
    <div className="max-w-xs">
      <FilterSelect
        label="Requests from"
        all="All listings and designs"
        options={[
          { value: designs, label: 'Designs' },
          ...(listings.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
    </div>
  );
  const title = 'From visit to order';
  if (chosen !== '' && chosen !== designs) {
    return (
      <Section
        title={title}
        intro="Only requests sent from this listing's quote form are counted."
        query={listings}
      >
        {(funnels) => {
          const listing = funnels.find(({ id }) => id === chosen);
          return (
            <div className="grid grid-cols-1 gap-4">
              {select}
              {listing ? (
                <Steps
                  caption={`${title}: ${listing.title}`}
                  steps={listListingSteps(listing)}
                  file={`from-visit-to-order-of-listing-${file}`}
                />
              ) : (
                <p>This listing was deleted.</p>
              )}
              <Comparison listings={funnels} file={file} />
            </div>
          );
        }}
      </Section>
    );
  }
  return (
    <Section
      title={title}
      intro="Totals for this period. Some of these quotes answer earlier requests."
      query={query}
    >
      {(summary) => (
        <div className="grid grid-cols-1 gap-4">
          {select}
          {chosen === designs ? (
            <Steps
              caption={`${title}: designs`}
              steps={listDesignSteps(summary)}
              file={`from-visit-to-order-of-designs-${file}`}
            />
          ) : (
            <Steps
              caption={title}
              steps={listSteps(summary)}
              file={`from-visit-to-order-${file}`}
            />
          )}
          <Comparison listings={listings.data ?? []} file={file} />
        </div>
      )}
    </Section>
  );
}

/** `note` follows the label in the chart. */
type Step = { label: string; value: number; designed?: number; note?: string };

function Steps({ caption, steps, file }: { caption: string; steps: Step[]; file: string }) {
  const hasDesigns = steps.some(({ designed }) => designed !== undefined);
  const toRows = (format: (count: number) => string) =>
    steps.map(({ label, value, designed }) => [
      label,
      format(value),
      ...(hasDesigns ? [designed === undefined ? '' : format(designed)] : []),
    ]);
  const counts = hasDesigns ? ['All', 'With a design'] : ['Number'];
  return (
    <ChartFigure
      height={getRankChartHeight(steps)}
      table={{ caption, headers: ['Step', ...counts], rows: toRows(formatCount) }}
      csv={{
        name: file,
        rows: [[hasDesigns ? 'Step' : caption, ...counts], ...toRows(String)],
      }}
    >
      <RankChart
        title={caption}
        unit="Number"
        rows={steps.map(({ label, value, note }) => ({
          label: note ? `${label} (${note})` : label,
          value,
        }))}
        format={formatCount}
      />
    </ChartFigure>
  );
}

function listSteps(summary: VisitSummary): Step[] {
  const step = (label: string, value: number, designed: number) => ({
    ...{ label, value, designed },
    note: `${formatCount(designed)} with a design`,
  });
  return [
    { label: 'Listings viewed', value: summary.listingViews },
    { label: 'Designer opened', value: summary.designViews, designed: summary.designViews },
    step('Quote requests', summary.requests, summary.designedRequests),
    step('Quotes sent', summary.quotes, summary.designedQuotes),
    step('Quotes accepted', summary.accepted, summary.designedAccepted),
  ];
}

const listDesignSteps = (summary: VisitSummary): Step[] => [
  { label: 'Designer opened', value: summary.designViews },
  { label: 'Quote requests', value: summary.designedRequests },
  { label: 'Quotes sent', value: summary.designedQuotes },
  { label: 'Quotes accepted', value: summary.designedAccepted },
];

const listListingSteps = ({ views, requests, quotes, accepted }: ListingFunnel): Step[] => [
  { label: 'Listing viewed', value: views },
  { label: 'Quote requests', value: requests },
  { label: 'Quotes sent', value: quotes },
  { label: 'Quotes accepted', value: accepted },
];

type ComparisonProps = { listings: ListingFunnel[]; file: string };

/** All listings that visitors have seen or asked about, those with the most views first. */
function Comparison({ listings, file }: ComparisonProps) {
  const headers = ['Listing', 'Views', 'Requests', 'Quotes', 'Accepted'];
  const counted = listings
    .map(({ title, views, requests, quotes, accepted }) => ({
      title,
      counts: [views, requests, quotes, accepted],
    }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .sort((one, other) => (other.counts[0] ?? 0) - (one.counts[0] ?? 0));
  if (counted.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-medium">Compare listings</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on phones */}
      <section aria-label="Compare listings" tabIndex={0} className="overflow-x-auto">
        <div className="min-w-md">
          <PlainTable
            caption="From visit to order by listing"
            headers={headers}
            rows={counted.map(({ title, counts }) => [title, ...counts.map(formatCount)])}
          />
        </div>
      </section>
      <p className="mt-3 max-w-3xl text-ink-soft text-sm">
        Requests deleted after your retention period, and their quotes, aren't included. Views cover
        the 100 most viewed listings each day.
      </p>
      <p className="mt-4">
        <CsvButton
          name={`from-visit-to-order-by-listing-${file}`}
          rows={[headers, ...counted.map(({ title, counts }) => [title, ...counts.map(String)])]}
        />
      </p>
    </details>
  );
}

function Money({ file, query }: SummaryProps) {
  return (
    <Section title="Money" query={query}>
      {({ openCents, wonCents, dueCents }) => {
        const rows = [
          { label: 'Open quotes', value: openCents },
          { label: 'Won in this period', value: wonCents },
          { label: 'Still to be paid', value: dueCents },
        ];
        const headers = ['Amount', 'CAD'];
        return (
          <ChartFigure
            height={getRankChartHeight(rows)}
            table={{
              caption: 'Money',
              headers,
              rows: rows.map(({ label, value }) => [label, formatCents(value)]),
            }}
            csv={{
              name: `money-${file}`,
              rows: [headers, ...rows.map(({ label, value }) => [label, (value / 100).toFixed(2)])],
            }}
          >
            <RankChart title="Money" unit="CAD" rows={rows} format={formatCents} />
          </ChartFigure>
        );
      }}
    </Section>
  );
}
