import { COLORS, MATERIALS, STYLES } from '#drawing/design/shed-design.ts';

export { MATERIALS as materials, STYLES as shedStyles } from '#drawing/design/shed-design.ts';

/** Footprints in feet, width by depth, as staff enter and visitors choose them. */
export const shedSizes = [
  '8x8',
  '8x10',
  '8x12',
  '10x10',
  '10x12',
  '10x16',
  '12x12',
  '12x16',
  '12x20',
  '14x20',
  'Other',
] as const;

export const quoteProjectTypes = [
  'Custom Shed',
  'Garage Addition',
  'Home Addition',
  'Exterior Renovation',
  'Other',
] as const;

export type QuoteProjectType = (typeof quoteProjectTypes)[number];

/** @param own the owner's project types */
export function isQuoteProjectType(
  value: string | null,
  own: readonly string[] = [],
): value is string {
  return value !== null && [...quoteProjectTypes, ...own].includes(value);
}

export const projectTypes = [
  'Custom Shed',
  'Garage Addition',
  'Home Addition',
  'Exterior Renovation',
  'Roofing',
  'Siding',
  'Other',
] as const;

export const reviewProjectTypes = projectTypes.filter((type) => type !== 'Other');

/** The lists that the owner can extend, with the entries that each always has, as `private.list_fixed_entries`. */
export const fixedLists = {
  project_type: projectTypes,
  material: MATERIALS,
  color: COLORS,
  size: shedSizes,
  style: STYLES,
} as const;

export type ListName = keyof typeof fixedLists;

/** The owner's entries; a list without any is missing. `swatches` are values of colours, as #rrggbb, by name. */
export type OwnLists = { [Name in ListName]?: string[] } & { swatches?: Record<string, string> };

/** The entries of the specification in their order, then the owner's. */
export const withOwn = (
  fixed: readonly string[],
  own: readonly string[] = [],
): readonly string[] => (own.length > 0 ? [...fixed, ...own] : fixed);

export const budgetRanges = [
  'Under $2,000',
  '$2,000 - $5,000',
  '$5,000 - $10,000',
  '$10,000 - $20,000',
  '$20,000 - $50,000',
  'Over $50,000',
] as const;

export const timelines = [
  'ASAP',
  'Within 1 month',
  '2-3 months',
  '3-6 months',
  'More than 6 months',
  'Flexible',
] as const;
