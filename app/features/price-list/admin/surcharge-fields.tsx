import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { AmountField, SmallField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { HstSection } from '#app/features/business/hst-section.tsx';
import { hasExpired } from '#app/features/designer/price-list.ts';
import { Button } from '#app/ui/button.tsx';
import type { PriceFieldsProps } from './base-fields.tsx';

const maxRows = 10;

export function SurchargeSections({ register, control, errors }: PriceFieldsProps) {
  const adjustments = useFieldArray({ control, name: 'adjustments' });
  const delivery = useFieldArray({ control, name: 'delivery' });
  const validUntil = useWatch({ control, name: 'validUntil' }) || null;
  return (
    <>
      <FormSection
        title="Percentages"
        intro="Of the shed with its options, before delivery. A negative one is a discount."
      >
        <Rows
          addLabel="Add a percentage"
          isFull={adjustments.fields.length >= maxRows}
          onAdd={() => adjustments.append({ label: '', percent: '' })}
        >
          {adjustments.fields.map(({ id }, index) => (
            <Row
              key={id}
              legend={`Percentage ${index + 1}`}
              onRemove={() => adjustments.remove(index)}
            >
              <SmallField
                label="Name"
                error={errors.adjustments?.[index]?.label?.message}
                {...register(`adjustments.${index}.label`)}
              />
              <AmountField
                label="%"
                error={errors.adjustments?.[index]?.percent?.message}
                {...register(`adjustments.${index}.percent`, {
                  deps: `adjustments.${index}.label`,
                })}
              />
            </Row>
          ))}
        </Rows>
      </FormSection>
      <FormSection
        title="Delivery"
        intro="By distance. Farther than the last one, delivery is on request."
      >
        <Rows
          addLabel="Add a distance"
          isFull={delivery.fields.length >= maxRows}
          onAdd={() => delivery.append({ upToKm: '', amount: '' })}
        >
          {delivery.fields.map(({ id }, index) => (
            <Row key={id} legend={`Distance ${index + 1}`} onRemove={() => delivery.remove(index)}>
              <AmountField
                label="Up to, km"
                error={errors.delivery?.[index]?.upToKm?.message}
                {...register(`delivery.${index}.upToKm`)}
              />
              <AmountField
                label="Price, $"
                error={errors.delivery?.[index]?.amount?.message}
                {...register(`delivery.${index}.amount`, { deps: `delivery.${index}.upToKm` })}
              />
            </Row>
          ))}
        </Rows>
      </FormSection>
      <HstSection />
      <FormSection title="Validity">
        <div className="sm:max-w-sm">
          <SmallField
            label="Valid until (empty: until prices change)"
            type="date"
            hint={
              hasExpired({ validUntil }, new Date())
                ? 'This day has passed: visitors see prices without it.'
                : undefined
            }
            error={errors.validUntil?.message}
            {...register('validUntil')}
          />
        </div>
      </FormSection>
    </>
  );
}

type RowsProps = { addLabel: string; isFull: boolean; onAdd: () => void; children: ReactNode };

function Rows({ addLabel, isFull, onAdd, children }: RowsProps) {
  return (
    <>
      <div className="grid gap-3">{children}</div>
      <Button variant="secondary" className="mt-4" disabled={isFull} onClick={onAdd}>
        <Plus aria-hidden className="size-5" />
        {addLabel}
      </Button>
    </>
  );
}

type RowProps = { legend: string; onRemove: () => void; children: ReactNode };

function Row({ legend, onRemove, children }: RowProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] items-end gap-2">
      <legend className="sr-only">{legend}</legend>
      {children}
      <RemoveButton label={`Remove ${legend.toLowerCase()}`} onClick={onRemove} />
    </fieldset>
  );
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md text-ink-soft hover:bg-pine hover:text-ink"
    >
      <X aria-hidden className="size-5" />
    </button>
  );
}
