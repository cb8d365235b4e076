import { isUuid } from '#app/domain/format/validators.ts';
import { shedsPerPage } from '#app/domain/limits.ts';
import type { Page } from '#app/domain/pages.ts';
import { relatedSheds, relatedShown } from '#app/domain/sheds/related-sheds.ts';
import type { ShedFilter } from '#app/domain/sheds/shed-filter.ts';
import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { readOnePage } from './one-page.ts';
import { deleteRow, insertRow, updateAsRead, updateRow, type Written } from './one-row.ts';
import type { Client } from './supabase-context.ts';

/**
 * One page of the active sheds that match the filter, the featured ones first, then the newest. Which
 * ones these are an index alone can tell, so that the rows of all others are never read.
 */
export async function readShedsPage(
  client: Client,
  filter: ShedFilter,
  wanted: string | null,
): Promise<Page<Row<'shed_listings'>>> {
  const matching = (head: boolean) => {
    let query = client
      .from('shed_listings')
      .select('id', { count: 'exact', head })
      .eq('is_active', true);
    if (filter.material) query = query.ilike('material_type', `%${filter.material}%`);
    if (filter.style) query = query.ilike('shed_style', `%${filter.style}%`);
    if (filter.color) query = query.ilike('color', `%${filter.color}%`);
    return filter.size ? query.eq('size_group', filter.size) : query;
  };
  const found = await readOnePage(
    wanted,
    shedsPerPage,
    () => matching(true).throwOnError(),
    ({ first, last, backwards }) =>
      shownOrder(matching(false), backwards).range(first, last).throwOnError(),
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
  const shedOf = new Map(sheds.map((shed) => [shed.id, shed]));
  return { ...found, rows: found.rows.flatMap(({ id }) => shedOf.get(id) ?? []) };
}

/** How many of the sheds that have something in common with one are compared with it. */
const mostCompared = 200;

/** The active sheds that are most like this one: among the newest that have something in common. */
export async function readRelatedSheds(
  client: Client,
  shed: Row<'shed_listings'>,
): Promise<Row<'shed_listings'>[]> {
  const active = () =>
    client.from('shed_listings').select('*').eq('is_active', true).neq('id', shed.id);
  const inCommon = (['shed_style', 'material_type', 'size'] as const)
    .map((column) => `${column}.eq."${shed[column].replaceAll(/[\\"]/g, '\\$&')}"`)
    .join();
  const { data: alike } = await shownOrder(active().or(inCommon))
    .limit(mostCompared)
    .throwOnError();
  const related = relatedSheds(shed, alike);
  if (related.length === relatedShown) return related;
  const { data: newest } = await shownOrder(active()).limit(relatedShown).throwOnError();
  const known = new Set(related.map(({ id }) => id));
  return [...related, ...newest.filter(({ id }) => !known.has(id))].slice(0, relatedShown);
}

type Ordered<Query> = { order(column: string, options?: { ascending: boolean }): Query };

function shownOrder<Query extends Ordered<Query>>(query: Query, backwards = false): Query {
  return query
    .order('is_featured', { ascending: backwards })
    .order('created_at', { ascending: backwards })
    .order('id', { ascending: !backwards });
}

/** One active shed, null where the id is unknown, inactive or no id at all. */
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
/** What staff write of a shed. */
export type ShedColumns = Omit<Written<'shed_listings'>, 'size_group'>;

/** Adds a shed and returns it; a whole row, one that was deleted, comes back as it was. */
export function insertShed(client: Client, row: ShedColumns | ShedListing): Promise<ShedListing> {
  const { size_group: _generated, ...columns }: ShedColumns & Partial<ShedListing> = row;
  return insertRow(client, 'shed_listings', columns);
}

/**
 * Changes a shed that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateShed(
  client: Client,
  read: Version,
  change: Partial<ShedColumns>,
): Promise<ShedListing> {
  return updateAsRead(client, 'shed_listings', read, change);
}

/**
 * Shows a shed to visitors or keeps it from them, and returns it. Throws RowNotFound where it is
 * gone.
 */
export function setShedActive(
  client: Client,
  id: string,
  is_active: boolean,
): Promise<ShedListing> {
  return updateRow(client, 'shed_listings', id, { is_active });
}

/** Deletes a shed and returns it. Throws RowNotFound where it is gone already. */
export function deleteShed(client: Client, id: string): Promise<ShedListing> {
  return deleteRow(client, 'shed_listings', id);
}
