import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { Checkbox } from './checkbox.tsx';
import { rowLinkAttribute } from './row-link.ts';

/**
 * Where a cell is on a screen without room for columns; `details` is left to screen readers on a phone,
 * `hidden` on a tablet, too.
 */
type CompactArea = 'name' | 'what' | 'when' | 'details' | 'status' | 'actions' | 'hidden';

export type TableColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  compact: CompactArea;
  className?: string;
  sortKey?: string;
};

type TableSort = { key: string; descending: boolean; by: (key: string) => void };

type TableSelection<Row> = {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  getLabel: (row: Row) => string;
};

type TableProps<Row> = {
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowClassName?: (row: Row) => string;
  sort?: TableSort;
  selection?: TableSelection<Row>;
};

// Places in the grid of a row; the cells of a wide table ignore them.
const areaClass: Record<CompactArea, string> = {
  name: 'col-span-2 col-start-2 row-start-1 max-xl:pt-2 sm:col-span-1 sm:col-start-2',
  status:
    'col-start-4 row-start-1 max-xl:justify-self-end max-xl:pt-2 max-xl:pl-2 sm:col-start-[-2]',
  what: 'col-span-3 col-start-2 row-start-2 sm:col-span-1 sm:col-start-2',
  when: 'col-start-2 row-start-3 max-xl:self-center',
  actions:
    'col-span-2 col-start-3 row-start-3 max-xl:self-end sm:col-span-1 sm:col-start-[-2] sm:row-span-2 sm:row-start-2',
  details:
    'max-sm:sr-only sm:col-start-3 sm:row-span-3 sm:row-start-1 sm:max-xl:px-4 sm:max-xl:py-2',
  hidden: 'max-xl:sr-only',
};

const rowClass =
  'group relative grid grid-cols-[auto_minmax(0,1fr)_auto_auto] border-line border-b px-3 py-1 leading-snug hover:bg-pine xl:table-row xl:cursor-pointer xl:leading-normal';

/**
 * A table on a wide screen; on others each row is a block of three lines. The link with `rowLinkClass`
 * in a row opens it: below 80rem it covers the row, above a click anywhere in the row is a click on it.
 */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
  rowClassName,
  sort,
  selection,
}: TableProps<Row>) {
  const toggle = useStableCallback((row: Row) => selection?.toggle(row));
  return (
    <table
      {...{ role: 'table' }}
      aria-label={caption}
      className="block w-full text-left xl:table xl:border-collapse"
    >
      <thead {...{ role: 'rowgroup' }} className="sr-only xl:not-sr-only xl:table-header-group">
        <tr {...{ role: 'row' }} className="border-line border-b">
          {selection && (
            <th scope="col" {...{ role: 'columnheader' }} className="w-11">
              <span className="sr-only">Selected</span>
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.header} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody
        {...{ role: 'rowgroup' }}
        className="block max-xl:rounded-md max-xl:border max-xl:border-line max-xl:border-b-0 xl:table-row-group"
      >
        {rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            columns={columns}
            className={rowClassName?.(row) ?? 'bg-sheet'}
            selectLabel={selection && `Select ${selection.getLabel(row)}`}
            isSelected={selection?.has(row) ?? false}
            onToggle={toggle}
          />
        ))}
      </tbody>
    </table>
  );
}

type TableRowProps<Row> = Pick<TableProps<Row>, 'columns'> & {
  row: Row;
  className: string;
  selectLabel: string | undefined;
  isSelected: boolean;
  onToggle: (row: Row) => void;
};

const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, className, selectLabel, isSelected, onToggle } = props;
  return (
    <tr
      {...{ role: 'row' }}
      onClick={clickRowLink}
      className={`${rowClass} ${columns.some(({ compact }) => compact === 'details') ? 'sm:grid-cols-[auto_minmax(0,4fr)_minmax(0,3fr)_12rem] min-[56rem]:grid-cols-[auto_minmax(0,4fr)_minmax(0,3fr)_19rem]' : 'sm:grid-cols-[auto_minmax(0,1fr)_auto]'} ${className}`}
    >
      {selectLabel !== undefined && (
        <td
          {...{ role: 'cell' }}
          className="relative z-1 -ml-2.5 block col-start-1 row-span-3 row-start-1 xl:static xl:table-cell xl:pt-1 xl:align-top"
        >
          <Checkbox
            label={selectLabel}
            labelHidden
            checked={isSelected}
            onChange={() => onToggle(row)}
          />
        </td>
      )}
      {columns.map(({ header, cell, className = '', compact }) => (
        <td
          key={header}
          {...{ role: 'cell' }}
          className={`block min-w-0 align-top [overflow-wrap:anywhere] xl:table-cell xl:px-3 xl:py-3 ${areaClass[compact]} ${className}`}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function clickRowLink(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget, nativeEvent } = event;
  const isControl =
    target instanceof Element && target.closest('a, button, label, input, [role=dialog]') !== null;
  // A dialog that a cell has opened is a child in React, but not in the document.
  const isInRow = target instanceof Node && currentTarget.contains(target);
  if (isControl || !isInRow || window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = nativeEvent;
  currentTarget.querySelector(`[${rowLinkAttribute}]`)?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}

type HeadingProps<Row> = { column: TableColumn<Row>; sort: TableSort | undefined };

function Heading<Row>({ column, sort }: HeadingProps<Row>) {
  const { header, className = '', sortKey } = column;
  const isSorted = sort !== undefined && sortKey === sort.key;
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...{ role: 'columnheader' }}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={`px-3 py-2 font-semibold text-sm text-ink-soft ${className}`}
    >
      {sort === undefined || sortKey === undefined ? (
        header
      ) : (
        <>
          <span className="xl:hidden">{header}</span>
          <button
            type="button"
            onClick={() => sort.by(sortKey)}
            className="-mx-2 hidden min-h-9 items-center gap-1 rounded-md px-2 text-left hover:bg-pine hover:text-ink xl:inline-flex"
          >
            {header}
            <Arrow aria-hidden className={`size-4 shrink-0 ${isSorted ? '' : 'invisible'}`} />
          </button>
        </>
      )}
    </th>
  );
}

export function useStableCallback<Args extends unknown[]>(
  handler: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
