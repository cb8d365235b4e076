import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { matches } from '#app/domain/search.ts';
import { Button } from '#app/ui/button.tsx';
import { headingId } from '../enquiries/return-focus.ts';
import type { Rows } from '../enquiries/use-rows.ts';
import { ListStates } from './list-states.tsx';
import { SearchField } from './search-field.tsx';
import { useAddressSearch } from './use-address.ts';

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
  children: (rows: Row[], searching: boolean) => ReactNode;
};

/** What the screens of records share: heading, add button, search, and every state of the list. */
export function RecordScreen<Row>(props: RecordScreenProps<Row>) {
  const { title, things, addLabel, onAdd, list, wordsOf, empty, children } = props;
  const [typed, setTyped] = useAddressSearch();
  const search = useDeferredValue(typed);

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
      <ListStates things={things} list={list}>
        {(all) => {
          if (all.length === 0) return <p className="py-16 text-center text-ink-soft">{empty}</p>;
          const rows = all.filter((row) => matches(wordsOf(row), search));
          return (
            <>
              <SearchField
                things={things}
                value={typed}
                onChange={setTyped}
                all={all.length}
                found={rows.length}
              />
              {children(rows, search.trim() !== '')}
            </>
          );
        }}
      </ListStates>
    </>
  );
}
