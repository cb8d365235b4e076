import { type ReactNode, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Client } from '#app/lib/client.ts';
import type { Version } from '#app/lib/errors.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import type { EditedImages } from '../images/use-images.ts';
import { useAdminClient } from '../session.ts';
import { UnsavedInput } from './unsaved-input.tsx';
import type { EditingDialog } from './use-editing.tsx';
import { useRecordSaving } from './use-record-saving.tsx';
import type { Fields } from './version-conflict.ts';

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
  insert: (client: Client, columns: NoInfer<Columns>) => Promise<Row>;
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
    insert: (columns) => insert(client, columns),
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
    isIncomplete && missing && `${missing.name} is not uploaded. Try it again or remove it.`;
  const problem = notUploaded || error;
  const hasUnsavedInput = isDirty || (images?.changed ?? false) || props.hasPendingInput === true;

  return (
    <Dialog
      open
      inUrl
      size={props.size ?? 'lg'}
      title={props.title}
      hasUnsavedInput={hasUnsavedInput}
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
      <UnsavedInput inDialog when={() => hasUnsavedInput && !isSettled.current} />
    </Dialog>
  );
}
