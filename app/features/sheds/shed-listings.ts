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
import { homeLimits, shedsPerPage } from '#app/lib/limits.ts';
import { fetchAllPages, type Page, readPage } from '#app/lib/paginate.ts';
import { isUuid } from '#app/lib/validators.ts';
import type { Dimension } from './listing-dimensions.ts';
import type { PriceChange } from './price-change.ts';
import type { ShedFacets, ShedFilter, ShedSort } from './shed-filter.ts';
import type { Specifications } from './shed-form.ts';

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
    if (filter.material) query = query.ilike('material_type', `%${filter.material}%`);
    if (filter.style) query = query.ilike('shed_style', `%${filter.style}%`);
    if (filter.color) query = query.ilike('color', `%${filter.color}%`);
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
