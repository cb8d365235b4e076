import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { download } from '#app/admin/download.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyComponent } from '../lazy-screen.ts';

/** Charts load with the library that draws them; without it, the table beside them remains. */
const lazyChart = <Props extends object>(
  pick: (charts: typeof import('./charts.tsx')) => ComponentType<Props>,
) =>
  lazyComponent<Props>(() =>
    import('./charts.tsx').then(
      (charts) => ({ default: pick(charts) }),
      () => ({ default: MissingChart }),
    ),
  );

/** Tells the space of a chart that its script could not be loaded. */
const MissingChartContext = createContext(() => {});

function MissingChart() {
  const report = useContext(MissingChartContext);
  useEffect(report, [report]);
  return (
    <p className="text-ink-soft print:hidden">
      Couldn't load the chart. Reload the page to try again.
    </p>
  );
}

export const TimeChart = lazyChart(({ TimeChart }) => TimeChart);
export const RankChart = lazyChart(({ RankChart }) => RankChart);
export const ShareChart = lazyChart(({ ShareChart }) => ShareChart);

export const timeChartHeight = 200;
export const getRankChartHeight = (rows: readonly unknown[]) => rows.length * 40;

export const formatCount = (count: number) => count.toLocaleString('en-CA');

type ChartFigureProps = {
  height: number;
  table: PlainTableProps;
  csv: CsvProps;
  /** More buttons. */
  actions?: ReactNode;
  /** A chart. */
  children: ReactNode;
};

/** A chart, also as a table and as a CSV file. */
export function ChartFigure({ height, table, csv, actions, children }: ChartFigureProps) {
  return (
    <div className="grid break-inside-avoid grid-cols-1 gap-4">
      <ChartSpace height={height} table={table}>
        {children}
      </ChartSpace>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium print:hidden">
          Show as table
        </summary>
        <PlainTable {...table} />
      </details>
      <p className="flex flex-wrap gap-3 print:hidden">
        {actions}
        <CsvButton {...csv} />
      </p>
    </div>
  );
}

type ChartSpaceProps = { height: number; table?: PlainTableProps; children: ReactNode };

/**
 * Draws a chart when it comes near the window or is printed: all charts of a screen at once would
 * keep a phone from answering for a second.
 *
 * @param height in pixels, before the chart is drawn as well
 * @param table printed in place of the chart if its script has not loaded; undefined if it is printed anyway
 */
export function ChartSpace({ height, table, children }: ChartSpaceProps) {
  const space = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const report = useCallback(() => setIsMissing(true), []);
  const printed = table && (
    <div className="hidden print:block">
      <PlainTable {...table} />
    </div>
  );
  useEffect(() => {
    if (isDrawn || !space.current) return;
    const drawNow = () => flushSync(() => setIsDrawn(true));
    const observer = new IntersectionObserver(
      (entries) => setIsDrawn(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '50% 0px' },
    );
    observer.observe(space.current);
    addEventListener('beforeprint', drawNow);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', drawNow);
    };
  }, [isDrawn]);
  return (
    <div ref={space} className="chart">
      <Suspense
        fallback={
          <>
            <div style={{ height }} className="print:hidden" />
            {printed}
          </>
        }
      >
        <div style={isMissing ? undefined : { height }}>
          <MissingChartContext value={report}>{isDrawn && children}</MissingChartContext>
        </div>
        {isMissing && printed}
      </Suspense>
    </div>
  );
}

type CsvProps = { name: string; rows: string[][] };

export function CsvButton({ name, rows }: CsvProps) {
  async function save() {
    const { toCsv } = await import('#app/lib/csv.ts');
    const [headers = [], ...lines] = rows;
    const columns = headers.map((header, index) => ({
      header,
      cell: (line: string[]) => line[index] ?? '',
    }));
    download({ name: `${name}.csv`, text: toCsv(columns, lines) });
  }
  return (
    <Button variant="secondary" onClick={save}>
      Download CSV
    </Button>
  );
}

type PlainTableProps = { caption: string; headers: string[]; rows: string[][] };

export function PlainTable({ caption, headers, rows }: PlainTableProps) {
  return (
    <table className="w-full max-sm:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-line border-b text-ink-soft text-sm">
          {headers.map((header, index) => (
            <th key={header} scope="col" className={`py-1.5 font-semibold ${getAlign(index)}`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: listings may have the same title
          <tr key={index} className="border-line border-b">
            <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
              {label}
            </th>
            {cells.map((cell, index) => (
              <td key={headers[index + 1]} className="money py-1.5 pl-1.5 text-right sm:pl-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const getAlign = (index: number) => (index === 0 ? 'text-left' : 'pl-1.5 text-right sm:pl-3');
