import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useReturnFocus } from '../lists/return-focus.ts';
import { invalidateTable } from '../query-client.ts';

export type EditingDialog<Row> = {
  row?: Row | undefined;
  onClose: () => void;
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

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
    dialog,
    openNew: () => open(undefined),
    openRow: (row: Row) => open(row),
  };
}
