import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download } from '#app/admin/download.ts';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { Button } from '#app/ui/button.tsx';

/** `file` is the end of the names of CSV files. */
export type ChartProps = { days: string[]; file: string };

/** A query of the chosen period. The former one stays until the next has arrived. */
export function useVisits<Data>(
  days: string[],
  name: string,
  read: (client: Client) => Promise<Data>,
) {
  const client = useAdminClient();
  return useQuery({
    queryKey: ['daily_visits', name, days[0], days.at(-1)],
    queryFn: () => read(client),
    placeholderData: keepPreviousData,
  });
}

export const formatCount = (count: number) => count.toLocaleString('en-CA');

type SectionProps<Data> = {
  title: string;
  intro?: ReactNode;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
};

export function Section<Data>({ title, intro, query, children }: SectionProps<Data>) {
  return (
    <FormSection title={title} intro={intro}>
      <ListStates entityPlural="numbers" loading={`Loading ${title}`} shape="text" query={query}>
        {(data) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            {children(data)}
          </div>
        )}
      </ListStates>
    </FormSection>
  );
}

export function CsvButton({ name, rows }: { name: string; rows: string[][] }) {
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
    <table className="w-full">
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
              <td key={headers[index + 1]} className="money py-1.5 pl-3 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const getAlign = (index: number) => (index === 0 ? 'text-left' : 'pl-3 text-right');

export type Bar = { label: string; value: number; note?: string };

type BarTableProps = { caption: string; headers: [label: string, value: string]; bars: Bar[] };

/** A table whose rows are bars as well. */
export function BarTable({ caption, headers, bars }: BarTableProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-soft text-sm">
        <tr>
          <th scope="col" className="pb-1 text-left font-semibold">
            {headers[0]}
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-semibold">
            {headers[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, note }) => (
          <tr key={label}>
            <th scope="row" className="w-full py-0.5 text-left font-normal">
              <span className="relative block px-2 py-1.5">
                <span
                  aria-hidden
                  style={{ width: `${(value / max) * 100}%` }}
                  className="absolute inset-y-0 left-0 rounded-sm bg-pine-deep"
                />
                <span className="relative wrap-anywhere">{label}</span>
                {note && <span className="relative text-ink-soft text-sm"> ({note})</span>}
              </span>
            </th>
            <td className="py-0.5 pl-3 text-right tabular-nums">{formatCount(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
