import { type ReactNode, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Version } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import type { Pictures } from '../pictures/use-pictures.ts';
import { useAdminClient } from '../session.ts';
import type { ShownField } from './conflict-dialog.tsx';
import { UnsavedInput } from './unsaved-input.tsx';
import type { EditingDialog } from './use-editing.ts';
import { useRecordSaving } from './use-record-saving.tsx';

type RecordDialogProps<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
> = EditingDialog<Row> & {
  /** What is made or changed, such as 'project'. */
  thing: string;
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  form: UseFormReturn<Input, unknown, Output>;
  /** The record's pictures, where it has some: their texts are saved with it. */
  pictures?: Pictures;
  /** Whether something besides the pictures is on its way to storage. */
  uploading?: boolean;
  /** What is stored of what was entered. */
  toColumns: (values: Output) => NoInfer<Columns> | Promise<NoInfer<Columns>>;
  /** Where two people may have entered something different. */
  mergeFields: ShownField<Columns>[];
  insert: (client: Client, columns: NoInfer<Columns>) => Promise<Row>;
  update: (client: Client, read: Version, columns: NoInfer<Columns>) => Promise<Row>;
  /** How a sentence about the record begins. */
  nameOf: (row: Row) => string;
  /** The version that the input began with, where that is an older one than `row`. */
  startedFrom?: Version | undefined;
  /** Takes an error that is told elsewhere, such as by a field. */
  told?: (error: unknown) => boolean;
  children: ReactNode;
};

/**
 * The dialog that a record is made or changed in, around the fields of its form. It saves without
 * overwriting what others have saved meanwhile, and asks before unsaved input is lost by closing it,
 * by going to another page or by closing the tab. Shown only while it is open, so that it always
 * begins afresh.
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
  const { failure, save, dialogs } = useRecordSaving<Row, Columns>({
    thing: props.thing,
    row: props.row,
    startedFrom: props.startedFrom,
    fields: props.mergeFields,
    insert: (columns) => insert(client, columns),
    update: (read, columns) => update(client, read, columns),
    beforehand: pictures?.saveTexts,
    name: props.nameOf,
    onDone: props.onSaved,
    told: props.told,
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
            {failure}
          </p>
          <div className={`flex flex-wrap justify-end gap-3 ${failure ? 'mt-2' : ''}`}>
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
