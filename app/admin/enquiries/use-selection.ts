import { useCallback, useMemo, useState } from 'react';

const nothing: ReadonlySet<string> = new Set();

/** The rows that are chosen, by their ids; they stay chosen from page to page of one list. */
export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Chooses all of these, or lets all of them go. */
  set: (ids: readonly string[], chosen: boolean) => void;
  clear: () => void;
};

/** @param list what the rows are chosen from; another list begins with nothing chosen */
export function useSelection(list: string): Selection {
  const [chosen, setChosen] = useState({ list, ids: nothing });
  const ids = chosen.list === list ? chosen.ids : nothing;

  const change = useCallback(
    (next: (ids: Set<string>) => void) =>
      setChosen((now) => {
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
      set: (some, wanted) =>
        change((all) => {
          for (const id of some) {
            if (wanted) all.add(id);
            else all.delete(id);
          }
        }),
      clear: () => setChosen({ list, ids: nothing }),
    }),
    [ids, change, list],
  );
}
