import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ImagesField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import {
  CheckField,
  PublicationDateField,
  showPublicationDate,
  withStored,
} from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import { useOwnLists } from '#app/admin/records/use-own-lists.ts';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { fixedLists, withOwn } from '#app/lib/options.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  addEntry,
  emptyShed,
  insertShed,
  type ShedColumns,
  type ShedForm,
  type ShedInput,
  type ShedListing,
  shedForm,
  toShedColumns,
  toShedForm,
  updateShed,
} from '../shed-listings.ts';

export default function ShedDialog({ row: shed, ...frame }: EditingDialog<ShedListing>) {
  const stored = shed ? toShedForm(shed) : emptyShed;
  const own = useOwnLists();
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
      toColumns={(values) => ({
        ...toShedColumns(values, shed?.published_at),
        images: images.paths,
      })}
      insert={insertShed}
      update={updateShed}
      getName={(saved) => saved.title}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        </div>
        {choices.map(([name, label, placeholder, list]) => (
          <SelectField
            key={name}
            label={label}
            required
            options={withStored(withOwn(fixedLists[list], own[list]), stored[name])}
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
          hint='Canadian dollars. Leave empty to show "Contact for price".'
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
        <CheckField label="Featured" hint="Shown first in the list." {...register('is_featured')} />
        <CheckField label="Active" hint="Shown on the website." {...register('is_active')} />
        <div className="sm:col-span-2">
          <PublicationDateField
            hint="In Ontario time. Visitors see the shed from then on. Leave empty to show it now."
            error={errors.published_at?.message}
            {...register('published_at')}
          />
        </div>
      </div>
    </RecordDialog>
  );
}

const choices = [
  ['material_type', 'Material Type', 'Select a material', 'material'],
  ['color', 'Color', 'Select a colour', 'color'],
  ['size', 'Size', 'Select a size', 'size'],
  ['shed_style', 'Shed Style', 'Select a style', 'style'],
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
  published_at: { label: 'Publication Date', show: showPublicationDate },
};

type StringList = { added: string[]; typed: string };

type StringListFieldProps = {
  label: string;
  entryName: string;
  value: StringList;
  onChange: (value: StringList) => void;
  error?: string | undefined;
};

function StringListField({
  label,
  entryName,
  value: { added, typed },
  onChange,
  error,
}: StringListFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function add() {
    onChange({ added: addEntry(added, typed), typed: '' });
    input.current?.focus();
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-[0.9375rem] leading-snug">
        {label} <span className="font-normal text-ink-soft">(optional)</span>
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          value={typed}
          maxLength={200}
          enterKeyHint="enter"
          autoComplete="off"
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange({ added, typed: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className="block min-h-12 w-full min-w-0 rounded-md border border-line-firm bg-sheet px-3.5 py-2"
        />
        <Button variant="secondary" className="shrink-0 px-4" onClick={add}>
          <Plus aria-hidden className="size-5" />
          Add<span className="sr-only"> {entryName}</span>
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
      {added.length > 0 && (
        <ul aria-label={label} className="mt-2 divide-y divide-line border border-line">
          {added.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal and have no state
            <li key={index} className="flex min-h-11 items-center justify-between gap-3 pl-3.5">
              <span className="min-w-0 py-2 leading-snug [overflow-wrap:anywhere]">{entry}</span>
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                title="Remove"
                onClick={() => {
                  onChange({ added: added.filter((_entry, place) => place !== index), typed });
                  input.current?.focus();
                }}
                className="grid size-11 shrink-0 place-items-center text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
              >
                <X aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
