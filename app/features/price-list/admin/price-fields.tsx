import { ChevronDown, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useWatch,
} from 'react-hook-form';
import { AmountField, SmallField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { HstSection } from '#app/features/business/hst-section.tsx';
import { hasExpired, PRICE_ITEMS, type PriceItem } from '#app/features/designer/price-list.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { type PriceListInput, toHundredths, unitLabels } from '../price-list-form.ts';

type PriceFieldsProps = {
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
                <span>{`${formatTyped(start)} + ${formatTyped(perSquareFoot)} per sq ft`}</span>
                <span className="max-sm:hidden">
                  {priced > 0 && `, ${priced} ${priced === 1 ? 'size' : 'sizes'} with a price`}
                </span>
              </span>
            </summary>
            <fieldset className="pb-5">
              <legend className="sr-only">{style}</legend>
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <AmountField
                  label="Start ($)"
                  error={error?.start?.message}
                  {...register(`base.${index}.start`)}
                />
                <AmountField
                  label="$ per sq ft"
                  error={error?.perSquareFoot?.message}
                  {...register(`base.${index}.perSquareFoot`)}
                />
                <AmountField
                  label="Cost: start ($)"
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
                You can price sizes one by one, in $. Other sizes go by floor area: between two
                priced sizes, in proportion; beyond them, the nearest price adjusted by the $ per sq
                ft, but never less than in proportion. If no size has a price, we use the start plus
                the $ per sq ft.
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

/** Formats an amount as it is typed, such as `$58.70`; what isn't a number stays as it is. */
function formatTyped(typed = ''): string {
  const cents = toHundredths(typed);
  return Number.isNaN(cents) ? `$${typed}` : formatPrice(cents / 100);
}

function getBySquareFoot(size: string, start = '0', perSquareFoot = '0'): string {
  const [width = 0, length = 0] = size.split('x').map(Number);
  const cents = toHundredths(start) + toHundredths(perSquareFoot) * width * length;
  return Number.isFinite(cents) ? String(Math.round(cents / 100)) : '';
}

const sections: { title: string; intro?: string; prefixes: string[] }[] = [
  {
    title: 'Siding',
    intro:
      'In every section, floor includes the porch. Walls are measured to the eaves without the porch; the walls of an A-frame are its two gables. Length excludes the porch. A price of 0 is listed as included.',
    prefixes: ['material.'],
  },
  { title: 'Roofing', prefixes: ['roofing.'] },
  { title: 'Doors and Windows', prefixes: ['opening.'] },
  {
    title: 'Extras',
    intro:
      'Flower boxes and shutters are priced per window. A loft is priced by its own floor, about half of the shed.',
    prefixes: ['extra.'],
  },
  {
    title: 'Walls and Porch',
    intro: 'Wall height is priced in steps of 6 in (15\u00a0cm) above 7 ft (2.13\u00a0m).',
    prefixes: ['wallHeight', 'porch'],
  },
  { title: 'Foundation', prefixes: ['foundation.'] },
];

export function ItemSections(props: PriceFieldsProps) {
  return sections.map(({ title, intro, prefixes }) => (
    <FormSection key={title} title={title} intro={intro}>
      <div className="grid gap-5 sm:gap-3">
        {PRICE_ITEMS.map((item, index) =>
          prefixes.some((prefix) => item.startsWith(prefix)) ? (
            <ItemFields key={item} item={item} index={index} {...props} />
          ) : null,
        )}
      </div>
    </FormSection>
  ));
}

type ItemFieldsProps = PriceFieldsProps & { item: PriceItem; index: number };

function ItemFields({ item, index, register, errors }: ItemFieldsProps) {
  const error = errors.items?.[index];
  return (
    <fieldset className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1.6fr)_minmax(0,0.85fr)_minmax(0,0.85fr)]">
      <legend className="sr-only">{describeItem(item)}</legend>
      <SmallField
        label="Name"
        error={error?.label?.message}
        {...register(`items.${index}.label`)}
      />
      <SmallSelect label="Unit" options={unitLabels} {...register(`items.${index}.unit`)} />
      <AmountField
        label="Price"
        error={error?.amount?.message}
        {...register(`items.${index}.amount`)}
      />
      <AmountField label="Cost" error={error?.cost?.message} {...register(`items.${index}.cost`)} />
    </fieldset>
  );
}

/** `extra.flowerBoxes` is "extra flower boxes". */
function describeItem(item: PriceItem): string {
  return item
    .replace('.', ' ')
    .replaceAll('-', ' ')
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_match, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    );
}

const maxRows = 10;

export function SurchargeSections({ register, control, errors }: PriceFieldsProps) {
  const adjustments = useFieldArray({ control, name: 'adjustments' });
  const delivery = useFieldArray({ control, name: 'delivery' });
  const validUntil = useWatch({ control, name: 'validUntil' }) || null;
  return (
    <>
      <FormSection
        title="Percentages"
        intro="For the shed with its options, before delivery. A negative number is a discount."
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
      <FormSection title="Delivery" intro="Beyond the last distance, delivery is on request.">
        <Rows
          addLabel="Add a distance"
          isFull={delivery.fields.length >= maxRows}
          onAdd={() => delivery.append({ upToKm: '', amount: '' })}
        >
          {delivery.fields.map(({ id }, index) => (
            <Row key={id} legend={`Distance ${index + 1}`} onRemove={() => delivery.remove(index)}>
              <AmountField
                label="Up to (km)"
                error={errors.delivery?.[index]?.upToKm?.message}
                {...register(`delivery.${index}.upToKm`)}
              />
              <AmountField
                label="Price ($)"
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
            label="Valid until"
            type="date"
            hint={
              hasExpired({ validUntil }, new Date())
                ? 'This date has passed, so visitors see prices without it.'
                : 'Leave empty to keep these prices until you change them.'
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
