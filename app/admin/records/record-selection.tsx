import { Fragment, type ReactNode, Suspense, useMemo } from 'react';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { lazyComponent, usePreload } from '../lazy-screen.ts';
import { focusHeading, useFocusFallback } from '../lists/return-focus.ts';
import { useSelection } from '../lists/selection.tsx';
import type { SelectableRow, SelectionOptions } from './record-actions.tsx';
import { CardGrid } from './record-list.tsx';
import type { ShownPage } from './use-records.tsx';

const RecordActions = lazyComponent(() => import('./record-actions.tsx'));

type SelectableCardsProps<Row extends SelectableRow> = SelectionOptions & {
  page: ShownPage<Row>;
  children: (row: Row, checkbox: ReactNode) => ReactNode;
};

/** The cards of a page, and what can be done with those that are selected. */
export function SelectableCards<Row extends SelectableRow>(props: SelectableCardsProps<Row>) {
  const { page, children, ...options } = props;
  const { rows, query } = page;
  const selection = useSelection(`${query.search} ${page.page}`);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  usePreload(RecordActions);
  useFocusFallback(ids, focusHeading);
  if (rows.length === 0) return null;

  return (
    <>
      <div className="-mt-2 mb-2">
        <Checkbox
          label="Select all on this page"
          checked={selected.length === rows.length}
          partly={selected.length > 0}
          onChange={(checked) => selection.set(ids, checked)}
        />
      </div>
      <CardGrid>
        {rows.map((row) => (
          <Fragment key={row.id}>
            {children(
              row,
              <label className="grid size-11 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  aria-label={`Select ${row.title}`}
                  checked={selection.ids.has(row.id)}
                  onChange={() => selection.toggle(row.id)}
                  className="size-5 accent-brand"
                />
              </label>,
            )}
          </Fragment>
        ))}
      </CardGrid>
      {selected.length > 0 && (
        <Suspense>
          <RecordActions {...options} rows={selected} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
