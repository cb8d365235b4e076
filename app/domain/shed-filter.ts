import { shedColors } from './colors.ts';
import { materials, shedStyles } from './options.ts';

/** The size groups of the public filter; what none of them names is Other. */
export const sizeGroups = [
  { name: 'Small', sizes: ['8x8', '8x10', '8x12'] },
  { name: 'Medium', sizes: ['10x10', '10x12', '10x16'] },
  { name: 'Large', sizes: ['12x12', '12x16', '12x20', '14x20'] },
  { name: 'Other', sizes: [] },
] as const;

/** The filter's categories in the order they are shown, each with the values it offers. */
export const shedFilterCategories = [
  { name: 'material', label: 'Material', values: materials },
  { name: 'style', label: 'Style', values: shedStyles },
  { name: 'size', label: 'Size', values: sizeGroups.map((group) => group.name) },
  { name: 'color', label: 'Color', values: shedColors.map((color) => color.name) },
] as const;

export type ShedFilterName = (typeof shedFilterCategories)[number]['name'];

/** One choice per category at most. */
export type ShedFilter = Partial<Record<ShedFilterName, string>>;

type Filterable = { material_type: string; shed_style: string; size: string; color: string };

/** Reads the choices out of an address's query; a value that is not on offer counts as no choice. */
export function readShedFilter(query: URLSearchParams): ShedFilter {
  const filter: ShedFilter = {};
  for (const { name, values } of shedFilterCategories) {
    const wanted = query.get(name)?.toLowerCase();
    const value = values.find((candidate) => candidate.toLowerCase() === wanted);
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

/** The filter as a query string, with its question mark; empty where nothing is chosen. */
export function shedFilterQuery(filter: ShedFilter): string {
  const query = new URLSearchParams();
  for (const { name } of shedFilterCategories) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** The sheds that match every chosen value: case-insensitive substring, sizes by their group. */
export function filterSheds<Shed extends Filterable>(sheds: Shed[], filter: ShedFilter): Shed[] {
  return sheds.filter(
    (shed) =>
      contains(shed.material_type, filter.material) &&
      contains(shed.shed_style, filter.style) &&
      contains(shed.color, filter.color) &&
      (!filter.size || sizeGroup(shed.size) === filter.size),
  );
}

/** The name of the size group that a shed's size belongs to. */
export function sizeGroup(size: string): string {
  const plain = size.toLowerCase().replaceAll('×', 'x').replaceAll(/\s/g, '');
  const group = sizeGroups.find(({ sizes }) =>
    sizes.some((named) => new RegExp(`(^|\\D)${named}(\\D|$)`).test(plain)),
  );
  return group?.name ?? 'Other';
}

function contains(text: string, wanted: string | undefined) {
  return !wanted || text.toLowerCase().includes(wanted.toLowerCase());
}
