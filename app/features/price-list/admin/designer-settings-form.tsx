import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import { AmountField, SmallField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { ActionBar, FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { parseColorCard } from '#app/features/designer/color-card.ts';
import { parseDeliveryPlaces } from '#app/features/designer/delivery-places.ts';
import { describeOption, getOptionLabel } from '#app/features/designer/describe-change.ts';
import {
  type DesignerSettingsColumns,
  insertDesignerSettings,
  SPACINGS,
  STOCK_LENGTHS,
  updateDesignerSettings,
} from '#app/features/designer/designer-settings.ts';
import type { DesignerSettings } from '#app/features/designer/designer-settings-row.ts';
import { hintTitles } from '#app/features/designer/fit-hints.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { formatPieceSize } from '#drawing/geometry/material-sizes.ts';
import { formatDeliveryLines } from '../delivery-lines.ts';
import {
  type DesignerInput,
  designerForm,
  type DesignerForm as Form,
  toDesignerColumns,
  toDesignerForm,
  toFramingForm,
} from '../designer-form.ts';
import { HintFields, ZoningFields } from './hint-fields.tsx';
import { OptionFields } from './option-fields.tsx';

export default function DesignerForm({ initial }: { initial: DesignerSettings | null }) {
  const client = useAdminClient();
  const [stored, setStored] = useState(initial ?? undefined);
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<DesignerInput, unknown, Form>({
    resolver: zodResolver(designerForm),
    defaultValues: toDesignerForm(initial),
  });
  const { register, control, handleSubmit, reset, setValue, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const saving = useRecordSaving<DesignerSettings, DesignerSettingsColumns>({
    entity: 'designer settings',
    fields: designerFields,
    row: stored,
    defaults: toDesignerColumns(toDesignerForm(null)),
    insert: (columns) => insertDesignerSettings(client, columns),
    update: (version, columns) => updateDesignerSettings(client, version, columns),
    name: () => 'Designer settings',
    onDone(saved) {
      setStored(saved);
      reset(toDesignerForm(saved));
    },
    finalFocus: () => submitButton.current,
  });

  return (
    <form
      noValidate
      aria-label="Visitors and hints"
      onSubmit={handleSubmit((values) => saving.save(toDesignerColumns(values)))}
      className="[&_:is(input,select,textarea,button)]:scroll-mb-40"
    >
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <FormSection
            title="Prices for Visitors"
            intro="Takes effect when you save. You don't need to publish."
          >
            <fieldset>
              <legend className="sr-only">Prices for visitors</legend>
              {visibilities.map(([value, label, hint]) => (
                <label key={value} className="flex min-h-11 gap-3 py-1.5">
                  <input
                    type="radio"
                    value={value}
                    className="mt-0.5 size-6 shrink-0 accent-brand"
                    {...register('price_visibility')}
                  />
                  <span>
                    <span className="block font-semibold">{label}</span>
                    <span className="block text-ink-soft text-sm leading-snug">{hint}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <div className="mt-3 grid grid-cols-2 gap-3">
              <AmountField
                label="Range below the price (%)"
                error={errors.range_below_percent?.message}
                {...register('range_below_percent')}
              />
              <AmountField
                label="Range above the price (%)"
                error={errors.range_above_percent?.message}
                {...register('range_above_percent')}
              />
            </div>
          </FormSection>
          <FormSection
            title="Towns and Postal Codes"
            intro="Visitors enter their town or postal code on a listing or in the designer to see what delivery costs, based on the distances in your price list. Your contact details on the website list the towns you deliver to."
          >
            <TextAreaField
              label="Town, postal code prefix and kilometres, one place per line"
              rows={8}
              hint="For example: Bayfield, N0M, 22. You can leave out the town or the prefix, write “not served” instead of kilometres, and paste rows from a spreadsheet. Up to 500 places."
              error={errors.delivery_places?.message}
              {...register('delivery_places')}
            />
          </FormSection>
          <OptionFields register={register} control={control} setValue={setValue} errors={errors} />
          <FormSection
            title="Without an Engineer"
            intro="The largest sheds you build without an engineer. Above these limits, designs and documents say 'needs an engineer'. While a field is empty, visitors see nothing about it, and documents for staff say that the limit isn't set."
          >
            <div className="grid grid-cols-2 items-end gap-3">
              <AmountField
                label="Width up to (ft)"
                error={errors.max_width_ft?.message}
                {...register('max_width_ft')}
              />
              <AmountField
                label="Snow load up to (kPa)"
                error={errors.max_snow_load_kpa?.message}
                {...register('max_snow_load_kpa')}
              />
            </div>
            <p className="mt-5 mb-2 text-sm">
              Climate data for your area, from the building code's table (SB-1). We calculate the
              snow load of a roof from it. Without both figures, visitors see nothing about snow,
              and documents for staff say that the load is unknown.
            </p>
            <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
              <AmountField
                label="Ground snow load Ss (kPa)"
                error={errors.ground_snow_kpa?.message}
                {...register('ground_snow_kpa')}
              />
              <AmountField
                label="Rain load Sr (kPa)"
                error={errors.rain_kpa?.message}
                {...register('rain_kpa')}
              />
              <SmallField
                label="Checked on"
                type="date"
                error={errors.snow_checked_on?.message}
                {...register('snow_checked_on')}
              />
            </div>
          </FormSection>
          <FramingFields
            register={register}
            errors={errors}
            onReset={() =>
              setValue('framing', toFramingForm(null), { shouldDirty: true, shouldValidate: true })
            }
          />
          <ZoningFields register={register} control={control} errors={errors} />
        </div>
        <HintFields register={register} control={control} setValue={setValue} errors={errors} />
      </div>
      <ActionBar className="mt-5 justify-end gap-x-4">
        <p role="alert" className="font-medium text-barn empty:hidden">
          {saving.error}
        </p>
        <p className="text-ink-soft text-sm">{isDirty && 'Not saved yet'}</p>
        <Button ref={submitButton} type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
        </Button>
      </ActionBar>
      <UnsavedInput when={isDirty} />
      {saving.dialogs}
    </form>
  );
}

const visibilities = [
  ['itemised', 'Every line', 'Base, options, delivery, HST and the total.'],
  [
    'range',
    'A range',
    'For example, between $8,900 and $11,500. Totals within a step of 5% show the same range.',
  ],
  ['none', 'No prices', 'Designs are sent as quote requests.'],
] as const;

const designerFields: Fields<DesignerSettingsColumns> = {
  price_visibility: 'Prices for visitors',
  range_below_percent: 'Range below the price (%)',
  range_above_percent: 'Range above the price (%)',
  max_width_ft: 'Width without an engineer (ft)',
  max_snow_load_kpa: 'Snow load without an engineer (kPa)',
  ground_snow_kpa: 'Ground snow load Ss (kPa)',
  rain_kpa: 'Rain load Sr (kPa)',
  snow_checked_on: 'Climate checked on',
  trailer_deck_m: 'Trailer deck above the road (m)',
  hints: { keys: hintTitles },
  zoning: 'Zoning',
  delivery_places: {
    label: 'Towns and postal codes',
    show: (places: unknown) => formatDeliveryLines(parseDeliveryPlaces(places)),
  },
  withdrawn_options: {
    label: 'Options not offered',
    show: (options: string[]) => options.map((option) => describeOption(option)).join('\n'),
  },
  color_card: {
    label: 'Suppliers’ colours',
    show: (card: unknown) =>
      parseColorCard(card)
        .map(({ kind, color, name, value }) =>
          [getOptionLabel(kind, color), [name, value].filter(Boolean).join(' ')].join(': '),
        )
        .join('\n'),
  },
  framing: { label: 'Framing', show: showFraming },
};

function showFraming(stored: DesignerSettingsColumns['framing']): string {
  const values = toFramingForm(stored);
  return Object.entries(framingLabels)
    .map(([key, label]) => `${label}: ${[values[key as keyof typeof values]].flat().join(', ')}`)
    .join('\n');
}

type FramingFieldsProps = {
  register: UseFormRegister<DesignerInput>;
  errors: FieldErrors<DesignerInput>;
  onReset: () => void;
};

const spacings = Object.fromEntries(SPACINGS.map((inches) => [inches, `${inches} in`]));
const kerfs = { 0.0625: '1/16 in', 0.125: '1/8 in', 0.1875: '3/16 in', 0.25: '1/4 in' };
const framingLabels: Record<keyof DesignerInput['framing'], string> = {
  studSpacing: 'Studs, on centre',
  joistSpacing: 'Floor joists, on centre',
  rafterSpacing: 'Rafters, on centre',
  maxSkidSpacing: 'Maximum skid spacing (in)',
  minSidingLevel: 'Siding above the ground (in)',
  metalCoverWidth: 'Metal sheet coverage (in)',
  wallWaste: 'Wall waste (%)',
  roofWaste: 'Plain roof waste (%)',
  cutRoofWaste: 'Gambrel and dormer roof waste (%)',
  kerf: 'Saw cut',
  stockLengths: 'Board lengths you buy',
};

const grid = 'grid grid-cols-2 items-end gap-3 sm:grid-cols-3';

function FramingFields({ register, errors: { framing: errors }, onReset }: FramingFieldsProps) {
  return (
    <FormSection
      title="Framing"
      intro="How your shop builds. Shop drawings, cut lists, material lists and 'Show framing' use these values. None of it is engineered."
    >
      <div className="grid gap-4">
        <div className={grid}>
          <SmallSelect
            label={framingLabels.studSpacing}
            options={spacings}
            {...register('framing.studSpacing')}
          />
          <SmallSelect
            label={framingLabels.joistSpacing}
            options={spacings}
            {...register('framing.joistSpacing')}
          />
          <SmallSelect
            label={framingLabels.rafterSpacing}
            options={spacings}
            {...register('framing.rafterSpacing')}
          />
        </div>
        <p className="text-ink-soft text-sm">
          Loft joists, and the rafters of sheds with a dormer or a skylight, are always at{' '}
          {formatPieceSize(16)}.
        </p>
        <div className={grid}>
          <AmountField
            label={framingLabels.maxSkidSpacing}
            error={errors?.maxSkidSpacing?.message}
            {...register('framing.maxSkidSpacing')}
          />
          <AmountField
            label={framingLabels.minSidingLevel}
            error={errors?.minSidingLevel?.message}
            {...register('framing.minSidingLevel')}
          />
          <AmountField
            label={framingLabels.metalCoverWidth}
            error={errors?.metalCoverWidth?.message}
            {...register('framing.metalCoverWidth')}
          />
          <AmountField
            label={framingLabels.wallWaste}
            error={errors?.wallWaste?.message}
            {...register('framing.wallWaste')}
          />
          <AmountField
            label={framingLabels.roofWaste}
            error={errors?.roofWaste?.message}
            {...register('framing.roofWaste')}
          />
          <AmountField
            label={framingLabels.cutRoofWaste}
            error={errors?.cutRoofWaste?.message}
            {...register('framing.cutRoofWaste')}
          />
          <SmallSelect label={framingLabels.kerf} options={kerfs} {...register('framing.kerf')} />
        </div>
        <fieldset {...(errors?.stockLengths ? { 'aria-describedby': 'stock-lengths-error' } : {})}>
          <legend className="text-ink-soft text-sm">{framingLabels.stockLengths}</legend>
          <div className="grid grid-cols-3 gap-x-3 sm:grid-cols-4">
            {STOCK_LENGTHS.map((feet) => (
              <label key={feet} className="flex min-h-11 items-center gap-2.5">
                <input
                  type="checkbox"
                  value={feet}
                  className="size-6 shrink-0 accent-brand"
                  {...register('framing.stockLengths')}
                />
                {feet} ft
              </label>
            ))}
          </div>
          {errors?.stockLengths && (
            <p id="stock-lengths-error" className="mt-1 font-medium text-barn text-sm">
              {errors.stockLengths.message}
            </p>
          )}
        </fieldset>
        <div>
          <Button variant="secondary" onClick={onReset}>
            Reset to the standard values
          </Button>
        </div>
      </div>
    </FormSection>
  );
}
