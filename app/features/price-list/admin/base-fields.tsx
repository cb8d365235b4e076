import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import { AmountField } from '#app/admin/records/record-fields.tsx';
import { type PriceListInput, toHundredths } from '../price-list-form.ts';

export type PriceFieldsProps = {
  register: UseFormRegister<PriceListInput>;
  control: Control<PriceListInput>;
  errors: FieldErrors<PriceListInput>;
};

export function BaseFields({ register, control, errors }: PriceFieldsProps) {
  const styles = useWatch({ control, name: 'base' });
  return (
    <div className="divide-y divide-line border-line border-y">
      {styles.map(({ style, start, perSquareFoot, grid }, index) => {
        const error = errors.base?.[index];
        const priced = Object.values(grid).filter((price) => price).length;
        return (
          <Details key={style} hasError={error !== undefined}>
            <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
              />
              <span className="shrink-0 font-semibold">{style}</span>
              <span className="ml-auto text-right text-ink-soft text-sm">
                <span>{`$${start || 0} + $${perSquareFoot || 0} per sq ft`}</span>
                <span className="max-sm:hidden">
                  {priced > 0 && `, ${priced} own ${priced === 1 ? 'size' : 'sizes'}`}
                </span>
              </span>
            </summary>
            <fieldset className="pb-5">
              <legend className="sr-only">{style}</legend>
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <AmountField
                  label="Start, $"
                  error={error?.start?.message}
                  {...register(`base.${index}.start`)}
                />
                <AmountField
                  label="$ per sq ft"
                  error={error?.perSquareFoot?.message}
                  {...register(`base.${index}.perSquareFoot`)}
                />
                <AmountField
                  label="Cost: start, $"
                  error={error?.costStart?.message}
                  {...register(`base.${index}.costStart`)}
                />
                <AmountField
                  label="Cost: $ per sq ft"
                  error={error?.costPerSquareFoot?.message}
                  {...register(`base.${index}.costPerSquareFoot`)}
                />
              </div>
              <p className="mt-4 mb-2 text-sm">
                Sizes with a price of their own, in $. Others are priced by floor area: between two
                of these in proportion; smaller or larger than all, the nearest and the $ per sq ft
                for the difference, at least in proportion to the nearest; without any, the start
                and the $ per sq ft.
              </p>
              <div className="grid grid-cols-2 gap-3 min-[30rem]:grid-cols-3 sm:grid-cols-5">
                {Object.keys(grid).map((size) => (
                  <AmountField
                    key={size}
                    label={size}
                    placeholder={
                      priced === 0 ? getBySquareFoot(size, start, perSquareFoot) : undefined
                    }
                    error={error?.grid?.[size]?.message}
                    {...register(`base.${index}.grid.${size}`)}
                  />
                ))}
              </div>
            </fieldset>
          </Details>
        );
      })}
    </div>
  );
}

/** Opens with an error, and stays open when it is corrected. */
function Details({ hasError, children }: { hasError: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {children}
    </details>
  );
}

function getBySquareFoot(size: string, start = '0', perSquareFoot = '0'): string {
  const [width = 0, length = 0] = size.split('x').map(Number);
  const cents = toHundredths(start) + toHundredths(perSquareFoot) * width * length;
  return Number.isFinite(cents) ? String(Math.round(cents / 100)) : '';
}
