import { useState } from 'react';
import { useReturnFocus } from './return-focus.ts';

export type OpenRow<Row extends { id: string }> = ReturnType<typeof useOpenRow<Row>>;

export function useOpenRow<Row extends { id: string }>() {
  const [row, setRow] = useState<Row>();
  const { remember, finalFocus } = useReturnFocus();

  return {
    row,
    view(opened: Row) {
      remember();
      setRow(opened);
    },
    update: (changed: Row) => setRow((now) => (now?.id === changed.id ? changed : now)),
    close: () => setRow(undefined),
    closeIf: (id: string) => setRow((now) => (now?.id === id ? undefined : now)),
    finalFocus,
  };
}
