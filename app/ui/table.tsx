import type { ReactNode } from 'react';

/** One column: its heading, and what a row shows in it. */
export type TableColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** On a card: without the heading's words before the cell. */
  speaksForItself?: boolean;
};

type TableProps<Row> = {
  /** The table's name, for screen readers. */
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowClassName?: (row: Row) => string;
};

/**
 * A table that becomes cards where the screen is too narrow for it. The roles are spelled out
 * because a table laid out as blocks is no table to a browser any more.
 */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
  rowClassName,
}: TableProps<Row>) {
  return (
    <table
      {...{ role: 'table' }}
      aria-label={caption}
      className="block w-full text-left xl:table xl:border-collapse"
    >
      <thead {...{ role: 'rowgroup' }} className="sr-only xl:not-sr-only xl:table-header-group">
        <tr {...{ role: 'row' }} className="border-line border-b">
          {columns.map(({ header, className = '' }) => (
            <th
              key={header}
              scope="col"
              {...{ role: 'columnheader' }}
              className={`px-3 py-2 font-semibold text-sm text-ink-soft ${className}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...{ role: 'rowgroup' }} className="grid gap-3 md:grid-cols-2 xl:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            {...{ role: 'row' }}
            className={`block rounded-md border border-line p-4 xl:table-row xl:rounded-none xl:border-0 xl:border-line xl:border-b xl:p-0 ${rowClassName?.(row) ?? 'bg-sheet'}`}
          >
            {columns.map(({ header, cell, className = '', speaksForItself }) => (
              <td
                key={header}
                {...{ role: 'cell' }}
                className={`flex gap-3 py-1 align-top xl:table-cell xl:px-3 xl:py-3 ${className}`}
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
