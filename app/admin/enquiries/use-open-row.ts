import { useState } from 'react';
import { useReturnFocus } from './return-focus.ts';
import type { Rows } from './use-rows.ts';

/** The row whose detail dialog is open, as the list has it now. */
export function useOpenRow<Row extends { id: string }>(list: Rows<Row>) {
  const [openId, setOpenId] = useState<string>();
  const { remember, finalFocus } = useReturnFocus();
  const rows = list.state.is === 'ready' ? list.state.rows : [];

  return {
    row: rows.find((row) => row.id === openId),
    view(row: Row) {
      remember();
      setOpenId(row.id);
    },
    close: () => setOpenId(undefined),
    finalFocus,
  };
}
