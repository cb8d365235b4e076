import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod.ts';

const maxPrice = 99_999_999.99;

const price = z
  .string()
  .trim()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'Please enter a number')
  .transform((text) => (text === '' ? null : Number(text)))
  .refine((value) => !(value !== null && value < 0), 'Price must be positive')
  .refine((value) => value === null || value <= maxPrice, 'Please enter a lower price')
  .refine(
    (value) => value === null || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'Please use at most two decimals',
  );

/** Added entries, and the text still in the field, which counts as an entry too. */
const entries = z
  .object({ added: z.array(z.string()), typed: z.string() })
  .transform(({ added, typed }) => addEntry(added, typed))
  .refine((list) => list.join('').length <= 8000, 'Please use fewer or shorter entries');

/** Adds an entry, trims all of them and drops empty ones. */
export function addEntry(added: readonly string[], typed: string): string[] {
  return [...added, typed].map((entry) => entry.trim()).filter(Boolean);
}

export const shedForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  description: optionalText(5000),
  material_type: requiredText(1, 'Material type is required', lengths.choice),
  color: requiredText(1, 'Color is required', lengths.choice),
  size: requiredText(1, 'Size is required', lengths.choice),
  shed_style: requiredText(1, 'Shed style is required', lengths.choice),
  price,
  is_featured: z.boolean(),
  is_active: z.boolean(),
  standard_features: entries,
  optional_upgrades: entries,
});

export type ShedInput = z.input<typeof shedForm>;
export type ShedForm = z.output<typeof shedForm>;

export const emptyShed: ShedInput = {
  title: '',
  description: '',
  material_type: '',
  color: '',
  size: '',
  shed_style: '',
  price: '',
  is_featured: false,
  is_active: true,
  standard_features: { added: [], typed: '' },
  optional_upgrades: { added: [], typed: '' },
};

type ShedColumns = {
  title: string;
  description: string | null;
  material_type: string;
  color: string;
  size: string;
  shed_style: string;
  price: number | null;
  is_featured: boolean;
  is_active: boolean;
};

/** The form of a stored listing; a price becomes text. */
export function toShedForm(shed: ShedColumns & { specifications: unknown }): ShedInput {
  const { standard_features, optional_upgrades } = parseSpecifications(shed.specifications);
  return {
    title: shed.title,
    description: shed.description ?? '',
    material_type: shed.material_type,
    color: shed.color,
    size: shed.size,
    shed_style: shed.shed_style,
    price: shed.price === null ? '' : String(shed.price),
    is_featured: shed.is_featured,
    is_active: shed.is_active,
    standard_features: { added: standard_features, typed: '' },
    optional_upgrades: { added: optional_upgrades, typed: '' },
  };
}

/** The columns that a checked form fills; an empty price or description is null. */
export function toShedColumns(form: ShedForm): ShedColumns & { specifications: Specifications } {
  const { standard_features, optional_upgrades, description, ...columns } = form;
  return {
    ...columns,
    description: description || null,
    specifications: { standard_features, optional_upgrades },
  };
}

export type Specifications = { standard_features: string[]; optional_upgrades: string[] };

/** Reads the lists from a listing's specifications and ignores whatever else is stored there. */
export function parseSpecifications(stored: unknown): Specifications {
  const lists = new Map(Object.entries(typeof stored === 'object' && stored ? stored : {}));
  return {
    standard_features: getStrings(lists.get('standard_features')),
    optional_upgrades: getStrings(lists.get('optional_upgrades')),
  };
}

function getStrings(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
}
