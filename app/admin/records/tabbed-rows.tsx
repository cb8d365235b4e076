import { type ReactNode, useMemo } from 'react';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { focusHeading, useFocusFallback } from '../lists/return-focus.ts';
import { useUrlParam } from '../lists/use-url-params.ts';
import type { RecordTab, ShownPage } from './use-record-page.ts';

type TabbedRowsProps<Row> = {
  label: string;
  tabs: readonly RecordTab[];
  page: ShownPage<Row>;
  children: (rows: Row[]) => ReactNode;
};

export function TabbedRows<Row extends { id: string }>(props: TabbedRowsProps<Row>) {
  const { label, tabs, page, children } = props;
  const [, setTab] = useUrlParam('tab');
  const { rows, found, query } = page;
  const tab = tabs.find(({ flagged }) => flagged === query.flagged);
  const countRows = ({ flagged }: RecordTab) =>
    flagged === undefined ? found.all : flagged ? found.flagged : found.unflagged;
  useFocusFallback(
    useMemo(() => rows.map(({ id }) => id), [rows]),
    focusHeading,
  );

  return (
    <FilterTabs
      label={label}
      tabs={tabs.map((item) => ({ value: item.label, label: item.label, count: countRows(item) }))}
      value={tab?.label ?? ''}
      onChange={(chosen) => setTab(chosen === tabs[0]?.label ? '' : chosen.toLowerCase())}
    >
      {rows.length > 0 ? (
        children(rows)
      ) : (
        <p className="py-16 text-center text-ink-soft">
          {query.search.trim() ? 'Nothing here matches your search.' : tab?.empty}
        </p>
      )}
    </FilterTabs>
  );
}
