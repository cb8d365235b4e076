import type { ReactNode } from 'react';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { headingId, useKeptFocus } from '../enquiries/return-focus.ts';
import { useAddressParam } from './use-address.ts';

/** A tab over records; without `holds` it shows every row. */
export type RecordTab<Row> = { label: string; holds?: (row: Row) => boolean; empty: string };

type TabbedRowsProps<Row> = {
  /** The name of the row of tabs. */
  label: string;
  /** The first one is chosen where the address names none. */
  tabs: RecordTab<Row>[];
  rows: Row[];
  /** Whether the rows are only what a search has left of them. */
  searching: boolean;
  /** The rows of the chosen tab. */
  children: (rows: Row[]) => ReactNode;
};

const nameInAddress = (label: string) => label.toLowerCase();

/** Records behind tabs, each tab with how many it holds; the chosen one stands in the address. */
export function TabbedRows<Row>({ label, tabs, rows, searching, children }: TabbedRowsProps<Row>) {
  const [named, setNamed] = useAddressParam('tab');
  const tab = tabs.find((item) => nameInAddress(item.label) === named) ?? tabs[0];
  const rowsOf = ({ holds }: RecordTab<Row>) => (holds ? rows.filter(holds) : rows);
  const shown = tab ? rowsOf(tab) : [];
  useKeptFocus(shown.length, () => document.getElementById(headingId));

  return (
    <FilterTabs
      label={label}
      tabs={tabs.map((item) => ({
        value: item.label,
        label: item.label,
        count: rowsOf(item).length,
      }))}
      value={tab?.label ?? ''}
      onChange={(chosen) => setNamed(chosen === tabs[0]?.label ? '' : nameInAddress(chosen))}
    >
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <p className="py-16 text-center text-ink-soft">
          {searching ? 'Nothing here matches your search.' : tab?.empty}
        </p>
      )}
    </FilterTabs>
  );
}
