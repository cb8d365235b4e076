import { Plus } from 'lucide-react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetValue,
  useFieldArray,
} from 'react-hook-form';
import { AnchoredSection } from '#app/admin/records/anchored-section.tsx';
import { CheckedToday } from '#app/admin/records/proposal.tsx';
import { AmountField, CheckField, SmallField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import {
  HINT_KEYS,
  hasTwoTexts,
  hintTitles,
  hintUnits,
  isSnowHint,
} from '#app/features/designer/fit-hints.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import type { DesignerInput } from '../designer-form.ts';
import { RemoveButton } from './price-fields.tsx';

type HintFieldsProps = {
  register: UseFormRegister<DesignerInput>;
  control: Control<DesignerInput>;
  errors: FieldErrors<DesignerInput>;
  setValue: UseFormSetValue<DesignerInput>;
};

const maxZoning = 20;

export function HintFields({ register, control, setValue, errors }: HintFieldsProps) {
  return (
    <AnchoredSection
      title="Will It Fit?"
      anchor="fit-hints"
      intro="Hints shown beside a design. We add 'Check with your municipality.' to each. {value} stands for the design's figure and {figure} for the one you enter here. Write m, m² or ft after them, and visitors see both units. Check each text before you show it. Leave a text empty to hide it."
    >
      <div className="divide-y divide-line">
        {HINT_KEYS.map((key, index) => {
          const error = errors.hints?.[index];
          return (
            <fieldset key={key} className="py-4 first:pt-0">
              <legend className="sr-only">{hintTitles[key]}</legend>
              <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_10rem]">
                <div className="max-sm:col-span-2 sm:pt-7">
                  <CheckField label={hintTitles[key]} {...register(`hints.${index}.isShown`)} />
                </div>
                {hintUnits[key] ? (
                  <AmountField
                    label={`Figure, ${hintUnits[key]}`}
                    error={error?.figure?.message}
                    {...register(`hints.${index}.figure`)}
                  />
                ) : (
                  <span />
                )}
                {!isSnowHint(key) && (
                  <CheckedToday
                    control={control}
                    setValue={setValue}
                    name={`hints.${index}.checkedOn`}
                  >
                    <SmallField
                      label="Checked on"
                      type="date"
                      error={error?.checkedOn?.message}
                      {...register(`hints.${index}.checkedOn`)}
                    />
                  </CheckedToday>
                )}
              </div>
              <div className="mt-2 grid gap-3">
                {key === 'roadHeight' && (
                  <AmountField
                    label="Trailer deck above the road (m). Leave empty to hide this hint."
                    error={errors.trailer_deck_m?.message}
                    {...register('trailer_deck_m')}
                  />
                )}
                <TextAreaField
                  label={hasTwoTexts(key) ? 'Up to the figure' : 'Text'}
                  rows={3}
                  maxLength={1000}
                  error={error?.text?.message}
                  {...register(`hints.${index}.text`)}
                />
                {hasTwoTexts(key) && (
                  <TextAreaField
                    label="Above the figure"
                    rows={3}
                    maxLength={1000}
                    error={error?.textAbove?.message}
                    {...register(`hints.${index}.textAbove`)}
                  />
                )}
              </div>
            </fieldset>
          );
        })}
      </div>
    </AnchoredSection>
  );
}

export function ZoningFields({ register, control, errors }: Omit<HintFieldsProps, 'setValue'>) {
  const { fields, append, remove } = useFieldArray({ control, name: 'zoning' });
  return (
    <FormSection title="Zoning" intro="Limits by municipality, with a link to the by-law.">
      <div className="grid gap-5">
        {fields.map(({ id }, index) => {
          const error = errors.zoning?.[index];
          return (
            <fieldset key={id} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-3">
              <legend className="sr-only">Municipality {index + 1}</legend>
              <SmallField
                label="Municipality"
                error={error?.municipality?.message}
                {...register(`zoning.${index}.municipality`)}
              />
              <AmountField
                label="To the lot line (m)"
                error={error?.setback?.message}
                {...register(`zoning.${index}.setback`)}
              />
              <AmountField
                label="Height (m)"
                error={error?.height?.message}
                {...register(`zoning.${index}.height`)}
              />
              <AmountField
                label="Lot coverage (%)"
                error={error?.coverage?.message}
                {...register(`zoning.${index}.coverage`)}
              />
              <SmallField
                label="Link"
                type="url"
                inputMode="url"
                error={error?.url?.message}
                {...register(`zoning.${index}.url`)}
              />
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
                <SmallField
                  label="Checked on"
                  type="date"
                  error={error?.checkedOn?.message}
                  {...register(`zoning.${index}.checkedOn`)}
                />
                <RemoveButton
                  label={`Remove municipality ${index + 1}`}
                  onClick={() => remove(index)}
                />
              </div>
            </fieldset>
          );
        })}
      </div>
      <Button
        variant="secondary"
        className="mt-4"
        disabled={fields.length >= maxZoning}
        onClick={() =>
          append({
            municipality: '',
            setback: '',
            height: '',
            coverage: '',
            url: '',
            checkedOn: '',
          })
        }
      >
        <Plus aria-hidden className="size-5" />
        Add a municipality
      </Button>
    </FormSection>
  );
}
