import { type ReactNode, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Version } from '#app/data/errors.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import type { EditedImages } from '../images/use-images.ts';
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
  entity: string;
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  form: UseFormReturn<Input, unknown, Output>;
  images?: EditedImages;
  uploading?: boolean;
  toColumns: (values: Output) => NoInfer<Columns> | Promise<NoInfer<Columns>>;
  defaults?: Partial<NoInfer<Columns>>;
  insert: (client: Client, columns: NoInfer<Columns>) => Promise<Row>;
  update: (client: Client, version: Version, columns: Partial<Columns>) => Promise<Row>;
  getName: (row: Row) => string;
  baseVersion?: Version | undefined;
  onError?: (error: unknown) => boolean;
  children: ReactNode;
};

/** The dialog of a record's form. Asks before unsaved input is lost. */
export function RecordDialog<
  Input extends FieldValues,
  Output,
  Columns extends object,
  Row extends Version & Columns,
>(props: RecordDialogProps<Input, Output, Columns, Row>) {
  const { form, images, toColumns, insert, update, onClose, finalFocus } = props;
  const id = useId();
  const client = useAdminClient();
  const { error, save, dialogs } = useRecordSaving<Row, Columns>({
    entity: props.entity,
    row: props.row,
    defaults: props.defaults,
    baseVersion: props.baseVersion,
    insert: (columns) => insert(client, columns),
    update: (version, columns) => update(client, version, columns),
    beforeSave: images?.saveAltTexts,
    name: props.getName,
    onDone: props.onSaved,
    onError: props.onError,
  });
  const { isDirty, isSubmitting: saving } = form.formState;
  const uploading = images?.uploading || props.uploading;
  const hasUnsavedInput = isDirty || (images?.changed ?? false);

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
