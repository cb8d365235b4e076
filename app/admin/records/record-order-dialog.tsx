import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Client } from '#app/lib/client.ts';
import { isOrderChanged, isUnanswered } from '#app/lib/crud.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { getPublicationState } from '#app/lib/publication.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { moveItem, SortableGrid } from '../lists/sortable-grid.tsx';
import { openedQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { type OrderChange, type OrderedTable, setRecordOrder } from './set-record-order.ts';

export type OrderOptions = {
  table: Exclude<OrderedTable, 'list_entries'>;
  entityPlural: string;
  intro: string;
};

type OrderedRecord = {
  id: string;
  title: string;
  images: string[];
  is_active: boolean;
  published_at: string | null;
  is_featured: boolean;
  created_at: string;
};

type RecordOrderDialogProps = OrderOptions & {
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Moves sheds or projects with the pointer or the keyboard, and saves their order at once. */
export default function RecordOrderDialog(props: RecordOrderDialogProps) {
  const { table, entityPlural, intro, onClose, finalFocus } = props;
  const client = useAdminClient();
  const toasts = useToasts();
  const [moved, setMoved] = useState<OrderedRecord[]>();
  const [error, setError] = useState<string>();
  const query = useQuery({
    ...openedQueryOptions(table, 'order'),
    queryFn: () => listRecordsInOrder(client, table),
  });
  const records = moved ?? query.data ?? [];
  const isChanged = moved?.some(({ id }, n) => id !== query.data?.[n]?.id) ?? false;

  const key = `${table} order`;
  const { mutate: undo } = useMutation({
    mutationKey: [table],
    mutationFn: (change: OrderChange) => setRecordOrder(client, table, change),
    onSuccess: () => toasts.news('Order restored.', { key }),
    onError: (error, change) =>
      toasts.error(
        isOrderChanged(error)
          ? 'Someone else has changed the order. We kept theirs.'
          : explainFailure(error, "Couldn't restore the previous order."),
        {
          key,
          ...(!isOrderChanged(error) && {
            action: { label: 'Try again', run: () => undo(change) },
          }),
        },
      ),
  });
  const { mutate: save, isPending } = useMutation({
    mutationKey: [table],
    mutationFn: (change: OrderChange) => setRecordOrder(client, table, change),
    onSuccess(_, { ids, idsBefore }) {
      const back = { ids: idsBefore, idsBefore: ids };
      toasts.undoable(`The order of the ${entityPlural} was saved.`, () => undo(back), key);
      onClose();
    },
    onError: (error) =>
      setError(
        isOrderChanged(error)
          ? 'Someone else changed the order. Close this and open it again to see the latest order.'
          : explainFailure(error, "Couldn't save the order."),
      ),
  });

  function saveOrder() {
    if (records.length > maxOrdered) {
      setError(`You can put up to ${maxOrdered.toLocaleString('en-CA')} ${entityPlural} in order.`);
      return;
    }
    const listIds = (rows: OrderedRecord[]) => rows.map(({ id }) => id);
    save({ ids: listIds(records), idsBefore: listIds(query.data ?? []) });
  }

  function sort(next: OrderedRecord[]) {
    setError(undefined);
    setMoved(next);
  }

  return (
    <Dialog
      open
      size="lg"
      title="Change Order"
      hasUnsavedInput={isChanged}
      onClose={onClose}
      finalFocus={finalFocus}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {error}
          </p>
          {records.length > 1 && (
            <Button
              variant="secondary"
              disabled={isPending}
              onClick={() => sort(sortNewestFirst(records))}
            >
              Newest First
            </Button>
          )}
          <DialogClose>Cancel</DialogClose>
          <Button disabled={isPending || !isChanged} onClick={saveOrder}>
            {isPending ? 'Saving...' : 'Save Order'}
          </Button>
        </div>
      }
    >
      <p className="mb-4 text-ink-soft">{intro}</p>
      <ListStates entityPlural={entityPlural} shape="rows" query={query}>
        {() =>
          records.length === 0 ? (
            <p>There are no {entityPlural} yet.</p>
          ) : (
            [true, false].map((isFeatured) => (
              <OrderedGroup
                key={String(isFeatured)}
                title={isFeatured ? 'Featured' : 'Others'}
                records={records.filter(({ is_featured }) => is_featured === isFeatured)}
                onMove={(id, to) => sort(moveItem(records, id, to))}
              />
            ))
          )
        }
      </ListStates>
    </Dialog>
  );
}

type OrderedGroupProps = {
  title: string;
  records: OrderedRecord[];
  onMove: (id: string, to: string) => void;
};

function OrderedGroup({ title, records, onMove }: OrderedGroupProps) {
  const id = useId();
  if (records.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-5">
      <h3 id={id} className="mb-2 font-semibold">
        {title}
      </h3>
      <SortableGrid label={title} rows={records} onMove={onMove} className="grid gap-1.5">
        {({ title, images: [cover], ...row }, handle) => (
          <div className="flex min-w-0 items-center gap-3 rounded-md border border-line bg-sheet py-1 pr-3 pl-3">
            {handle}
            {cover && (
              <Thumbnail
                path={cover}
                alt=""
                width={320}
                className="h-11 w-14 shrink-0 rounded-sm"
              />
            )}
            <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
              {title}
              {getNote(row) && <span className="text-ink-soft text-sm"> ({getNote(row)})</span>}
            </span>
          </div>
        )}
      </SortableGrid>
    </section>
  );
}

function getNote(record: Pick<OrderedRecord, 'is_active' | 'published_at'>): string | undefined {
  const state = getPublicationState(record, new Date());
  return state === 'published' ? undefined : state === 'draft' ? 'inactive' : state;
}

const explainFailure = (error: unknown, failed: string) =>
  isUnanswered(error)
    ? "The server didn't respond. It's safe to try again."
    : `${failed} Please try again.`;

function sortNewestFirst(records: readonly OrderedRecord[]): OrderedRecord[] {
  return [...records].sort(
    (one, other) =>
      Number(other.is_featured) - Number(one.is_featured) ||
      other.created_at.localeCompare(one.created_at) ||
      one.id.localeCompare(other.id),
  );
}

/** Lists sheds or projects as visitors see them by default, inactive and scheduled ones included. */
function listRecordsInOrder(
  client: Client,
  table: OrderOptions['table'],
): Promise<OrderedRecord[]> {
  return fetchAllPages((first, last) =>
    client
      .from(table as 'shed_listings')
      .select('id, title, images, is_active, is_featured, published_at, created_at', {
        count: 'exact',
      })
      .order('is_featured', { ascending: false })
      .order('order_index', { nullsFirst: true })
      .order('created_at', { ascending: false })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
}

/** The database accepts no more (set_record_order). */
const maxOrdered = 5000;
