import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { PageLinks } from '../lists/page-links.tsx';
import { headingId } from '../lists/return-focus.ts';
import { useAddressSearch } from '../lists/use-address.ts';
import { SearchField } from './search-field.tsx';
import type { Records, ShownRecords } from './use-records.ts';

type RecordScreenProps<Row> = {
  title: string;
  /** What the list holds, in the plural, for sentences such as 'Loading projects'. */
  things: string;
  addLabel: string;
  onAdd: () => void;
  list: Records<Row>;
  /** What stands where there is nothing yet. */
  empty: string;
  /** The rows of the page in sight. */
  children: (rows: Row[], shown: ShownRecords<Row>) => ReactNode;
};

/**
 * What the screens of records share: heading, add button, search, pages, and every state of the
 * list.
 */
export function RecordScreen<Row>(props: RecordScreenProps<Row>) {
  const { title, things, addLabel, onAdd, list, empty, children } = props;
  const [typed, setTyped] = useAddressSearch();
  const { state } = list;

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 id={headingId} tabIndex={-1} className="display scroll-mt-6 text-3xl outline-none">
          {title}
        </h1>
        <Button disabled={state.is !== 'ready'} onClick={onAdd}>
          <Plus aria-hidden className="size-5" />
          {addLabel}
        </Button>
      </div>
      <ListStates things={things} list={list}>
        {(shown) => {
          if (shown.total === 0) return <p className="py-16 text-center text-ink-soft">{empty}</p>;
          return (
            <>
              <SearchField
                things={things}
                value={typed}
                searching={shown.of.search.trim() !== ''}
                onChange={setTyped}
                all={shown.total}
                found={shown.found.all}
              />
              {children(shown.rows, shown)}
              <PageLinks
                page={shown.page}
                pages={shown.pages}
                addressOf={list.addressOf}
                onTurn={() => document.getElementById(headingId)?.focus()}
              />
            </>
          );
        }}
      </ListStates>
    </>
  );
}
