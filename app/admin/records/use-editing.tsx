import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense } from 'react';
import type { Table } from '#app/lib/crud.ts';
import { useOpenRow } from '../lists/use-open-row.tsx';
import { invalidateTable } from '../query-client.ts';

export type EditingDialog<Row> = {
  row?: Row | undefined;
  onClose: () => void;
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

export function useEditing<Row extends { id: string }>(table: Table, entity: string) {
  const queryClient = useQueryClient();
  const { id, row, open, close, finalFocus, states } = useOpenRow<Row>({ table, entity });
  const dialog: EditingDialog<Row> = {
    row,
    onClose: close,
    onSaved() {
      close();
      void invalidateTable(queryClient, table);
    },
    finalFocus,
  };

  return {
    openNew: () => open('new'),
    openRow: (row: Row) => open(row.id),
    render: (render: (dialog: EditingDialog<Row>) => ReactNode) => (
      <>
        {(row || id === 'new') && (
          <Fragment key={id}>
            <Suspense>{render(dialog)}</Suspense>
          </Fragment>
        )}
        {states}
      </>
    ),
  };
}
