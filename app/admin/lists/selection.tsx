import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

const nothing: ReadonlySet<string> = new Set();

export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  set: (ids: readonly string[], selected: boolean) => void;
  clear: () => void;
};

/** The selected rows of a list; another list begins without any. */
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

const bulkButtonClass =
  'min-h-11 px-3 text-[0.9375rem] max-sm:gap-1.5 max-sm:px-1.5 lg:max-2xl:[&_svg]:hidden';

type BulkButtonProps = {
  label: string;
  busy: boolean;
  onClick: () => void;
  Icon?: LucideIcon;
  className?: string;
};

export function BulkButton({ Icon, label, busy, onClick, className = '' }: BulkButtonProps) {
  return (
    <Button
      variant="secondary"
      className={`${bulkButtonClass} ${className}`}
      disabled={busy}
      onClick={onClick}
    >
      {Icon && <Icon aria-hidden className="size-5" />}
      <span>{label}</span>
    </Button>
  );
}

type SelectionActionsProps = {
  status: string;
  busy: boolean;
  onClear: () => void;
  children: ReactNode;
};

/** What can be done with the selected rows, at the bottom of the window. */
export function SelectionActions({ status, busy, onClear, children }: SelectionActionsProps) {
  return (
    <section
      aria-label="Selected"
      data-action-bar
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-2 border-line-firm border-t bg-sheet p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] raised-high sm:flex sm:flex-wrap sm:items-center sm:px-6 lg:left-64 lg:px-8"
    >
      <p
        role="status"
        className="mr-2 self-center font-semibold leading-snug max-sm:order-first max-sm:px-1"
      >
        {status}
      </p>
      {children}
      <BulkButton
        label="Clear"
        Icon={X}
        busy={busy}
        onClick={onClear}
        className="border-transparent max-sm:order-first max-sm:justify-self-end sm:ml-auto"
      />
    </section>
  );
}
