import { type ReactNode, useState } from 'react';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { headingId, useKeptFocus } from '../enquiries/return-focus.ts';

/** A tab over records; without `holds` it shows every row. */
export type RecordTab<Row> = { label: string; holds?: (row: Row) => boolean; empty: string };

type TabbedRowsProps<Row> = {
  /** The name of the row of tabs. */
  label: string;
  tabs: RecordTab<Row>[];
  rows: Row[];
  /** The rows of the chosen tab. */
  children: (rows: Row[]) => ReactNode;
};

/** Records behind tabs, each tab with how many it holds. */
export function TabbedRows<Row>({ label, tabs, rows, children }: TabbedRowsProps<Row>) {
  const [chosen, setChosen] = useState(tabs[0]?.label ?? '');
  const rowsOf = ({ holds }: RecordTab<Row>) => (holds ? rows.filter(holds) : rows);
  const tab = tabs.find((item) => item.label === chosen);
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
      value={chosen}
      onChange={setChosen}
    >
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <p className="py-16 text-center text-ink-soft">{tab?.empty}</p>
      )}
    </FilterTabs>
  );
}
