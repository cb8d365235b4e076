import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Client } from '#app/lib/client.ts';
import { isUnanswered, RowChanged, RowNotFound, type Version } from '#app/lib/crud.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { EditedImages } from '../images/use-images.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import { createRecordSaver, type Saving, type Writes } from './save-record.ts';
import type { EditingDialog } from './use-records.tsx';
import type { FieldDifference, Fields } from './version-conflict.ts';

type RecordDialogProps<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
> = EditingDialog<Row> & {
  entity: string;
  fields: Fields<NoInfer<Columns>>;
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  form: UseFormReturn<Input, unknown, Output>;
  images?: EditedImages;
  uploading?: boolean;
  /** True while text is typed in a field that is not part of the form's values. */
  hasPendingInput?: boolean;
  toColumns: (values: Output) => NoInfer<Columns> | Promise<NoInfer<Columns>>;
  defaults?: Partial<NoInfer<Columns>>;
  insert: (client: Client, columns: NoInfer<Columns> & { id: string }) => Promise<Row>;
  update: (client: Client, version: Version, columns: Partial<Columns>) => Promise<Row>;
  getName: (row: Row) => string;
  baseVersion?: Version | undefined;
  onError?: (error: unknown) => boolean;
  children: ReactNode;
};

export function RecordDialog<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
>(props: RecordDialogProps<Input, Output, Columns, Row>) {
  const { form, images, toColumns, insert, update, finalFocus } = props;
  const id = useId();
  // True once the record is saved or the input discarded: the dialog then closes without a confirmation.
  const isSettled = useRef(false);
  function closeAndReset(close: () => void) {
    isSettled.current = true;
    close();
  }
  const client = useAdminClient();
  const { error, save, dialogs } = useRecordSaving<Row, Columns>({
    entity: props.entity,
    fields: props.fields,
    row: props.row,
    defaults: props.defaults,
    baseVersion: props.baseVersion,
    insert: (columns, id) => insert(client, { ...columns, id }),
    update: (version, columns) => update(client, version, columns),
    beforeSave: images?.saveAltTexts,
    name: props.getName,
    onDone: () => closeAndReset(props.onSaved),
    onError: props.onError,
  });
  const { isDirty, isSubmitting: saving } = form.formState;
  const uploading = images?.uploading || props.uploading;
  const [isIncomplete, setIncomplete] = useState(false);
  const missing = images?.images.find(({ failed }) => failed);
  const notUploaded =
    isIncomplete && missing && `${missing.name} didn't upload. Try again or remove it.`;
  const problem = notUploaded || error;
  const hasUnsavedInput = isDirty || (images?.changed ?? false) || props.hasPendingInput === true;

  return (
    <Dialog
      open
      inUrl
      size={props.size ?? 'lg'}
      title={props.title}
      hasUnsavedInput={() => hasUnsavedInput && !isSettled.current}
      onClose={() => closeAndReset(props.onClose)}
      finalFocus={finalFocus}
      footer={
        <>
          <p role="alert" className="font-medium text-barn empty:hidden">
            {problem}
          </p>
          <div className={`flex flex-wrap justify-end gap-3 ${problem ? 'mt-2' : ''}`}>
            <DialogClose>Cancel</DialogClose>
            <Button type="submit" form={id} disabled={saving || uploading}>
              {uploading ? 'Uploading...' : saving ? 'Saving...' : props.submitLabel}
            </Button>
          </div>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={form.handleSubmit(async (values) => {
          if (isSettled.current) return;
          setIncomplete(missing !== undefined);
          if (!missing) await save(await toColumns(values));
        })}
      >
        {props.children}
        {dialogs}
      </form>
    </Dialog>
  );
}

/** Loaded with the first conflict. */
async function loadConflicts() {
  const [dialogs, rules] = await Promise.all([
    import('./conflict-dialog.tsx'),
    import('./version-conflict.ts'),
    import('../rich-text/rich-text-view.tsx'),
  ]);
  return { ...dialogs, ...rules };
}

type Conflicts = Awaited<ReturnType<typeof loadConflicts>>;

type Options<Row extends Version, Columns> = Writes<Row, Columns> & {
  entity: string;
  fields: Fields<NoInfer<Columns>>;
  row: Row | undefined;
  defaults?: Partial<Columns> | undefined;
  baseVersion?: Version | undefined;
  beforeSave?: (() => Promise<void>) | undefined;
  name?: (row: Row) => string;
  onDone: (row: Row, outcome: 'saved' | 'theirs') => void;
  finalFocus?: () => HTMLElement | null;
  onError?: ((error: unknown) => boolean) | undefined;
};

type Conflict<Row, Columns> = { conflicts: Conflicts; mine: Columns } & (
  | {
      type: 'changed';
      theirs: Row;
      changedBy: RowChanged<Row>['changedBy'];
      differences: FieldDifference[];
    }
  | { type: 'deleted' }
);

/**
 * Saves a row unless someone else has saved it since it was read; then a dialog offers both versions.
 * Render `dialogs` inside the form's dialog, or next to the form.
 */
export function useRecordSaving<Row extends Version & Columns, Columns extends object>(
  options: Options<Row, Columns>,
): { error: string | undefined; save: (columns: Columns) => Promise<void>; dialogs: ReactNode } {
  const { entity, row, defaults = {}, baseVersion, name, onDone } = options;
  const base = row ?? defaults;
  const { fields } = options;
  const toasts = useToasts();
  const [saveRecord] = useState(() => createRecordSaver<Row, Columns>(fields));
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Columns>>();
  const focus = useReturnFocus();

  function finish(saved: Row, outcome: 'saved' | 'theirs') {
    setConflict(undefined);
    if (name) {
      toasts.news(outcome === 'saved' ? `${name(saved)} saved.` : 'We kept their version.', {
        key: `${entity} ${saved.id}`,
      });
    }
    onDone(saved, outcome);
  }

  function handleError(caught: unknown, { version, mine }: Saving<Columns>, conflicts?: Conflicts) {
    if (conflicts && caught instanceof RowChanged) {
      const theirs = caught.row as Row;
      const differences = conflicts.getDifferences(fields, mine, theirs, base);
      const { changedBy } = caught;
      // No difference: both saved the same values, or an earlier response was lost.
      if (!differences.some(({ isMine }) => isMine)) finish(theirs, 'saved');
      else setConflict({ type: 'changed', conflicts, mine, theirs, changedBy, differences });
    } else if (conflicts && caught instanceof RowNotFound && version) {
      setConflict({ type: 'deleted', conflicts, mine });
    } else {
      setConflict(undefined);
      logError(`Save failed: ${entity}`, caught);
      if (!options.onError?.(caught)) {
        setError(
          isUnanswered(caught)
            ? "The server didn't respond. It's safe to try again."
            : `Couldn't save the ${entity}. Please try again.`,
        );
      }
    }
  }

  const { mutateAsync, isPending } = useMutation({
    async mutationFn(saving: Saving<Columns>) {
      await options.beforeSave?.();
      return saveRecord(saving, options);
    },
    onSuccess: (saved) => finish(saved, 'saved'),
    async onError(caught, saving) {
      const isConflict = caught instanceof RowChanged || caught instanceof RowNotFound;
      if (!isConflict) return handleError(caught, saving);
      await loadConflicts().then(
        (conflicts) => handleError(caught, saving, conflicts),
        // If the dialogs cannot be loaded, the form keeps its input.
        (loadError) => handleError(loadError, saving),
      );
    },
  });

  function save(saving: Saving<Columns>): Promise<void> {
    setError(undefined);
    const handled = () => undefined;
    return mutateAsync(saving).then(handled, handled);
  }

  const dialogProps = {
    entity,
    busy: isPending,
    onClose: () => setConflict(undefined),
    finalFocus: options.finalFocus ?? focus.finalFocus,
  };
  function renderConflict() {
    if (!conflict) return null;
    const { conflicts, mine } = conflict;
    if (conflict.type === 'deleted') {
      return (
        <conflicts.DeletedConflictDialog
          {...dialogProps}
          onSaveAsNew={() => save({ version: undefined, mine })}
        />
      );
    }
    const { theirs, differences, changedBy } = conflict;
    return (
      <conflicts.ConflictDialog
        {...dialogProps}
        key={theirs.updated_at}
        {...{ mine, theirs, differences, changedBy }}
        onTakeTheirs={() => finish(theirs, 'theirs')}
        onKeepMine={() => {
          const changes = conflicts.getChangedColumns(fields, mine, theirs, base);
          return save({ version: theirs, mine, changes });
        }}
      />
    );
  }

  return {
    error,
    save(columns) {
      focus.remember();
      return save({ version: baseVersion ?? row, mine: columns });
    },
    dialogs: renderConflict(),
  };
}
