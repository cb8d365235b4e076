import type { Control, FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { getOptionLabel } from '#app/features/designer/describe-change.ts';
import { OPTIONS } from '#app/features/designer/offer.ts';
import { COLORS } from '#drawing/design/shed-design.ts';
import type { DesignerInput } from '../designer-form.ts';
import { ColorCardFields } from './color-card-fields.tsx';

type OptionFieldsProps = {
  register: UseFormRegister<DesignerInput>;
  control: Control<DesignerInput>;
  setValue: UseFormSetValue<DesignerInput>;
  errors: FieldErrors<DesignerInput>;
};

const groups = [
  ['style', 'Styles'],
  ['material', 'Siding'],
  ['roofing', 'Roofing'],
  ['foundation', 'Foundations'],
  ['door', 'Doors'],
  ['window', 'Windows'],
  ['extra', 'Extras'],
] as const;
const surfaces = [
  ['wallColor', 'Walls'],
  ['trimColor', 'Trim'],
  ['shingleColor', 'Shingles'],
  ['metalColor', 'Metal'],
] as const;

const checkbox = 'size-6 shrink-0 accent-brand';

export function OptionFields({ register, control, setValue, errors }: OptionFieldsProps) {
  const renderError = (kind: keyof typeof OPTIONS) => {
    const message = errors.offered?.[kind]?.message;
    return (
      message && (
        <p id={`offered-${kind}-error`} className="mt-1 font-medium text-barn text-sm">
          {message}
        </p>
      )
    );
  };
  const describeError = (kind: keyof typeof OPTIONS) =>
    errors.offered?.[kind] ? { 'aria-describedby': `offered-${kind}-error` } : {};
  return (
    <FormSection
      title="Options Offered"
      intro="What visitors can choose in the designer. Uncheck anything you don't currently build. Links to designs with it then show the closest option you offer. Existing requests and listings don't change."
    >
      <div className="grid gap-5">
        {groups.map(([kind, title]) => (
          <fieldset key={kind} {...describeError(kind)}>
            <legend className="mb-1 font-semibold">{title}</legend>
            <div className="grid grid-cols-2 gap-x-3">
              {OPTIONS[kind].map((option) => (
                <label key={option} className="flex min-h-11 items-center gap-2.5 leading-tight">
                  <input
                    type="checkbox"
                    value={option}
                    className={checkbox}
                    {...register(`offered.${kind}`)}
                  />
                  {getOptionLabel(kind, option).replace(/ siding$/, '')}
                </label>
              ))}
            </div>
            {renderError(kind)}
          </fieldset>
        ))}
        <div>
          <table className="w-full">
            <caption className="text-left font-semibold">Colours</caption>
            <thead>
              <tr>
                <th scope="col" className="sr-only">
                  Colour
                </th>
                {surfaces.map(([kind, title]) => (
                  <th
                    key={kind}
                    scope="col"
                    className="w-16 py-1 font-normal text-ink-soft text-sm"
                  >
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {COLORS.map((color) => (
                <tr key={color} className="border-line border-t">
                  <th scope="row" className="py-2.5 text-left font-normal">
                    {color}
                  </th>
                  {surfaces.map(([kind]) => (
                    <td key={kind} className="p-0">
                      <label className="grid min-h-11 place-items-center">
                        <input
                          type="checkbox"
                          value={color}
                          aria-label={getOptionLabel(kind, color)}
                          className={checkbox}
                          {...describeError(kind)}
                          {...register(`offered.${kind}`)}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {surfaces.map(([kind]) => (
            <div key={kind}>{renderError(kind)}</div>
          ))}
        </div>
        <div>
          <h3 className="font-semibold">Your Suppliers’ Colours</h3>
          <p className="mb-2 text-ink-soft text-sm leading-snug">
            Enter your supplier’s name for a colour to show it beside ours, and a colour value such
            as #7a3b2e to draw sheds in it. Leave a field empty to keep the built-in one.
          </p>
          {surfaces.map(([kind, title]) => (
            <ColorCardFields key={kind} {...{ kind, title, register, control, setValue, errors }} />
          ))}
        </div>
      </div>
    </FormSection>
  );
}
