import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { materials, shedSizes, shedStyles } from '#app/domain/options.ts';
import { shedColors } from '#app/domain/sheds/colors.ts';
import type { ShedForm, ShedInput } from '#app/domain/sheds/shed-form.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { ImagesField } from '../pictures/images-field.tsx';
import type { Pictures } from '../pictures/use-pictures.ts';
import { CheckField, withStored } from '../records/record-fields.tsx';
import { EntryList } from './entry-list.tsx';

type ShedFieldsProps = {
  register: UseFormRegister<ShedInput>;
  control: Control<ShedInput, unknown, ShedForm>;
  errors: FieldErrors<ShedInput>;
  /** The choices as they are stored, which may be none of today's. */
  stored: ShedInput;
  pictures: Pictures;
};

const choices = [
  ['material_type', 'Material Type', 'Select a material', materials],
  ['color', 'Color', 'Select a color', shedColors.map((color) => color.name)],
  ['size', 'Size', 'Select a size', shedSizes],
  ['shed_style', 'Shed Style', 'Select a style', shedStyles],
] as const;

const lists = [
  ['standard_features', 'Standard Features', 'feature'],
  ['optional_upgrades', 'Optional Upgrades', 'upgrade'],
] as const;

/** The form of a shed. */
export function ShedFields({ register, control, errors, stored, pictures }: ShedFieldsProps) {
  return (
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
            <EntryList
              label={label}
              entryName={entryName}
              entries={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <div className="sm:col-span-2">
        <ImagesField pictures={pictures} />
      </div>
      <CheckField
        label="Featured"
        hint="Among the first of the list."
        {...register('is_featured')}
      />
      <CheckField label="Active" hint="Shown on the website." {...register('is_active')} />
    </div>
  );
}
