import type { ShedColumns } from '#app/data/shed-listings.ts';
import { formatPrice } from '#app/domain/format/prices.ts';
import { columnField } from '#app/domain/merging.ts';
import { readSpecifications, type Specifications } from '#app/domain/sheds/specifications.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownPictures } from '../records/shown-pictures.tsx';

const field = columnField<ShedColumns>;

/** One of the two lists that share a column. */
function list(label: string, name: keyof Specifications): ShownField<ShedColumns> {
  const read = ({ specifications }: ShedColumns) => readSpecifications(specifications);
  return {
    label,
    read: (shed) => read(shed)[name],
    take: (into, from) => ({
      ...into,
      specifications: { ...read(into), [name]: read(from)[name] },
    }),
  };
}

/** What two people may have entered differently about a shed. */
export const shedMerge: ShownField<ShedColumns>[] = [
  field('Title', 'title'),
  field('Material Type', 'material_type'),
  field('Color', 'color'),
  field('Size', 'size'),
  field('Shed Style', 'shed_style'),
  { ...field('Price', 'price'), show: ({ price }) => formatPrice(price) },
  field('Description', 'description'),
  list('Standard Features', 'standard_features'),
  list('Optional Upgrades', 'optional_upgrades'),
  { ...field('Images', 'images'), show: ({ images }) => <ShownPictures paths={images} /> },
  field('Featured', 'is_featured'),
  field('Active', 'is_active'),
];
