import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { matches } from '#app/domain/search.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { headingId } from '../enquiries/return-focus.ts';
import type { Rows } from '../enquiries/use-rows.ts';

type RecordScreenProps<Row> = {
  title: string;
  /** What the list holds, in the plural, for sentences such as 'Loading projects'. */
  things: string;
  addLabel: string;
  onAdd: () => void;
  list: Rows<Row>;
  /** The words of a row that the search looks in. */
  wordsOf: (row: Row) => (string | null)[];
  /** What stands where there is nothing yet. */
  empty: string;
  /** The rows that the search leaves. */
  children: (rows: Row[]) => ReactNode;
};

/** What the screens of records share: heading, add button, search, and every state of the list. */
export function RecordScreen<Row>(props: RecordScreenProps<Row>) {
  const { title, things, addLabel, onAdd, list, wordsOf, empty, children } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const all = list.state.is === 'ready' ? list.state.rows : [];
  const rows = all.filter((row) => matches(wordsOf(row), search));

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display text-3xl outline-none">
          {title}
        </h1>
        <Button disabled={list.state.is !== 'ready'} onClick={onAdd}>
          <Plus aria-hidden className="size-5" />
          {addLabel}
        </Button>
      </div>
      {list.state.is === 'loading' && (
        <div className="grid place-items-center py-20">
          <Spinner label={`Loading ${things}`} />
        </div>
      )}
      {list.state.is === 'failed' && (
        <div role="alert" className="py-16 text-center">
          <p className="mb-4">The {things} could not be loaded. Please try again in a moment.</p>
          <Button onClick={list.reload}>Try again</Button>
        </div>
      )}
      {all.length > 0 && (
        <input
          type="search"
          aria-label={`Search ${things}`}
          placeholder={`Search ${things}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-4 block min-h-11 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-ink-soft sm:max-w-sm"
        />
      )}
      {list.state.is === 'ready' && all.length === 0 && (
        <p className="py-16 text-center text-ink-soft">{empty}</p>
      )}
      <p role="status" className="text-center text-ink-soft">
        {all.length > 0 && rows.length === 0 && (
          <span className="block py-12">No {things} match your search.</span>
        )}
      </p>
      {rows.length > 0 && children(rows)}
    </>
  );
}
