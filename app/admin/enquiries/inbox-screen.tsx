import { Download } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { type EnquiryRow, type SpamTab, spamTab } from '#app/data/inbox.ts';
import { newestFirst } from '#app/domain/enquiries/inbox-search-params.ts';
import { Button } from '#app/ui/button.tsx';
import { Table, type TableColumn } from '#app/ui/table.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { PageLinks } from '../lists/page-links.tsx';
import { headingId, useKeptFocus } from '../lists/return-focus.ts';
import { ArrivalsNotice } from './arrivals-notice.tsx';
import { InboxSearch } from './inbox-search.tsx';
import { exportDescription, placeOf } from './inbox-words.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SortSelect } from './sort-select.tsx';
import { type InboxExport, useExport } from './use-export.ts';
import type { InboxScreenState } from './use-inbox-screen.ts';

type InboxScreenProps<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
  Item extends { created_at: string },
> = {
  screen: InboxScreenState<Row, Status, Sort>;
  columns: TableColumn<Row>[];
  rowClassName?: (row: Row) => string;
  /** Whose row it is. */
  nameOf: (row: Row) => string;
  exports: InboxExport<Item>;
};

/** What the two inboxes share: heading, export, search, tabs with counts, the page and its rows. */
export function InboxScreen<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
  Item extends { created_at: string },
>({ screen, columns, rowClassName, nameOf, exports }: InboxScreenProps<Row, Status, Sort, Item>) {
  const { words, list, shown, selection, bulk, arrived } = screen;
  const { view, go, addressOf } = screen.address;
  const { busy: exporting, every, chosen } = useExport(exports);
  const exportHint = useId();
  const summary = useRef<HTMLParagraphElement>(null);
  const turned = useRef(false);
  const tab = words.tabs.find(({ status }) => status === view.status);
  const counts = shown?.counts;
  const busy = list.state.is === 'ready' && list.state.busy;
  const total = counts?.[(view.status as Status | SpamTab) ?? 'all'] ?? 0;
  const rows = shown?.rows ?? [];
  const heading = () => document.getElementById(headingId);
  useKeptFocus(rows.length, heading);
  useKeptFocus(selection.ids.size, heading);

  // Whoever turns a page goes on reading at its top.
  const page = shown?.page;
  useEffect(() => {
    if (!turned.current || page === undefined) return;
    turned.current = false;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display text-3xl outline-none">
          {words.title}
        </h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:justify-end">
          <p id={exportHint} className="text-ink-soft text-sm max-sm:order-last max-sm:w-full">
            {counts && exportDescription(total, view, words)}
          </p>
          <Button
            variant="secondary"
            disabled={!shown || exporting}
            aria-describedby={exportHint}
            onClick={() => every({ status: view.status, search: view.search })}
          >
            <Download aria-hidden className="size-5" />
            {exporting ? 'Exporting...' : 'Export CSV'}
          </Button>
        </div>
      </div>
      <ArrivalsNotice
        words={words}
        arrived={arrived}
        newest={addressOf({ ...newestFirst, status: undefined, search: '', page: 1 })}
      />
      <div className="mb-4">
        <InboxSearch
          things={words.things}
          value={view.search}
          onSearch={(search) => go({ search }, { replace: view.search !== '', late: true })}
        />
      </div>
      <ListStates things={words.things} list={list}>
        {(shown) => (
          <FilterTabs
            label={`Filter ${words.things}`}
            tabs={words.tabs.map(({ label, status }) => ({
              value: label,
              label,
              count: shown.counts[status ?? 'all'],
            }))}
            value={tab?.label ?? ''}
            onChange={(label) =>
              go({ status: words.tabs.find((item) => item.label === label)?.status })
            }
          >
            {rows.length > 0 && (
              <SelectionBar
                words={words}
                selection={selection}
                shown={rows.map(({ id }) => id)}
                total={total}
                onSelectAll={screen.selectAll}
                selecting={screen.selecting}
                bulk={bulk}
                onExport={() => chosen(selection.ids)}
                exporting={exporting}
                inSpam={view.status === spamTab}
              >
                <SortSelect
                  sorts={words.sorts}
                  sort={view.sort}
                  descending={view.descending}
                  onChange={go}
                />
              </SelectionBar>
            )}
            <p
              ref={summary}
              tabIndex={-1}
              role="status"
              className="scroll-mt-4 text-ink-soft text-sm outline-none"
            >
              {rows.length > 0 ? (
                placeOf(shown, total, words)
              ) : (
                <span className="block py-16 text-center text-base">
                  {view.search ? `No ${words.things} match your search.` : tab?.empty}
                </span>
              )}
            </p>
            {rows.length > 0 && (
              <div
                ref={screen.table}
                aria-busy={busy}
                className={`mt-2 [overflow-anchor:none] ${busy ? 'opacity-60' : ''}`}
              >
                <Table
                  caption={words.title}
                  columns={columns}
                  rows={rows}
                  {...(rowClassName ? { rowClassName } : {})}
                  sort={{
                    key: view.sort,
                    descending: view.descending,
                    by: (key) =>
                      go({
                        sort: key,
                        descending: key === view.sort ? !view.descending : key === newestFirst.sort,
                      }),
                  }}
                  selection={{
                    has: ({ id }) => selection.ids.has(id),
                    toggle: ({ id }) => selection.toggle(id),
                    labelOf: nameOf,
                  }}
                />
              </div>
            )}
            <PageLinks
              page={shown.page}
              pages={shown.pages}
              addressOf={(number) => addressOf({ page: number })}
              onTurn={() => {
                turned.current = true;
              }}
            />
          </FilterTabs>
        )}
      </ListStates>
      {bulk.dialogs}
    </>
  );
}
