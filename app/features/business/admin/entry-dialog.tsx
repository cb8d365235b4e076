import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { invalidateTable, openedQueryOptions } from '#app/admin/query-client.ts';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { getCheckMessage, insertRow, isUniqueViolation, updateUnchanged } from '#app/lib/crud.ts';
import type { ListName } from '#app/lib/options.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { labelClass, TextField } from '#app/ui/field.tsx';
import { countEntryUses, createEntryForm, describeUses, entryTaken } from '../list-entry-form.ts';
import type { ListEntry } from '../own-lists.ts';

/** A stored entry, or a new one. */
export type EditedEntry = { list: ListName; noun: string; row?: ListEntry };

type Columns = Pick<ListEntry, 'list' | 'name' | 'swatch'>;

const fields = { list: 'List', name: 'Name', swatch: 'Colour sample' };

/** The tables that show a renamed value. */
const renamedTables = ['shed_listings', 'past_projects', 'reviews', 'quote_requests'];

type EntryDialogProps = { edited: EditedEntry; others: ListEntry[]; onClose: () => void };

export function EntryDialog({ edited: { list, noun, row }, others, onClose }: EntryDialogProps) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const names = others.map(({ name }) => name);
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm({
    resolver: zodResolver(createEntryForm(list, names)),
    defaultValues: { name: row?.name ?? '', swatch: row?.swatch ?? '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const { data: uses } = useQuery({
    ...openedQueryOptions('list_entries', 'uses', row?.id ?? ''),
    queryFn: () => countEntryUses(client, row?.id ?? ''),
    enabled: row !== undefined,
  });
  const used = describeUses(uses ?? {});
  const { error, save, dialogs } = useRecordSaving<ListEntry, Columns>({
    entity: 'entry',
    fields,
    row,
    insert: (columns, id) => insertRow(client, 'list_entries', { ...columns, id }),
    update: (version, columns) => updateUnchanged(client, 'list_entries', version, columns),
    name: ({ name }) => name,
    onDone() {
      setSaved(true);
      onClose();
      for (const table of ['list_entries', ...renamedTables]) {
        void invalidateTable(queryClient, table);
      }
    },
    onError(caught) {
      const message = isUniqueViolation(caught) ? entryTaken : getCheckMessage(caught);
      if (!message) return false;
      setError('name', { message }, { shouldFocus: true });
      return true;
    },
  });
  return (
    <Dialog
      open
      title={row ? `Edit ${noun}` : `Add ${noun}`}
      hasUnsavedInput={isDirty && !isSaved}
      onClose={onClose}
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={handleSubmit(({ name, swatch }) => save({ list, name, swatch: swatch || null }))}
      >
        <p role="alert" className="font-medium text-barn empty:hidden">
          {error}
        </p>
        <TextField
          label="Name"
          required
          autoComplete="off"
          hint={
            used && `If you rename it, we'll update ${used} too. Quotes you've sent stay the same.`
          }
          error={errors.name?.message}
          {...register('name')}
        />
        {list === 'color' && (
          <SwatchField
            swatch={watch('swatch')}
            onChange={(swatch) => setValue('swatch', swatch, { shouldDirty: true })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
          <DialogClose>Cancel</DialogClose>
        </div>
        {dialogs}
      </form>
    </Dialog>
  );
}

type SwatchFieldProps = { swatch: string; onChange: (swatch: string) => void };

function SwatchField({ swatch, onChange }: SwatchFieldProps) {
  return (
    <div>
      <label htmlFor="entry-swatch" className={labelClass}>
        Colour sample <span className="font-normal text-ink-soft">(optional)</span>
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id="entry-swatch"
          type="color"
          value={swatch || unknownSwatch}
          aria-describedby="entry-swatch-hint"
          onChange={({ target }) => onChange(target.value)}
          className="h-12 w-24 cursor-pointer rounded-md border border-line-firm bg-sheet p-1"
        />
        {swatch && (
          <Button variant="secondary" onClick={() => onChange('')}>
            Remove the sample
          </Button>
        )}
      </div>
      <p id="entry-swatch-hint" className="mt-1.5 text-ink-soft text-sm leading-snug">
        Shown next to the name in the colour filter on the sheds page.
      </p>
    </div>
  );
}

/** Of unknown colours in the filter. */
const unknownSwatch = '#9ca3a0';
