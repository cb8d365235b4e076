import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  updateRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { homeLimits, lengths, shedsPerPage } from '#app/lib/limits.ts';
import { fetchAllPages, type Page, readPage } from '#app/lib/paginate.ts';
import {
  parsePublicationField,
  publicationDate,
  toPublicationField,
} from '#app/lib/publication.ts';
import { toContainsPattern } from '#app/lib/text.ts';
import { isUuid } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import type { PriceChange } from './price-change.ts';
import type { ShedFacets, ShedFilter, ShedSort } from './shed-filter.ts';

/** Reads a page of active sheds that match the filter, in its order. */
export async function readShedsPage(
  client: Client,
  filter: ShedFilter,
  requestedPage: string | null,
): Promise<Page<Row<'shed_listings'>>> {
  const matching = (head: boolean) => {
    let query = client
      .from('shed_listings')
      .select('id', { count: 'exact', head })
      .eq('is_active', true);
    if (filter.material) query = query.ilike('material_type', toContainsPattern(filter.material));
    if (filter.style) query = query.ilike('shed_style', toContainsPattern(filter.style));
    if (filter.color) query = query.ilike('color', toContainsPattern(filter.color));
    if (filter.price) query = query.lte('price', Number(filter.price));
    return filter.size ? query.eq('size_group', filter.size) : query;
  };
  const found = await readPage(
    requestedPage,
    shedsPerPage,
    () => matching(true).throwOnError(),
    (first, last) => sortSheds(matching(false), filter.sort).range(first, last).throwOnError(),
  );
  const { data: sheds } = await client
    .from('shed_listings')
    .select('*')
    .eq('is_active', true)
    .in(
      'id',
      found.rows.map(({ id }) => id),
    )
    .throwOnError();
  const shedsById = new Map(sheds.map((shed) => [shed.id, shed]));
  return { ...found, rows: found.rows.flatMap(({ id }) => shedsById.get(id) ?? []) };
}

/** Reads the filtered columns of all active sheds, for the counts next to the filter's values. */
export function readShedFacets(client: Client): Promise<ShedFacets[]> {
  return fetchAllPages((first, last) =>
    sortSheds(
      client
        .from('shed_listings')
        .select('material_type, shed_style, size_group, color, price', { count: 'exact' })
        .eq('is_active', true),
    )
      .range(first, last)
      .throwOnError(),
  );
}

const cardColumns = 'id, title, material_type, color, size, shed_style, price, images, design';

/** A name and its value in feet and inches, then in metres. */
export type Dimension = readonly [name: string, value: string];

/** A listing as public pages show it (`toDrawnShed`). */
export type DrawnShed = Omit<Row<'shed_listings'>, 'design' | 'specifications'> & {
  specifications: Specifications;
  drawing: string;
  designUrl: string;
  /** Dimensions of the source design; empty if there is none. */
  dimensions: Dimension[];
};

export type ShedSummary = Pick<
  Row<'shed_listings'>,
  'id' | 'title' | 'material_type' | 'color' | 'size' | 'shed_style' | 'price' | 'images' | 'design'
>;

/** The featured sheds of the home page; if there are too few, the newest ones follow. */
export async function listFeaturedSheds(client: Client): Promise<ShedSummary[]> {
  const query = client.from('shed_listings').select(cardColumns).eq('is_active', true);
  const { data } = await sortSheds(query).limit(homeLimits.sheds).throwOnError();
  return data;
}

export type ListedPrice = Omit<ShedSummary, 'images'> & Pick<Row<'shed_listings'>, 'is_active'>;

/** All sheds with their prices, to preview a price change. */
export function listShedPrices(client: Client): Promise<ListedPrice[]> {
  return fetchAllPages((first, last) =>
    client
      .from('shed_listings')
      .select('id, title, material_type, color, size, shed_style, price, design, is_active', {
        count: 'exact',
      })
      .order('title')
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
}

const maxCompared = 200;

/** Reads the active sheds most like this one. */
export async function readRelatedSheds(
  client: Client,
  shed: Row<'shed_listings'>,
): Promise<Row<'shed_listings'>[]> {
  const active = () =>
    client.from('shed_listings').select('*').eq('is_active', true).neq('id', shed.id);
  const inCommon = (['shed_style', 'material_type', 'size'] as const)
    .map((column) => `${column}.eq."${shed[column].replaceAll(/[\\"]/g, '\\$&')}"`)
    .join();
  const { data: alike } = await sortSheds(active().or(inCommon)).limit(maxCompared).throwOnError();
  const related = getRelatedSheds(shed, alike);
  if (related.length === maxRelatedSheds) return related;
  const { data: newest } = await sortSheds(active()).limit(maxRelatedSheds).throwOnError();
  const known = new Set(related.map(({ id }) => id));
  return [...related, ...newest.filter(({ id }) => !known.has(id))].slice(0, maxRelatedSheds);
}

type Ordered<Query> = {
  order(column: string, options?: { ascending: boolean; nullsFirst?: boolean }): Query;
};

/** Sheds without a price or a size in feet come last in either direction. */
function sortSheds<Query extends Ordered<Query>>(query: Query, sort: ShedSort = 'featured'): Query {
  const column = sort.startsWith('price') ? 'price' : 'floor_area';
  const first =
    sort === 'featured'
      ? query
          .order('is_featured', { ascending: false })
          .order('order_index', { ascending: true, nullsFirst: true })
      : query.order(column, { ascending: !sort.endsWith('-desc'), nullsFirst: false });
  return first.order('created_at', { ascending: false }).order('id');
}

/** Reads an active shed; null for an inactive, unknown or invalid id. */
export async function readActiveShed(
  client: Client,
  id: string,
): Promise<Row<'shed_listings'> | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from('shed_listings')
    .select('*')
    .eq('id', id)
    .eq('is_active', true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type ShedListing = Row<'shed_listings'>;
type GeneratedColumn = 'size_group' | 'floor_area';
export type ShedColumns = Omit<
  WritableColumns<'shed_listings'>,
  GeneratedColumn | 'design' | 'order_index'
>;

/** @throws RowChanged if a row with its id is stored */
export function insertShed(client: Client, row: ShedColumns | ShedListing): Promise<ShedListing> {
  const {
    size_group: _sizeGroup,
    floor_area: _floorArea,
    ...columns
  }: ShedColumns & Partial<ShedListing> = row;
  return insertRow(client, 'shed_listings', columns);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateShed(
  client: Client,
  read: Version,
  change: Partial<ShedColumns>,
): Promise<ShedListing> {
  return updateUnchanged(client, 'shed_listings', read, change);
}

/** @throws RowNotFound if it is deleted */
export function setShedActive(
  client: Client,
  id: string,
  is_active: boolean,
): Promise<ShedListing> {
  return updateRow(client, 'shed_listings', id, { is_active });
}

/** @throws RowNotFound if it is deleted */
export function deleteShed(client: Client, id: string): Promise<ShedListing> {
  return deleteRow(client, 'shed_listings', id);
}

/**
 * Changes the prices of up to 5,000 sheds in one transaction, for staff. A shed keeps its price if that is
 * no longer the `from` of its change.
 * @returns the ids of the changed ones
 */
export async function changeShedPrices(client: Client, changes: PriceChange[]): Promise<string[]> {
  const { data } = await client.rpc('change_shed_prices', { changes }).throwOnError();
  return data;
}

type Comparable = { id: string; shed_style: string; material_type: string; size: string };

const maxRelatedSheds = 3;

/** The sheds most like this one: by style first, then by material, then by size. */
export function getRelatedSheds<Shed extends Comparable>(shed: Shed, others: Shed[]): Shed[] {
  const likeness = (other: Shed) =>
    Number(other.shed_style === shed.shed_style) * 4 +
    Number(other.material_type === shed.material_type) * 2 +
    Number(other.size === shed.size);
  return others
    .filter((other) => other.id !== shed.id)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, maxRelatedSheds);
}

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
  published_at: publicationDate,
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
  published_at: '',
  standard_features: { added: [], typed: '' },
  optional_upgrades: { added: [], typed: '' },
};

type FormColumns = Pick<
  Row<'shed_listings'>,
  | 'title'
  | 'description'
  | 'material_type'
  | 'color'
  | 'size'
  | 'shed_style'
  | 'price'
  | 'is_featured'
  | 'is_active'
  | 'published_at'
>;

/** The form of a stored listing; a price becomes text. */
export function toShedForm(shed: FormColumns & { specifications: unknown }): ShedInput {
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
    published_at: toPublicationField(shed.published_at),
    standard_features: { added: standard_features, typed: '' },
    optional_upgrades: { added: optional_upgrades, typed: '' },
  };
}

/**
 * The columns that a checked form fills; an empty price, date or description is null.
 * @param stored the stored publication date
 */
export function toShedColumns(
  form: ShedForm,
  stored?: string | null,
): FormColumns & { specifications: Specifications } {
  const { standard_features, optional_upgrades, description, published_at, ...columns } = form;
  return {
    ...columns,
    description: description || null,
    published_at: parsePublicationField(published_at, stored),
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
