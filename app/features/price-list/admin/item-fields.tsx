import { AmountField, SmallField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { PRICE_ITEMS, type PriceItem } from '#app/features/designer/price-list.ts';
import { unitLabels } from '../price-list-form.ts';
import type { PriceFieldsProps } from './base-fields.tsx';

const sections: { title: string; intro?: string; prefixes: string[] }[] = [
  {
    title: 'Siding',
    intro:
      'In all sections: floor includes the porch; walls are counted up to the eaves without the porch, those of an A-frame are its two gables; length is without the porch. A price of 0 is listed as included.',
    prefixes: ['material.'],
  },
  { title: 'Roofing', prefixes: ['roofing.'] },
  { title: 'Doors and Windows', prefixes: ['opening.'] },
  {
    title: 'Extras',
    intro:
      'Flower boxes and shutters are counted at each window. The floor of a loft is its own, about half of the shed.',
    prefixes: ['extra.'],
  },
  {
    title: 'Walls and Porch',
    intro: 'Higher walls are counted in steps of 6 inches above 84 inches.',
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
