import { useState } from 'react';
import { useReturnFocus } from '../lists/return-focus.ts';

/** Which record's dialog is open: a new one's, where it has no row. */
export function useEditing<Row>() {
  const [target, setTarget] = useState<{ row: Row | undefined }>();
  const { remember, finalFocus } = useReturnFocus();

  function open(row: Row | undefined) {
    remember();
    setTarget({ row });
  }

  return {
    /** Undefined while no dialog is open. */
    target,
    openNew: () => open(undefined),
    openRow: (row: Row) => open(row),
    close: () => setTarget(undefined),
    finalFocus,
  };
}
