import { useState } from 'react';
import { useReturnFocus } from './return-focus.ts';

/** The row whose dialog is open, and how another one is opened. */
export type OpenRow<Row extends { id: string }> = ReturnType<typeof useOpenRow<Row>>;

/** The row whose detail dialog is open. It stays open where the row leaves the list below it. */
export function useOpenRow<Row extends { id: string }>() {
  const [row, setRow] = useState<Row>();
  const { remember, finalFocus } = useReturnFocus();

  return {
    row,
    view(opened: Row) {
      remember();
      setRow(opened);
    },
    /** Shows the row as it is now, where it is the one that is open. */
    update: (changed: Row) => setRow((now) => (now?.id === changed.id ? changed : now)),
    close: () => setRow(undefined),
    /** Closes where this row is open. */
    closeIf: (id: string) => setRow((now) => (now?.id === id ? undefined : now)),
    finalFocus,
  };
}
