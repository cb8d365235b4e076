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
} from '#app/domain/sheds/shed-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import type { EditingDialog } from '../records/use-editing.ts';
import { ShedFields } from './shed-fields.tsx';

/** Makes or changes a shed. */
export default function ShedDialog({ row: shed, ...frame }: EditingDialog<ShedListing>) {
  const stored = shed ? shedFormOf(shed) : emptyShed;
  const pictures = usePictures({
    folder: 'sheds',
    initial: shed?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
  });
  const form = useForm<ShedInput, unknown, ShedForm>({
    resolver: zodResolver(shedForm),
    defaultValues: stored,
  });

  return (
    <RecordDialog
      {...frame}
      row={shed}
      entity="shed"
      title={shed ? 'Edit Shed Listing' : 'Add New Shed Listing'}
      submitLabel={shed ? 'Update Shed' : 'Add Shed'}
      form={form}
      pictures={pictures}
      toColumns={(values) => ({ ...shedColumns(values), images: pictures.paths })}
      insert={insertShed}
      update={updateShed}
      nameOf={(saved) => saved.title}
    >
      <ShedFields
        register={form.register}
        control={form.control}
        errors={form.formState.errors}
        stored={stored}
        pictures={pictures}
      />
    </RecordDialog>
  );
}
