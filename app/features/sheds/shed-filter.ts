import { materials, type OwnLists, shedStyles, withOwn } from '#app/lib/options.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { formatSearch } from '#app/lib/urls.ts';
import { COLORS } from '#drawing/design/shed-design.ts';

/** Same rule as the column size_group: the first group that lists the size, else Other. */
export const sizeGroups = [
  { name: 'Small', sizes: ['8x8', '8x10', '8x12'] },
  { name: 'Medium', sizes: ['10x10', '10x12', '10x16'] },
  { name: 'Large', sizes: ['12x12', '12x16', '12x20', '14x20'] },
  { name: 'Other', sizes: [] },
] as const;

/** Canadian dollars; the filter shows the sheds that cost at most as much. */
const maxPrices = ['5000', '7500', '10000', '15000', '20000', '30000'] as const;

/** The orders of the list; the first one is the default and not in the URL. */
export const shedSorts = [
  { value: 'featured', label: 'Featured' },
  { value: 'price', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'size', label: 'Smallest size' },
  { value: 'size-desc', label: 'Largest size' },
] as const;

export type ShedSort = (typeof shedSorts)[number]['value'];

/** The filter's categories in the order they are shown, each with the values it offers. */
export const shedFilterCategories = [
  { name: 'material', label: 'Material', values: materials },
  { name: 'style', label: 'Style', values: shedStyles },
  { name: 'size', label: 'Size', values: sizeGroups.map((group) => group.name) },
  { name: 'color', label: 'Color', values: COLORS },
  { name: 'price', label: 'Price', values: maxPrices },
] as const;

/** The categories with the owner's materials, styles and colours. Sizes that no group names are under Other. */
export const listShedFilterCategories = (
  own: OwnLists,
): { name: ShedFilterName; label: string; values: readonly string[] }[] =>
  shedFilterCategories.map(({ name, label, values }) => ({
    name,
    label,
    values: name === 'size' || name === 'price' ? values : withOwn(values, own[name]),
  }));

type ShedFilterName = (typeof shedFilterCategories)[number]['name'];

/** The chosen values, and the order unless it is the default. */
export type ShedFilter = Partial<Record<ShedFilterName, string>> & { sort?: ShedSort };

/** Parses the choices from search parameters. Unknown values are ignored. */
export function parseShedFilter(query: URLSearchParams, own: OwnLists): ShedFilter {
  const filter: ShedFilter = {};
  for (const { name, values } of listShedFilterCategories(own)) {
    const requested = query.get(name)?.toLowerCase();
    const value = values.find((candidate) => candidate.toLowerCase() === requested);
    if (value) filter[name] = value;
  }
  const sort = shedSorts.slice(1).find((candidate) => candidate.value === query.get('sort'));
  if (sort) filter.sort = sort.value;
  return filter;
}

/** The chosen values with their categories, in the order of the categories. */
export function listChosen(
  filter: ShedFilter,
): { name: ShedFilterName; label: string; value: string }[] {
  return shedFilterCategories.flatMap(({ name, label }) => {
    const value = filter[name];
    return value ? [{ name, label, value }] : [];
  });
}

/** Removes the choices and keeps the sort order. */
export function clearChoices({ sort }: ShedFilter): ShedFilter {
  return sort ? { sort } : {};
}

/** The label of a choice, such as `Up to $5,000`. */
export function getChoiceLabel(name: ShedFilterName, value: string): string {
  return name === 'price' ? `Up to ${formatPrice(Number(value))}` : value;
}

/** Toggles a value: choosing the active value again clears it. */
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
  if (filter.sort) query.set('sort', filter.sort);
  return formatSearch(query);
}

/** What the filter compares of a shed. */
export type ShedFacets = {
  material_type: string;
  shed_style: string;
  size_group: string;
  color: string;
  price: number | null;
};

export type ShedCounts = Record<ShedFilterName, Record<string, number>>;

/** Whether a shed has all chosen values. */
export function matchesFilter(shed: ShedFacets, filter: ShedFilter): boolean {
  return listChosen(filter).every((chosen) => matches(shed, chosen));
}

/** Counts the sheds that each value would leave, given the choices in the other categories. */
export function countShedChoices(
  sheds: ShedFacets[],
  filter: ShedFilter,
  own: OwnLists,
): ShedCounts {
  const counts: ShedCounts = { material: {}, style: {}, size: {}, color: {}, price: {} };
  const others = (name: ShedFilterName) =>
    sheds.filter((shed) =>
      listChosen(filter).every((chosen) => chosen.name === name || matches(shed, chosen)),
    );
  for (const { name, values } of listShedFilterCategories(own)) {
    const found = others(name);
    for (const value of values) {
      counts[name][value] = found.filter((shed) => matches(shed, { name, value })).length;
    }
  }
  return counts;
}

function matches(shed: ShedFacets, { name, value }: { name: ShedFilterName; value: string }) {
  const contains = (text: string) => text.toLowerCase().includes(value.toLowerCase());
  if (name === 'material') return contains(shed.material_type);
  if (name === 'style') return contains(shed.shed_style);
  if (name === 'color') return contains(shed.color);
  if (name === 'size') return shed.size_group === value;
  return shed.price !== null && shed.price <= Number(value);
}

/** The designer's URL with the chosen style, size, material and color, without those that are the owner's own. */
export function getFilterDesignUrl({ style, size, material, color }: ShedFilter): string {
  const [firstSize] = sizeGroups.find(({ name }) => name === size)?.sizes ?? [];
  const chosen = {
    style: shedStyles.find((drawn) => drawn === style),
    size: firstSize,
    material: materials.find((drawn) => drawn === material),
    color: COLORS.find((drawn) => drawn === color),
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value) params.set(name, value);
  return `/design${formatSearch(params)}`;
}
