import type { SupabaseClient } from '@supabase/supabase-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  CircleDollarSign,
  Files,
  Pin,
  PinOff,
  ToggleLeft,
  ToggleRight,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import type { Client } from '#app/lib/client.ts';
import { getFirstRow, isUnanswered } from '#app/lib/crud.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { getPublicationState } from '#app/lib/publication.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { RowMenu } from '../lists/row-actions.tsx';
import { BulkButton, SelectionActions } from '../lists/selection.tsx';
import { logError } from '../log-error.ts';
import { invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { useDeletion } from './use-deletion.tsx';
import { explainRefusedChange } from './use-records.tsx';

export type SelectableRow = {
  id: string;
  title: string;
  is_active: boolean;
  is_featured: boolean;
  published_at: string | null;
  created_at: string;
  updated_at: string;
};

export type SelectionOptions = {
  table: 'shed_listings' | 'past_projects';
  entity: 'shed' | 'project';
  /** What the question before a deletion calls one, such as 'shed listing'. */
  record: string;
  onOpen: (row: { id: string }) => void;
  onChangePrices?: (ids: ReadonlySet<string>) => void;
};

type RecordActionsProps = SelectionOptions & { rows: SelectableRow[]; onDone: () => void };

type Flag = 'is_active' | 'is_featured';
type Change = { ids: string[]; flag: Flag; value: boolean };

const flagActions = [
  {
    flag: 'is_active',
    value: true,
    label: 'Set active',
    Icon: ToggleRight,
    done: 'shown on the website',
  },
  {
    flag: 'is_active',
    value: false,
    label: 'Set inactive',
    Icon: ToggleLeft,
    done: 'no longer shown on the website',
  },
  { flag: 'is_featured', value: true, label: 'Feature', Icon: Pin, done: 'featured' },
  {
    flag: 'is_featured',
    value: false,
    label: 'Unfeature',
    Icon: PinOff,
    done: 'no longer featured',
  },
] as const;

const be = (count: number, plural: 'are' | 'were' = 'are') =>
  count > 1 ? plural : plural === 'are' ? 'is' : 'was';

export default function RecordActions(props: RecordActionsProps) {
  const { table, entity, record, rows, onOpen, onChangePrices, onDone } = props;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const copyIds = useRef(new Map<string, string>());
  const ids = rows.map(({ id }) => id);
  const key = `${table} of several`;
  const count = (number: number) => pluralize(number, entity);

  function explainFailure(error: unknown, failed: string, check: string) {
    toasts.error(explainRefusedChange(error, { failed, check }), { key });
    if (isUnanswered(error)) void invalidateTable(queryClient, table);
  }

  const flags = useMutation({
    mutationKey: [table],
    mutationFn: ({ ids, flag, value }: Change) => setFlag(client, table, ids, flag, value),
    onSuccess(changed, { ids, flag, value }) {
      const done = flagActions.find((item) => item.flag === flag && item.value === value)?.done;
      const missing = ids.length - changed.length;
      const scheduled =
        flag === 'is_active' && value
          ? countScheduled(rows.filter(({ id }) => changed.includes(id)))
          : 0;
      const outcome =
        scheduled > 0 ? `active. ${count(scheduled)} ${be(scheduled)} scheduled for later` : done;
      if (changed.length > 0)
        toasts.news(`${count(changed.length)} ${be(changed.length)} ${outcome}.`, { key });
      if (missing > 0)
        toasts.error(
          `${count(missing)} couldn't be found. ${missing === 1 ? 'It' : 'They'} may already have been deleted.`,
        );
      onDone();
    },
    onError: (error, { ids }) =>
      explainFailure(
        error,
        `Couldn't change ${count(ids.length)}.`,
        `Check whether ${count(ids.length)} changed`,
      ),
  });

  const copying = useMutation({
    mutationKey: [table],
    async mutationFn(originals: SelectableRow[]) {
      // A copy whose answer was lost is not made twice.
      const copies = originals.map((row) => {
        const id = copyIds.current.get(row.id) ?? createUuid();
        copyIds.current.set(row.id, id);
        return toCopy(row, id);
      });
      await insertMissingRows(client, table, copies);
      return copies;
    },
    onSuccess(copies) {
      copyIds.current.clear();
      const what = pluralize(copies.length, 'copy', 'copies');
      const next =
        copies.length === 1
          ? "Set it active when it's ready."
          : "Set them active when they're ready.";
      toasts.news(`${what} added. ${next}`, { key });
      onDone();
      const [copy, ...others] = copies;
      if (copy && others.length === 0) onOpen(copy);
    },
    onError: (error, originals) =>
      explainFailure(
        error,
        `Couldn't copy ${count(originals.length)}.`,
        `Check whether ${count(originals.length)} ${originals.length === 1 ? 'was' : 'were'} copied`,
      ),
  });

  async function undo(deleted: SelectableRow[], key: string) {
    const what = count(deleted.length);
    try {
      await insertMissingRows(client, table, deleted);
    } catch (error) {
      logError(`Restore failed: ${what}`, error);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : `Couldn't restore ${what}. Please try again.`,
        { key, action: { label: 'Try again', run: () => undo(deleted, key) } },
      );
      return;
    }
    await invalidateTable(queryClient, table);
    toasts.news(`${what} ${be(deleted.length, 'were')} restored.`, { key });
  }

  const deletion = useDeletion<{ id: string; rows: SelectableRow[] }, SelectableRow[]>({
    table,
    question: `Are you sure you want to delete ${rows.length === 1 ? `this ${record}` : `these ${pluralize(rows.length, record)}`}?`,
    remove: (client, batch) =>
      deleteRows(
        client,
        table,
        batch.rows.map(({ id }) => id),
      ),
    onSuccess(returned, batch) {
      const deleted = returned ?? batch.rows;
      const news = `${count(deleted.length)} ${be(deleted.length, 'were')} deleted.`;
      const key = `${table} ${batch.id} deletion`;
      toasts.undoable(news, () => undo(deleted, key), key);
      onDone();
    },
    explainError: (message) => `Couldn't delete ${count(rows.length)}: ${message}`,
  });

  const busy = flags.isPending || copying.isPending;
  const actions = [
    ...flagActions
      .filter(({ flag, value }) => rows.some((row) => row[flag] !== value))
      .map(({ flag, value, ...face }) => ({
        ...face,
        onClick: () => flags.mutate({ ids, flag, value }),
      })),
    ...(onChangePrices
      ? [
          {
            label: 'Change prices',
            Icon: CircleDollarSign,
            onClick: () => onChangePrices(new Set(ids)),
          },
        ]
      : []),
    { label: 'Duplicate', Icon: Files, onClick: () => copying.mutate(rows) },
    {
      label: 'Delete',
      Icon: Trash2,
      onClick: () => deletion.ask({ id: ids.join(), rows }),
    },
  ];
  const [first, ...others] = actions.map(({ label, Icon, onClick }) => ({
    ...{ label, Icon, busy, onClick },
  }));

  return (
    <>
      <SelectionActions status={`${count(rows.length)} selected`} busy={busy} onClear={onDone}>
        {first && <BulkButton {...first} />}
        {others.map((action) => (
          <BulkButton key={action.label} {...action} className="max-sm:hidden" />
        ))}
        <RowMenu
          what={`${count(rows.length)} selected`}
          items={others}
          className="justify-self-end"
        />
      </SelectionActions>
      {deletion.dialogs}
    </>
  );
}

function countScheduled(rows: SelectableRow[]): number {
  const now = new Date();
  return rows.filter(
    ({ published_at }) =>
      getPublicationState({ is_active: true, published_at }, now) === 'scheduled',
  ).length;
}

const maxTitleLength = 200;

/**
 * A copy that visitors don't see yet, and without a date from which they would. Both rows name the same images, which no
 * deletion removes.
 */
export function toCopy(
  { created_at: _created, updated_at: _updated, ...row }: SelectableRow,
  id: string,
) {
  const suffix = ' (copy)';
  const title = [...row.title].slice(0, maxTitleLength - suffix.length).join('');
  return {
    ...row,
    ...{ id, title: `${title}${suffix}`, order_index: null },
    ...{ is_active: false, is_featured: false, published_at: null },
  };
}

// The typed client has no type for a table that is a parameter.
const fromTable = (client: SupabaseClient, table: SelectionOptions['table']) => client.from(table);

async function setFlag(
  client: Client,
  table: SelectionOptions['table'],
  ids: string[],
  flag: Flag,
  value: boolean,
): Promise<string[]> {
  const { data } = await fromTable(client, table)
    .update({ [flag]: value })
    .in('id', ids)
    .select('id')
    .throwOnError();
  return data.map(({ id }) => id);
}

async function deleteRows(
  client: Client,
  table: SelectionOptions['table'],
  ids: string[],
): Promise<SelectableRow[]> {
  const { data } = await fromTable(client, table).delete().in('id', ids).select().throwOnError();
  getFirstRow(data);
  return data;
}

const rowsPerRequest = 20;

/** Inserts rows. Those that are there already, because the answer to an earlier call was lost, stay as they are. */
async function insertMissingRows(
  client: Client,
  table: SelectionOptions['table'],
  rows: object[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerRequest) {
    await fromTable(client, table)
      .upsert(rows.slice(first, first + rowsPerRequest), { ignoreDuplicates: true })
      .throwOnError();
  }
}
