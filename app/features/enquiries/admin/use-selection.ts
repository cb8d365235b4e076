import { useCallback, useMemo, useState } from 'react';

const nothing: ReadonlySet<string> = new Set();

export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  set: (ids: readonly string[], selected: boolean) => void;
  clear: () => void;
};

export function useSelection(list: string): Selection {
  const [selected, setSelected] = useState({ list, ids: nothing });
  const ids = selected.list === list ? selected.ids : nothing;

  const change = useCallback(
    (next: (ids: Set<string>) => void) =>
      setSelected((now) => {
        const changed = new Set(now.list === list ? now.ids : nothing);
        next(changed);
        return { list, ids: changed };
      }),
    [list],
  );

  return useMemo(
    () => ({
      ids,
      toggle: (id) => change((all) => all.delete(id) || all.add(id)),
      set: (some, isSelected) =>
        change((all) => {
          for (const id of some) {
            if (isSelected) all.add(id);
            else all.delete(id);
          }
        }),
      clear: () => setSelected({ list, ids: nothing }),
    }),
    [ids, change, list],
  );
}
