import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { download } from '#app/admin/download.ts';
import { DeletedLink, PageLinks, SearchInput } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { focusHeading, headingId, useFocusFallback } from '#app/admin/lists/return-focus.ts';
import { useUrlSearch } from '#app/admin/lists/use-url-params.ts';
import { logError } from '#app/admin/log-error.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Table, type TableColumn } from '#app/ui/table.tsx';
import { FilterTabs } from '#app/ui/tabs.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { ExportFile } from '../enquiry-exports.ts';
import {
  type EnquiryRow,
  fetchAllInboxRows,
  type InboxFilter,
  type InboxTable,
  newestFirst,
  pageSize,
  readRows,
  type SpamTab,
  spamTab,
} from '../inbox.ts';
import { countEnquiries, type InboxLabels, SelectionBar } from './inbox-selection.tsx';
import type { InboxScreenState } from './use-inbox.ts';

type InboxScreenProps<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
  Item extends { created_at: string },
> = {
  screen: InboxScreenState<Row, Status, Sort>;
  columns: TableColumn<Row>[];
  rowClassName?: (row: Row) => string;
  getName: (row: Row) => string;
  exports: InboxExport<Item>;
  /** True while the click that opens a dialog is rendered; the list is then not rendered again. */
  isOpening: boolean;
};

function Inbox<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
  Item extends { created_at: string },
>({ screen, columns, rowClassName, getName, exports }: InboxScreenProps<Row, Status, Sort, Item>) {
  const { labels, query, page, selection, selectAll, bulk, newEnquiries } = screen;
  const { view, changeView, getQueryString } = screen.url;
  const [typed, setTyped] = useUrlSearch();
  const { busy: exporting, exportRows } = useExport(exports);
  const exportHint = useId();
  const summary = useRef<HTMLParagraphElement>(null);
  const turned = useRef(false);
  const tab = labels.tabs.find(({ status }) => status === view.status);
  const counts = page?.counts;
  const busy = query.isPlaceholderData;
  const total = counts?.[(view.status as Status | SpamTab) ?? 'all'] ?? 0;
  const rows = page?.rows ?? [];
  useFocusFallback(
    useMemo(() => page?.rows.map(({ id }) => id) ?? [], [page]),
    focusHeading,
  );
  useFocusFallback(
    useMemo(() => [...selection.ids], [selection.ids]),
    focusHeading,
  );

  const number = page?.page;
  useEffect(() => {
    if (!turned.current || number === undefined) return;
    turned.current = false;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'start' });
  }, [number]);

  return (
    <>
      <div className="mb-2 flex items-center gap-x-2 gap-y-3 sm:mb-4 sm:flex-wrap sm:justify-between sm:gap-x-4">
        <h1
          id={headingId}
          tabIndex={-1}
          className="display shrink-0 text-xl outline-none sm:text-3xl"
        >
          {labels.title}
        </h1>
        <div className="min-w-0 grow sm:order-last sm:basis-full">
          <SearchInput entityPlural={labels.entityPlural} value={typed} onChange={setTyped} />
        </div>
        <div className="flex shrink-0 items-center gap-x-4">
          <p id={exportHint} className="text-ink-soft text-sm max-sm:sr-only">
            {counts && exportDescription(total, view, labels)}
          </p>
          <Button
            variant="secondary"
            className="max-sm:size-11 max-sm:min-h-11 max-sm:p-0"
            disabled={!page || exporting}
            aria-describedby={exportHint}
            onClick={() => exportRows({ status: view.status, search: view.search })}
          >
            <Download aria-hidden className="size-5" />
            <span className="max-sm:sr-only">{exporting ? 'Exporting...' : 'Export CSV'}</span>
          </Button>
        </div>
      </div>
      <NewEnquiriesNotice
        labels={labels}
        newEnquiries={newEnquiries}
        newest={getQueryString({ ...newestFirst, status: undefined, search: '', page: 1 })}
      />
      <ListStates entityPlural={labels.entityPlural} shape="rows" query={query}>
        {(page) => (
          <FilterTabs
            label={`Filter ${labels.entityPlural}`}
            tabs={labels.tabs.map(({ label, status }) => ({
              value: label,
              label,
              count: page.counts[status ?? 'all'],
            }))}
            value={tab?.label ?? ''}
            onChange={(label) =>
              changeView({ status: labels.tabs.find((item) => item.label === label)?.status })
            }
          >
            {rows.length > 0 && (
              <SelectionBar
                labels={labels}
                selection={selection}
                shown={rows.map(({ id }) => id)}
                total={total}
                onSelectAll={() => selectAll.mutate()}
                selecting={selectAll.isPending}
                bulk={bulk}
                onExport={() => exportRows(selection.ids)}
                exporting={exporting}
                inSpam={view.status === spamTab}
              >
                <SortSelect
                  sorts={labels.sorts}
                  sort={view.sort}
                  descending={view.descending}
                  onChange={changeView}
                />
              </SelectionBar>
            )}
            <p
              ref={summary}
              tabIndex={-1}
              role="status"
              className={`scroll-mt-20 text-ink-soft text-sm outline-none lg:scroll-mt-4 ${rows.length > 0 ? 'max-sm:sr-only' : ''}`}
            >
              {rows.length > 0 ? (
                describeRange(page, total, labels)
              ) : (
                <span className="block py-16 text-center text-base">
                  {view.search ? `No ${labels.entityPlural} match your search.` : tab?.empty}
                </span>
              )}
            </p>
            {rows.length > 0 && (
              <div
                ref={screen.table}
                aria-busy={busy}
                className={`mt-2 [overflow-anchor:none] ${busy ? 'opacity-60' : ''}`}
              >
                <FirstRowsFirst rows={rows}>
                  {(shown) => (
                    <Table
                      caption={labels.title}
                      columns={columns}
                      rows={shown}
                      {...(rowClassName ? { rowClassName } : {})}
                      sort={{
                        key: view.sort,
                        descending: view.descending,
                        by: (key) =>
                          changeView({
                            sort: key,
                            descending:
                              key === view.sort ? !view.descending : key === newestFirst.sort,
                          }),
                      }}
                      selection={{
                        has: ({ id }) => selection.ids.has(id),
                        toggle: ({ id }) => selection.toggle(id),
                        getLabel: getName,
                      }}
                    />
                  )}
                </FirstRowsFirst>
              </div>
            )}
            <PageLinks
              page={page.page}
              pages={page.pages}
              getQueryString={(number) => getQueryString({ page: number })}
              onTurn={() => {
                turned.current = true;
              }}
            />
          </FilterTabs>
        )}
      </ListStates>
      <DeletedLink table={exports.table} />
      {selection.ids.size > 0 && <div aria-hidden className="h-40 sm:h-28" />}
      {bulk.dialogs}
    </>
  );
}

export const InboxScreen = memo(Inbox, (_previous, { isOpening }) => isOpening) as typeof Inbox;

type SortSelectProps = {
  sorts: InboxLabels['sorts'];
  sort: string;
  descending: boolean;
  onChange: (change: { sort: string; descending: boolean }) => void;
};

function SortSelect({ sorts, sort, descending, onChange }: SortSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 xl:hidden">
      <label htmlFor={id} className="shrink-0 text-ink-soft max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={`${sort} ${descending ? 'desc' : 'asc'}`}
        onChange={(event) => {
          const [key = '', direction] = event.target.value.split(' ');
          onChange({ sort: key, descending: direction === 'desc' });
        }}
        className="select-arrow min-h-11 w-full min-w-0 rounded-md border border-line-firm bg-sheet py-2 pl-3.5"
      >
        {sorts.map(({ key, label, ascending, descending: falling }) => (
          <optgroup key={key} label={label}>
            <option value={`${key} desc`}>{`${label}: ${falling}`}</option>
            <option value={`${key} asc`}>{`${label}: ${ascending}`}</option>
          </optgroup>
        ))}
      </select>
    </div>
  );
}

/** Returns text like 'All 12 pending quote requests that match your search'. */
export function exportDescription(
  total: number,
  { status, search }: { status: string | undefined; search: string },
  { entity, entityPlural }: Pick<InboxLabels, 'entity' | 'entityPlural'>,
): string {
  if (total === 0) return 'Nothing to export except the column headings';
  const kind = status ? `${status} ` : '';
  const what = countEnquiries(total, {
    entity: `${kind}${entity}`,
    entityPlural: `${kind}${entityPlural}`,
  });
  const matching = search.trim() ? (total === 1 ? ' that matches' : ' that match') : '';
  return `${total === 1 ? '' : 'All '}${what}${matching}${matching && ' your search'}`;
}

/** Returns text like '26 to 50 of 20,000 quote requests'. */
export function describeRange(
  { page, rows }: { page: number; rows: unknown[] },
  total: number,
  labels: Pick<InboxLabels, 'entity' | 'entityPlural'>,
): string {
  const first = (page - 1) * pageSize + 1;
  const number = (position: number) => position.toLocaleString('en-CA');
  const last = first + rows.length - 1;
  const span = first === last ? number(first) : `${number(first)} to ${number(last)}`;
  return `${span} of ${countEnquiries(Math.max(total, last), labels)}`;
}

/** About a screenful. */
const firstRows = 8;

function FirstRowsFirst<Row>(props: { rows: Row[]; children: (rows: Row[]) => ReactNode }) {
  const { rows, children } = props;
  const showsAll = useDeferredValue(true, false);
  return children(showsAll ? rows : rows.slice(0, firstRows));
}

type NewEnquiriesNoticeProps = {
  labels: InboxLabels;
  newEnquiries: { count: number; areShown: boolean; dismiss: () => void };
  newest: string;
};

function NewEnquiriesNotice({ labels, newEnquiries, newest }: NewEnquiriesNoticeProps) {
  const { count, areShown, dismiss } = newEnquiries;
  const { entity, entityPlural } = labels;
  return (
    <div role="status">
      {count > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-moss/30 bg-moss-tint px-4 py-1 text-moss">
          <span className="font-semibold">
            {countEnquiries(count, {
              entity: `new ${entity}`,
              entityPlural: `new ${entityPlural}`,
            })}
          </span>
          {!areShown && (
            <Link
              to={{ search: newest }}
              preventScrollReset
              defaultShouldRevalidate={false}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              Show the newest
            </Link>
          )}
          <button
            type="button"
            onClick={dismiss}
            className="drawn-link ml-auto inline-flex min-h-11 items-center"
          >
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}

type Exported = { created_at: string };
type WithId<Item> = Item & { id: string };

type InboxExport<Item extends Exported> = {
  table: InboxTable;
  load: () => Promise<{
    columns: readonly (keyof Item & string)[];
    createFile: (rows: Item[], now: Date) => ExportFile;
  }>;
};

function useExport<Item extends Exported>({ table, load }: InboxExport<Item>) {
  const client = useAdminClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    async mutationFn(rows: InboxFilter | ReadonlySet<string>) {
      const { columns, createFile } = await load();
      const read =
        rows instanceof Set
          ? readRows<WithId<Item>>(client, table, [...rows], columns)
          : fetchAllInboxRows<WithId<Item>>(client, table, rows as InboxFilter, columns);
      download(createFile(await read, new Date()));
    },
    onSuccess: () => toasts.clear('export'),
    onError(error) {
      logError('Export failed', error);
      toasts.error("Couldn't create the file. Please try again.", { key: 'export' });
    },
  });

  return { busy: isPending, exportRows: mutate };
}
