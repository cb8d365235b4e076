import { useState } from 'react';
import { useReturnFocus } from '../lists/return-focus.ts';

/** What the dialog of a record is opened with. */
export type EditingDialog<Row> = {
  /** The record to change; without one, a new one is made. */
  row?: Row | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/**
 * Which record's dialog is open.
 * @param onSaved called once a record is stored, after its dialog has closed
 */
export function useEditing<Row>(onSaved: () => void) {
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
      onSaved();
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
