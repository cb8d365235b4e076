import { useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetValue,
  useWatch,
} from 'react-hook-form';
import { SmallField } from '#app/admin/records/record-fields.tsx';
import { HEX_COLOR, MAX_SUPPLIER_NAME } from '#app/features/designer/color-card.ts';
import { getColorValue } from '#app/features/designer/colors.ts';
import type { ColorKind } from '#drawing/design/shed-design.ts';
import { CARD_ROWS, type DesignerInput } from '../designer-form.ts';

type ColorCardProps = {
  kind: ColorKind;
  title: string;
  register: UseFormRegister<DesignerInput>;
  control: Control<DesignerInput>;
  setValue: UseFormSetValue<DesignerInput>;
  errors: FieldErrors<DesignerInput>;
};

/** The names and values by which a supplier sells the colours of walls, trim, shingles or metal roofs. */
export function ColorCardFields({ kind, title, errors, ...form }: ColorCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const card = useWatch({ control: form.control, name: 'color_card' });
  const rows = CARD_ROWS.flatMap((row, index) => (row.kind === kind ? [{ ...row, index }] : []));
  const entered = rows.filter(({ index }) => card[index]?.name || card[index]?.value).length;
  const hasError = rows.some(({ index }) => errors.color_card?.[index]);
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="border-line border-b"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-[0.9375rem]">
        {title}
        <span className="font-normal text-ink-soft">
          {entered > 0 ? `: ${entered} entered` : ': built-in colours'}
        </span>
      </summary>
      <div className="grid gap-4 pb-4">
        {rows.map(({ color, index }) => {
          const value = card[index]?.value ?? '';
          const error = errors.color_card?.[index];
          return (
            <fieldset key={color} className="min-w-0">
              <legend className="mb-1 font-semibold">{color}</legend>
              <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_3rem] items-end gap-2">
                <SmallField
                  label="Supplier’s name"
                  maxLength={MAX_SUPPLIER_NAME}
                  error={error?.name?.message}
                  {...form.register(`color_card.${index}.name`)}
                />
                <SmallField
                  label="Value"
                  placeholder="Built in"
                  spellCheck={false}
                  error={error?.value?.message}
                  {...form.register(`color_card.${index}.value`)}
                />
                <input
                  type="color"
                  aria-label={`Pick a value for ${color}`}
                  value={HEX_COLOR.test(value) ? value : getColorValue(color)}
                  onChange={({ target }) =>
                    form.setValue(`color_card.${index}.value`, target.value, {
                      shouldDirty: true,
                      shouldValidate: error !== undefined,
                    })
                  }
                  className="h-12 w-full rounded-md border border-line-firm bg-sheet p-1"
                />
              </div>
            </fieldset>
          );
        })}
      </div>
    </details>
  );
}
