import { Check, Download, RotateCcw, ShieldAlert, ShieldCheck, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { countEnquiries, type InboxLabels } from './inbox-labels.ts';
import type { Bulk } from './use-bulk.tsx';
import type { Selection } from './use-selection.ts';

type SelectionBarProps<Status extends string> = {
  labels: InboxLabels<Status>;
  selection: Selection;
  /** The ids of the rows on the page. */
  shown: readonly string[];
  /** How many rows the tab and the search hold. */
  total: number;
  /** Selects all of them, on every page. */
  onSelectAll: () => void;
  selecting: boolean;
  bulk: Bulk<Status>;
  onExport: () => void;
  exporting: boolean;
  /** The rows are those of the Spam tab. */
  inSpam: boolean;
  /** Beside the checkbox that selects the page. */
  children: ReactNode;
};

const buttonClass = 'min-h-11 px-3 max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-[0.9375rem]';

/** Selects the rows of a page, or of every page, and changes all that are selected. */
export function SelectionBar<Status extends string>({
  labels,
  selection,
  shown,
  total,
  onSelectAll,
  selecting,
  bulk,
  onExport,
  exporting,
  inSpam,
  children,
}: SelectionBarProps<Status>) {
  const chosen = selection.ids.size;
  const onPage = shown.filter((id) => selection.ids.has(id)).length;
  const isWholePage = shown.length > 0 && onPage === shown.length;
  const busy = bulk.progress !== undefined;

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          label="Select all on this page"
          checked={isWholePage}
          partly={onPage > 0}
          onChange={(checked) => selection.set(shown, checked)}
        />
        {children}
      </div>
      {chosen > 0 && (
        <section
          aria-label="Selected"
          className="sticky top-2 z-20 mt-1 mb-2 grid grid-cols-2 gap-2 rounded-md border border-line-firm bg-sheet p-2 raised sm:flex sm:flex-wrap sm:items-center sm:px-3"
        >
          <p role="status" className="mr-2 self-center font-semibold leading-snug max-sm:px-1">
            {bulk.progress ?? `${countEnquiries(chosen, labels)} selected`}
          </p>
          {isWholePage && chosen < total && (
            <Button
              variant="secondary"
              className={`${buttonClass} max-sm:order-first max-sm:col-span-2`}
              disabled={selecting || busy}
              onClick={onSelectAll}
            >
              {selecting
                ? 'Selecting...'
                : `Select all ${total.toLocaleString('en-CA')} that match`}
            </Button>
          )}
          {(inSpam ? [] : labels.marks).map(({ status, label }, index) => (
            <Button
              key={status}
              variant="secondary"
              className={buttonClass}
              disabled={busy}
              onClick={() => bulk.mark(status)}
            >
              {index === 0 ? (
                <Check aria-hidden className="size-5" />
              ) : (
                <RotateCcw aria-hidden className="size-5" />
              )}
              {label}
            </Button>
          ))}
          <Button
            variant="secondary"
            className={buttonClass}
            disabled={busy}
            onClick={() => bulk.markSpam(!inSpam)}
          >
            {inSpam ? (
              <ShieldCheck aria-hidden className="size-5" />
            ) : (
              <ShieldAlert aria-hidden className="size-5" />
            )}
            {inSpam ? 'Not spam' : 'Spam'}
          </Button>
          <Button
            variant="secondary"
            className={buttonClass}
            disabled={busy || exporting}
            onClick={onExport}
          >
            <Download aria-hidden className="size-5" />
            Export selection
          </Button>
          <Button
            variant="secondary"
            className={buttonClass}
            disabled={busy}
            onClick={bulk.askToDelete}
          >
            <Trash2 aria-hidden className="size-5" />
            Delete selection
          </Button>
          <Button
            variant="secondary"
            className={`${buttonClass} border-transparent sm:ml-auto`}
            disabled={busy}
            onClick={selection.clear}
          >
            <X aria-hidden className="size-5" />
            Clear
          </Button>
        </section>
      )}
    </>
  );
}
