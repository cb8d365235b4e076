import { materials, shedStyles } from '../options.ts';
import { shedColors } from './colors.ts';

/** Like the column size_group: the first group that names the size, else Other. */
export const sizeGroups = [
  { name: 'Small', sizes: ['8x8', '8x10', '8x12'] },
  { name: 'Medium', sizes: ['10x10', '10x12', '10x16'] },
  { name: 'Large', sizes: ['12x12', '12x16', '12x20', '14x20'] },
  { name: 'Other', sizes: [] },
] as const;

type SizeGroupName = (typeof sizeGroups)[number]['name'];

/** The filter's categories in the order they are shown, each with the values it offers. */
export const shedFilterCategories = [
  { name: 'material', label: 'Material', values: materials },
  { name: 'style', label: 'Style', values: shedStyles },
  { name: 'size', label: 'Size', values: sizeGroups.map((group) => group.name) },
  { name: 'color', label: 'Color', values: shedColors.map((color) => color.name) },
] as const;

type ShedFilterName = (typeof shedFilterCategories)[number]['name'];

export type ShedFilter = Partial<Record<ShedFilterName, string>>;

/** Parses the choices from search parameters; a value that is not on offer counts as no choice. */
export function parseShedFilter(query: URLSearchParams): ShedFilter {
  const filter: ShedFilter = {};
  for (const { name, values } of shedFilterCategories) {
    const requested = query.get(name)?.toLowerCase();
    const value = values.find((candidate) => candidate.toLowerCase() === requested);
    if (value) filter[name] = value;
  }
  return filter;
}

/** The filter after a value was chosen: choosing the active value again clears it. */
export function toggleShedFilter(
  filter: ShedFilter,
  name: ShedFilterName,
  value: string,
): ShedFilter {
  const { [name]: current, ...others } = filter;
  return current === value ? others : { ...others, [name]: value };
}

/** The filter as a query string, with its question mark; empty if nothing is chosen. */
export function formatShedFilter(filter: ShedFilter): string {
  const query = new URLSearchParams();
  for (const { name } of shedFilterCategories) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Returns the size group of a shed: `10 × 16 ft` is a 10x16, `8x80` is no 8x8. */
export function getSizeGroup(size: string): SizeGroupName {
  const group = sizeGroups.find(({ sizes }) =>
    sizes.some((named) => {
      const dimensions = named.replace('x', '\\s*[x×]\\s*');
      return new RegExp(`(^|\\D)${dimensions}(\\D|$)`, 'i').test(size);
    }),
  );
  return group?.name ?? 'Other';
}
