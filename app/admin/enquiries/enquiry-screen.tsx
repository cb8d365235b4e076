import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ExportFile } from '#app/domain/enquiry-exports.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { download } from '../download.ts';
import { headingId } from './return-focus.ts';
import type { Rows } from './use-rows.ts';

/** A tab of the screen; without a status it shows every row. */
export type EnquiryFilter = { label: string; status?: string; empty: string };

type EnquiryScreenProps<Row> = {
  title: string;
  /** What the list holds, in the plural, for sentences such as 'Loading quote requests'. */
  things: string;
  list: Rows<Row>;
  filters: EnquiryFilter[];
  exportFile: (rows: Row[], now: Date) => ExportFile;
  /** The rows of the chosen tab. */
  children: (rows: Row[]) => ReactNode;
};

/** What the two inboxes share: heading, export, tabs with counts, and every state of the list. */
export function EnquiryScreen<Row extends { id: string; status: string }>({
  title,
  things,
  list,
  filters,
  exportFile,
  children,
}: EnquiryScreenProps<Row>) {
  const [chosen, setChosen] = useState(filters[0]?.label ?? '');
  const filter = filters.find((item) => item.label === chosen) ?? filters[0];
  const all = list.state.is === 'ready' ? list.state.rows : [];
  const rowsOf = (status?: string) =>
    status === undefined ? all : all.filter((row) => row.status === status);
  const rows = rowsOf(filter?.status);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display text-3xl outline-none">
          {title}
        </h1>
        <Button
          variant="secondary"
          disabled={list.state.is !== 'ready'}
          onClick={() => download(exportFile(rows, new Date()))}
        >
          <Download aria-hidden className="size-5" />
          Export CSV
        </Button>
      </div>
      {list.state.is === 'loading' && (
        <div className="grid place-items-center py-20">
          <Spinner label={`Loading ${things}`} />
        </div>
      )}
      {list.state.is === 'failed' && (
        <div role="alert" className="py-16 text-center">
          <p className="mb-4">The {things} could not be loaded. Please try again in a moment.</p>
          <Button onClick={list.reload}>Try again</Button>
        </div>
      )}
      {list.state.is === 'ready' && (
        <FilterTabs
          label={`Filter ${things}`}
          tabs={filters.map(({ label, status }) => ({
            value: label,
            label,
            count: rowsOf(status).length,
          }))}
          value={chosen}
          onChange={setChosen}
        >
          {rows.length > 0 ? (
            children(rows)
          ) : (
            <p className="py-16 text-center text-ink-soft">{filter?.empty}</p>
          )}
        </FilterTabs>
      )}
    </>
  );
}
