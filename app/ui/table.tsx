import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';

export type TableColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  speaksForItself?: boolean;
  sortKey?: string;
};

export type TableSort = { key: string; descending: boolean; by: (key: string) => void };

export type TableSelection<Row> = {
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

export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
  rowClassName,
  sort,
  selection,
}: TableProps<Row>) {
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
      <tbody {...{ role: 'rowgroup' }} className="grid gap-3 md:grid-cols-2 xl:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            {...{ role: 'row' }}
            className={`relative block rounded-md border border-line p-4 xl:table-row xl:rounded-none xl:border-0 xl:border-line xl:border-b xl:p-0 ${rowClassName?.(row) ?? 'bg-sheet'}`}
          >
            {selection && (
              <td
                {...{ role: 'cell' }}
                className="absolute top-1 right-1 z-1 xl:static xl:table-cell xl:pt-1 xl:align-top"
              >
                <Checkbox
                  label={`Select ${selection.getLabel(row)}`}
                  labelHidden
                  checked={selection.has(row)}
                  onChange={() => selection.toggle(row)}
                />
              </td>
            )}
            {columns.map(({ header, cell, className = '', speaksForItself }, place) => (
              <td
                key={header}
                {...{ role: 'cell' }}
                className={`flex gap-3 py-1 align-top xl:table-cell xl:px-3 xl:py-3 ${selection && place === 0 ? 'max-xl:pr-10' : ''} ${className}`}
              >
                {!speaksForItself && (
                  <span aria-hidden className="w-20 shrink-0 text-sm text-ink-soft xl:hidden">
                    {header}
                  </span>
                )}
                <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
