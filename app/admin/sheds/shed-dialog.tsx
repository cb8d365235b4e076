import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { insertShed, type ShedListing, updateShed } from '#app/data/shed-listings.ts';
import {
  emptyShed,
  type ShedForm,
  type ShedInput,
  shedColumns,
  shedForm,
  shedFormOf,
} from '#app/domain/shed-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';
import { ShedFields } from './shed-fields.tsx';
import { shedMerge } from './shed-merge.tsx';

type ShedDialogProps = {
  /** The shed to change; without one, a new one is made. */
  shed?: ShedListing | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a shed. Shown only while it is open, so that it always begins afresh. */
export function ShedDialog({ shed, onClose, onSaved, finalFocus }: ShedDialogProps) {
  const client = useAdminClient();
  const saving = useRecordSaving({
    thing: 'shed',
    row: shed,
    fields: shedMerge,
    insert: (columns) => insertShed(client, columns),
    update: (read, columns) => updateShed(client, read, columns),
    beforehand: () => pictures.saveTexts(),
    name: (saved) => saved.title,
    onDone: onSaved,
  });
  const stored = shed ? shedFormOf(shed) : emptyShed;
  const pictures = usePictures({
    folder: 'sheds',
    initial: shed?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
  });
  const { register, control, handleSubmit, formState } = useForm<ShedInput, unknown, ShedForm>({
    resolver: zodResolver(shedForm),
    defaultValues: stored,
  });

  const submit = handleSubmit((values) =>
    saving.save({ ...shedColumns(values), images: pictures.paths }),
  );

  return (
    <RecordDialog
      title={shed ? 'Edit Shed Listing' : 'Add New Shed Listing'}
      submitLabel={shed ? 'Update Shed' : 'Add Shed'}
      saving={formState.isSubmitting}
      uploading={pictures.uploading}
      hasUnsavedInput={formState.isDirty || pictures.changed}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ShedFields
        register={register}
        control={control}
        errors={formState.errors}
        stored={stored}
        pictures={pictures}
      />
      {saving.dialogs}
    </RecordDialog>
  );
}
