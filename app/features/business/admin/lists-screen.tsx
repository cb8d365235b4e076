import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeletedLink } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { moveItem, SortableGrid } from '#app/admin/lists/sortable-grid.tsx';
import { invalidateTable } from '#app/admin/query-client.ts';
import { setRecordOrder } from '#app/admin/records/set-record-order.ts';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import {
  deleteRow,
  getServerMessage,
  insertRow,
  isOrderChanged,
  isUniqueViolation,
} from '#app/lib/crud.ts';
import { fixedLists, type ListName } from '#app/lib/options.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { countEntryUses, describeUnchanged, maxOwnEntries } from '../list-entry-form.ts';
import { type ListEntry, listEntries, listEntriesKey } from '../own-lists.ts';
import { type EditedEntry, EntryDialog } from './entry-dialog.tsx';

type ListLabels = { title: string; noun: string; intro: string };

const lists: Record<ListName, ListLabels> = {
  project_type: {
    title: 'Project types',
    noun: 'Project Type',
    intro:
      'Used for quote requests, past projects and reviews. Visitors can filter your recent work by type once you have a project of that type.',
  },
  material: {
    title: 'Materials',
    noun: 'Material',
    intro: 'Used for shed listings, quote requests and the filters on the sheds page.',
  },
  color: {
    title: 'Colours',
    noun: 'Colour',
    intro: 'Used for shed listings, quote requests and the filters on the sheds page.',
  },
  size: {
    title: 'Sizes',
    noun: 'Size',
    intro:
      'Used for shed listings and quote requests. Visitors filter by Small, Medium and Large, and find other sizes under Other.',
  },
  style: {
    title: 'Styles',
    noun: 'Style',
    intro: 'Used for shed listings, quote requests and the filters on the sheds page.',
  },
};

const listNames = Object.keys(lists) as ListName[];

export default function ListsScreen() {
  const client = useAdminClient();
  const [edited, setEdited] = useState<EditedEntry>();
  const query = useQuery({ queryKey: listEntriesKey, queryFn: () => listEntries(client) });
  const deletion = useEntryDeletion();
  return (
    <>
      <PageHeader
        title="Lists"
        intro="Add your own options to forms and filters. They're listed after the standard ones, which you can't remove."
      />
      <p className="mt-3 max-w-3xl">
        Your own entries don't appear in the shed designer. To name the designer's colours, go to
        the{' '}
        <Link to="/admin/price-list?tab=visitors" className="drawn-link">
          designer settings
        </Link>
        .
      </p>
      <div className="mt-6 grid max-w-3xl gap-5">
        <ListStates entityPlural="lists" shape="rows" query={query}>
          {(entries) =>
            listNames.map((list) => (
              <ListSection
                key={list}
                list={list}
                entries={entries.filter((entry) => entry.list === list)}
                onAdd={() => setEdited({ list, noun: lists[list].noun })}
                onEdit={(row) => setEdited({ list, noun: lists[list].noun, row })}
                onDelete={deletion.ask}
              />
            ))
          }
        </ListStates>
        <DeletedLink table="list_entries" />
      </div>
      {edited && (
        <EntryDialog
          edited={edited}
          others={(query.data ?? []).filter(
            ({ id, list }) => list === edited.list && id !== edited.row?.id,
          )}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deletion.dialogs}
    </>
  );
}

/** Asks with the number of records that use the entry. */
function useEntryDeletion() {
  const client = useAdminClient();
  const [question, setQuestion] = useState('');
  const { ask, dialogs } = useUndoableDeletion<ListEntry>({
    table: 'list_entries',
    entity: 'entry',
    question,
    getName: ({ name }) => name,
    remove: (client, id) => deleteRow(client, 'list_entries', id),
    restore: (client, row) => insertRow(client, 'list_entries', row),
    explainError: (error) =>
      isUniqueViolation(error) ? 'Someone added this entry again.' : getServerMessage(error),
  });
  return {
    dialogs,
    async ask(entry: ListEntry) {
      // Without the count the sentence is true all the same.
      const keeping = await countEntryUses(client, entry.id).then(
        describeUnchanged,
        () => "Records that use it won't change.",
      );
      setQuestion(`Delete “${entry.name}” from the list? ${keeping}`.trim());
      ask(entry);
    },
  };
}

type ListSectionProps = {
  list: ListName;
  entries: ListEntry[];
  onAdd: () => void;
  onEdit: (entry: ListEntry) => void;
  onDelete: (entry: ListEntry) => void;
};

function ListSection({ list, entries, onAdd, onEdit, onDelete }: ListSectionProps) {
  const { title, noun, intro } = lists[list];
  const move = useMove(list, entries);
  return (
    <FormSection title={title} intro={intro}>
      <p>
        <span className="text-ink-soft">Always on the list:</span> {fixedLists[list].join(', ')}
      </p>
      {entries.length > 0 && (
        <SortableGrid
          label={`Your own ${title.toLowerCase()}`}
          rows={entries.map((entry) => ({ ...entry, title: entry.name }))}
          onMove={move}
          className="mt-4 grid gap-1.5"
        >
          {(entry, handle) => (
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 rounded-md border border-line bg-sheet py-1 pr-2 pl-3">
              {handle}
              {entry.swatch && (
                <span
                  aria-hidden
                  className="size-6 shrink-0 border border-line-firm"
                  style={{ background: entry.swatch }}
                />
              )}
              <span className="min-w-0 flex-1 basis-32 py-2 leading-snug wrap-anywhere">
                {entry.name}
              </span>
              <span className="flex gap-2">
                <Button
                  variant="secondary"
                  aria-label={`Edit: ${entry.name}`}
                  onClick={() => onEdit(entry)}
                >
                  Edit
                </Button>
                <Button
                  variant="secondary"
                  aria-label={`Delete: ${entry.name}`}
                  onClick={() => onDelete(entry)}
                >
                  Delete
                </Button>
              </span>
            </div>
          )}
        </SortableGrid>
      )}
      {entries.length < maxOwnEntries ? (
        <Button variant="secondary" className="mt-4" onClick={onAdd}>
          Add {noun}
        </Button>
      ) : (
        <p className="mt-4">
          This list is full ({maxOwnEntries} entries). Delete one to add another.
        </p>
      )}
    </FormSection>
  );
}

/** Moves an entry to the place of another one, and shows it there at once. */
function useMove(list: ListName, entries: ListEntry[]) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const key = `order of ${list}`;
  const { mutate } = useMutation({
    mutationKey: listEntriesKey,
    mutationFn: (moved: ListEntry[]) =>
      setRecordOrder(client, 'list_entries', {
        ids: moved.map(({ id }) => id),
        idsBefore: entries.map(({ id }) => id),
      }),
    async onMutate(moved) {
      await queryClient.cancelQueries({ queryKey: listEntriesKey });
      queryClient.setQueryData<ListEntry[]>(listEntriesKey, (all = []) => [
        ...all.filter((entry) => entry.list !== list),
        ...moved,
      ]);
    },
    onSuccess: () => toasts.clear(key),
    onError(error) {
      toasts.error(
        isOrderChanged(error)
          ? 'Someone else changed the order. The list shows their order.'
          : "Couldn't save the order. Please try again.",
        { key },
      );
      return invalidateTable(queryClient, 'list_entries');
    },
  });
  return (id: string, to: string) => mutate(moveItem(entries, id, to));
}
