import { CircleCheck, Download, ShieldAlert, ShieldCheck, Trash2, Undo2, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { RowMenu } from '#app/admin/lists/row-actions.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { countEnquiries, type InboxLabels } from './inbox-labels.ts';
import type { Bulk } from './use-bulk.tsx';
import type { Selection } from './use-selection.ts';

type SelectionBarProps<Status extends string> = {
  labels: InboxLabels<Status>;
  selection: Selection;
  shown: readonly string[];
  total: number;
  onSelectAll: () => void;
  selecting: boolean;
  bulk: Bulk<Status>;
  onExport: () => void;
  exporting: boolean;
  inSpam: boolean;
  children: ReactNode;
};

const buttonClass =
  'min-h-11 px-3 text-[0.9375rem] max-sm:gap-1.5 max-sm:px-1.5 lg:max-2xl:[&_svg]:hidden';

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
  const spam = {
    label: inSpam ? 'Not spam' : 'Spam',
    Icon: inSpam ? ShieldCheck : ShieldAlert,
    busy,
    onClick: () => void bulk.markSpam(!inSpam),
  };
  const deletion = { label: 'Delete selection', Icon: Trash2, busy, onClick: bulk.askToDelete };

  return (
    <>
      <div className="flex items-center justify-between gap-x-4 sm:flex-wrap">
        <Checkbox
          label={
            <>
              <span className="whitespace-nowrap">Select all</span>
              <span className="max-sm:sr-only"> on this page</span>
            </>
          }
          checked={isWholePage}
          partly={onPage > 0}
          onChange={(checked) => selection.set(shown, checked)}
        />
        {children}
      </div>
      {chosen > 0 && (
        <section
          aria-label="Selected"
          data-action-bar
          className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-2 border-line-firm border-t bg-sheet p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] raised-high sm:flex sm:flex-wrap sm:items-center sm:px-6 lg:left-64 lg:px-8"
        >
          <p
            role="status"
            className="mr-2 self-center font-semibold leading-snug max-sm:order-first max-sm:px-1"
          >
            {bulk.progress ?? `${countEnquiries(chosen, labels)} selected`}
          </p>
          {isWholePage && chosen < total && (
            <Button
              variant="secondary"
              className={`${buttonClass} max-sm:col-span-2`}
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
                <CircleCheck aria-hidden className="size-5" />
              ) : (
                <Undo2 aria-hidden className="size-5" />
              )}
              <span>{label}</span>
            </Button>
          ))}
          <Button
            variant="secondary"
            className={`${buttonClass} max-sm:hidden`}
            disabled={busy}
            onClick={spam.onClick}
          >
            <spam.Icon aria-hidden className="size-5" />
            <span>{spam.label}</span>
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
            className={`${buttonClass} max-sm:hidden`}
            disabled={busy}
            onClick={deletion.onClick}
          >
            <deletion.Icon aria-hidden className="size-5" />
            <span>{deletion.label}</span>
          </Button>
          <RowMenu
            what={`${countEnquiries(chosen, labels)} selected`}
            items={[spam, deletion]}
            className="justify-self-end"
          />
          <Button
            variant="secondary"
            className={`${buttonClass} border-transparent max-sm:order-first max-sm:justify-self-end sm:ml-auto`}
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

type SortSelectProps = {
  sorts: InboxLabels['sorts'];
  sort: string;
  descending: boolean;
  onChange: (change: { sort: string; descending: boolean }) => void;
};

export function SortSelect({ sorts, sort, descending, onChange }: SortSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 xl:hidden">
      <label htmlFor={id} className="shrink-0 text-ink-soft max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={`${sort} ${descending ? 'desc' : 'asc'}`}
        onChange={(event) => {
          const [key = '', direction] = event.target.value.split(' ');
          onChange({ sort: key, descending: direction === 'desc' });
        }}
        className="select-arrow min-h-11 w-full min-w-0 rounded-md border border-line-firm bg-sheet py-2 pl-3.5"
      >
        {sorts.map(({ key, label, ascending, descending: falling }) => (
          <optgroup key={key} label={label}>
            <option value={`${key} desc`}>{`${label}: ${falling}`}</option>
            <option value={`${key} asc`}>{`${label}: ${ascending}`}</option>
          </optgroup>
        ))}
      </select>
    </div>
  );
}
