import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import {
  insertShed,
  type ShedColumns,
  type ShedListing,
  updateShed,
} from '#app/data/shed-listings.ts';
import { formatPrice } from '#app/domain/format/prices.ts';
import { materials, shedSizes, shedStyles } from '#app/domain/options.ts';
import {
  emptyShed,
  type ShedForm,
  type ShedInput,
  shedForm,
  toShedColumns,
  toShedForm,
} from '#app/domain/sheds/shed-form.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { COLORS } from '#drawing/design/shed-design.ts';
import { ImagesField } from '../images/image-field.tsx';
import { useImages } from '../images/use-images.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { CheckField, withStored } from '../records/record-fields.tsx';
import type { EditingDialog } from '../records/use-editing.tsx';
import type { Fields } from '../records/version-conflict.ts';
import { StringListField } from './string-list-field.tsx';

export default function ShedDialog({ row: shed, ...frame }: EditingDialog<ShedListing>) {
  const stored = shed ? toShedForm(shed) : emptyShed;
  const images = useImages({
    folder: 'sheds',
    initial: shed?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
  });
  const form = useForm<ShedInput, unknown, ShedForm>({
    resolver: zodResolver(shedForm),
    defaultValues: stored,
  });

  const { register, control, formState } = form;
  const { errors } = formState;

  return (
    <RecordDialog
      {...frame}
      row={shed}
      entity="shed"
      fields={fields}
      title={shed ? 'Edit Shed Listing' : 'Add New Shed Listing'}
      submitLabel={shed ? 'Update Shed' : 'Add Shed'}
      form={form}
      images={images}
      toColumns={(values) => ({ ...toShedColumns(values), images: images.paths })}
      insert={insertShed}
      update={updateShed}
      getName={(saved) => saved.title}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        </div>
        {choices.map(([name, label, placeholder, options]) => (
          <SelectField
            key={name}
            label={label}
            required
            options={withStored(options, stored[name])}
            placeholder={placeholder}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <TextField
          label="Price"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          hint="Canadian dollars. Left empty, visitors read 'Contact for price'."
          error={errors.price?.message}
          {...register('price')}
        />
        <div className="sm:col-span-2">
          <TextAreaField
            label="Description"
            rows={4}
            error={errors.description?.message}
            {...register('description')}
          />
        </div>
        {lists.map(([name, label, entryName]) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <StringListField
                label={label}
                entryName={entryName}
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
        <div className="sm:col-span-2">
          <ImagesField images={images} />
        </div>
        <CheckField
          label="Featured"
          hint="Among the first of the list."
          {...register('is_featured')}
        />
        <CheckField label="Active" hint="Shown on the website." {...register('is_active')} />
      </div>
    </RecordDialog>
  );
}

const choices = [
  ['material_type', 'Material Type', 'Select a material', materials],
  ['color', 'Color', 'Select a colour', COLORS],
  ['size', 'Size', 'Select a size', shedSizes],
  ['shed_style', 'Shed Style', 'Select a style', shedStyles],
] as const;

const lists = [
  ['standard_features', 'Standard Features', 'feature'],
  ['optional_upgrades', 'Optional Upgrades', 'upgrade'],
] as const;

const fields: Fields<ShedColumns> = {
  title: 'Title',
  material_type: 'Material Type',
  color: 'Color',
  size: 'Size',
  shed_style: 'Shed Style',
  price: { label: 'Price', show: formatPrice },
  description: 'Description',
  specifications: {
    keys: Object.fromEntries(lists.map(([name, label]) => [name, label])),
  },
  images: { label: 'Images', show: 'images' },
  is_featured: 'Featured',
  is_active: 'Active',
};
