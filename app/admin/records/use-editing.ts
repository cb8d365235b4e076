import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useReturnFocus } from '../lists/return-focus.ts';
import { invalidateTable } from '../query-client.ts';

/** What the dialog of a record is opened with. */
export type EditingDialog<Row> = {
  /** The record to change; undefined for a new one. */
  row?: Row | undefined;
  onClose: () => void;
  /** Called once it is stored as the person wants it; closes the dialog. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Which record of a table is open in a dialog. */
export function useEditing<Row>(table: string) {
  const queryClient = useQueryClient();
  const [target, setTarget] = useState<{ row: Row | undefined }>();
  const { remember, finalFocus } = useReturnFocus();

  function open(row: Row | undefined) {
    remember();
    setTarget({ row });
  }
  const close = () => setTarget(undefined);

  const dialog: EditingDialog<Row> | undefined = target && {
    row: target.row,
    onClose: close,
    onSaved() {
      close();
      void invalidateTable(queryClient, table);
    },
    finalFocus,
  };
  return {
    /** Undefined while none is open. */
    dialog,
    openNew: () => open(undefined),
    openRow: (row: Row) => open(row),
  };
}
