import type { ReactNode } from 'react';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { headingId, useKeptFocus } from '../lists/return-focus.ts';
import { useAddressParam } from '../lists/use-address.ts';
import { nameInAddress, type RecordTab } from './record-tabs.ts';
import type { ShownRecords } from './use-records.ts';

type TabbedRowsProps<Row> = {
  /** The name of the row of tabs. */
  label: string;
  /** The first one is chosen where the address names none. */
  tabs: readonly RecordTab[];
  shown: ShownRecords<Row>;
  /** The rows of the chosen tab. */
  children: (rows: Row[]) => ReactNode;
};

/** Records behind tabs, each tab with how many it holds; the chosen one stands in the address. */
export function TabbedRows<Row>({ label, tabs, shown, children }: TabbedRowsProps<Row>) {
  const [, setNamed] = useAddressParam('tab');
  const { rows, found, of } = shown;
  const tab = tabs.find(({ flagged }) => flagged === of.flagged);
  const countOf = ({ flagged }: RecordTab) =>
    flagged === undefined ? found.all : flagged ? found.flagged : found.unflagged;
  useKeptFocus(rows.length, () => document.getElementById(headingId));

  return (
    <FilterTabs
      label={label}
      tabs={tabs.map((item) => ({ value: item.label, label: item.label, count: countOf(item) }))}
      value={tab?.label ?? ''}
      onChange={(chosen) => setNamed(chosen === tabs[0]?.label ? '' : nameInAddress(chosen))}
    >
      {rows.length > 0 ? (
        children(rows)
      ) : (
        <p className="py-16 text-center text-ink-soft">
          {of.search.trim() ? 'Nothing here matches your search.' : tab?.empty}
        </p>
      )}
    </FilterTabs>
  );
}
