import { type ReactNode, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Version } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import type { Pictures } from '../pictures/use-pictures.ts';
import { useAdminClient } from '../session.ts';
import { UnsavedInput } from './unsaved-input.tsx';
import type { EditingDialog } from './use-editing.ts';
import { useRecordSaving } from './use-record-saving.tsx';

type RecordDialogProps<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
> = EditingDialog<Row> & {
  /** What is created or changed, such as 'project'. */
  entity: string;
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  form: UseFormReturn<Input, unknown, Output>;
  /** The record's images, if it has any; their alt texts are saved with it. */
  pictures?: Pictures;
  /** Whether something besides the images is being uploaded. */
  uploading?: boolean;
  /** The columns that the entered values are stored in. */
  toColumns: (values: Output) => NoInfer<Columns> | Promise<NoInfer<Columns>>;
  /** What the form of a new record starts with; left out if that is nothing. */
  defaults?: Partial<NoInfer<Columns>>;
  insert: (client: Client, columns: NoInfer<Columns>) => Promise<Row>;
  update: (client: Client, version: Version, columns: Partial<Columns>) => Promise<Row>;
  /** How a sentence about the record begins. */
  nameOf: (row: Row) => string;
  /** The version that the input is based on, if that is an older one than `row`. */
  baseVersion?: Version | undefined;
  /** Returns true for an error that it has shown itself, such as by a field. */
  onError?: (error: unknown) => boolean;
  children: ReactNode;
};

/**
 * The dialog that a record is created or changed in, around the fields of its form. It never
 * overwrites what others have saved meanwhile, and asks before unsaved input is lost by closing it,
 * by navigating or by closing the tab. Render it only while it is open, so that its state starts anew.
 */
export function RecordDialog<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
>(props: RecordDialogProps<Input, Output, Columns, Row>) {
  const { form, pictures, toColumns, insert, update, onClose, finalFocus } = props;
  const id = useId();
  const client = useAdminClient();
  const { error, save, dialogs } = useRecordSaving<Row, Columns>({
    entity: props.entity,
    row: props.row,
    defaults: props.defaults,
    baseVersion: props.baseVersion,
    insert: (columns) => insert(client, columns),
    update: (version, columns) => update(client, version, columns),
    beforeSave: pictures?.saveTexts,
    name: props.nameOf,
    onDone: props.onSaved,
    onError: props.onError,
  });
  const { isDirty, isSubmitting: saving } = form.formState;
  const uploading = pictures?.uploading || props.uploading;
  const hasUnsavedInput = isDirty || (pictures?.changed ?? false);

  return (
    <Dialog
      open
      size={props.size ?? 'lg'}
      title={props.title}
      hasUnsavedInput={hasUnsavedInput}
      onClose={onClose}
      finalFocus={finalFocus}
      footer={
        <>
          <p role="alert" className="font-medium text-barn empty:hidden">
            {error}
          </p>
          <div className={`flex flex-wrap justify-end gap-3 ${error ? 'mt-2' : ''}`}>
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
        onSubmit={form.handleSubmit(async (values) => save(await toColumns(values)))}
      >
        {props.children}
        {dialogs}
      </form>
      <UnsavedInput when={hasUnsavedInput && !saving} />
    </Dialog>
  );
}
