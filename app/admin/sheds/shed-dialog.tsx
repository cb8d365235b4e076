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
import { useSaving } from '../records/use-saving.ts';
import { useAdminClient } from '../session.ts';
import { ShedFields } from './shed-fields.tsx';

type ShedDialogProps = {
  /** The shed to change; without one, a new one is made. */
  shed?: ShedListing | undefined;
  onClose: () => void;
  /** Told after the server has stored it; the dialog is to be closed then. */
  onSaved: (shed: ShedListing) => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a shed. Shown only while it is open, so that it always begins afresh. */
export function ShedDialog({ shed, onClose, onSaved, finalFocus }: ShedDialogProps) {
  const client = useAdminClient();
  const saving = useSaving('shed');
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
    saving.run(async () => {
      const columns = { ...shedColumns(values), images: pictures.paths };
      onSaved(
        shed ? await updateShed(client, shed.id, columns) : await insertShed(client, columns),
      );
    }),
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
    </RecordDialog>
  );
}
