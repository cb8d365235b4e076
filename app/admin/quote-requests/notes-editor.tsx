import { useId } from 'react';
import type { QuoteRequest } from '#app/data/quote-requests.ts';
import { Button } from '#app/ui/button.tsx';
import type { Notes } from './use-notes.ts';

const notesLength = 10_000;

const stateText = {
  unsaved: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Failed. Your notes are not saved yet.',
};

export function NotesEditor({ row, notes }: { row: QuoteRequest; notes: Notes }) {
  const id = useId();
  const draft = notes.drafts[row.id];

  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-base">
        Admin Notes
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={notesLength}
        value={draft?.text ?? row.notes ?? ''}
        onChange={(event) => notes.change(row, event.target.value)}
        onBlur={() => notes.flush(row)}
        className="block field-sizing-content max-h-80 min-h-28 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2.5"
        aria-describedby={`${id}-state`}
      />
      <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p
          id={`${id}-state`}
          role="status"
          className={draft?.state === 'failed' ? 'font-semibold text-barn' : 'text-ink-soft'}
        >
          {draft ? stateText[draft.state] : 'Only staff see these. Saved as you type.'}
        </p>
        {draft?.state === 'failed' && (
          <Button variant="secondary" className="px-3 py-1.5" onClick={() => notes.flush(row)}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
