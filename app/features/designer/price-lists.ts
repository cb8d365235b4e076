import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertUniqueRow, updateUnchanged } from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { RowChanged, RowNotFound, type Version } from '#app/lib/errors.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { type CostList, type PriceList, parseCostList, parsePriceList } from './price-list.ts';
import { type PreviewedPrice, previewSchema } from './price-schema.ts';

type Columns = { prices: PriceList; costs: CostList };

/** A version of the price list; without a version it is the draft. */
export type PriceListRow = Omit<Row<'price_lists'>, 'prices' | 'costs'> & Columns;
export type PriceListColumns = Columns;

export type PriceListVersion = Pick<
  Row<'price_lists'>,
  'id' | 'version' | 'note' | 'published_at' | 'published_by_email'
>;

export async function readCurrentPriceLists(client: Client): Promise<{
  draft: PriceListRow | null;
  published: PriceListRow | null;
}> {
  const { data } = await client
    .from('price_lists')
    .select('*')
    .order('version', { ascending: false, nullsFirst: true })
    .limit(2)
    .throwOnError();
  const rows = data.map(parseRow);
  return {
    draft: rows.find(({ version }) => version === null) ?? null,
    published: rows.find(({ version }) => version !== null) ?? null,
  };
}

export async function readPublishedPriceList(client: Client): Promise<PriceListRow | null> {
  const { data } = await client
    .from('price_lists')
    .select('*')
    .not('version', 'is', null)
    .order('version', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && parseRow(data);
}

export async function readPriceListVersions(client: Client): Promise<PriceListVersion[]> {
  const { data } = await client
    .from('price_lists')
    .select('id, version, note, published_at, published_by_email')
    .not('version', 'is', null)
    .order('version', { ascending: false })
    .limit(200)
    .throwOnError();
  return data;
}

/** @throws RowNotFound if there is no such version */
export async function readPriceList(client: Client, id: string): Promise<PriceListRow> {
  const { data } = await client
    .from('price_lists')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new RowNotFound();
  return parseRow(data);
}

export async function insertDraft(client: Client, columns: Columns): Promise<PriceListRow> {
  return parseWritten(insertUniqueRow(client, 'price_lists', toJson(columns), 'version'));
}

export async function updateDraft(
  client: Client,
  read: Version,
  change: Partial<Columns>,
): Promise<PriceListRow> {
  return parseWritten(updateUnchanged(client, 'price_lists', read, toJson(change)));
}

export async function deleteDraft(client: Client, id: string): Promise<void> {
  await deleteRow(client, 'price_lists', id);
}

/**
 * Publishes the draft.
 * @returns its version; null if the draft was changed or published since it was read
 */
export async function publishPriceList(
  client: Client,
  read: Version,
  note: string,
): Promise<number | null> {
  const { data } = await client
    .rpc('publish_price_list', { draft_id: read.id, read_version: read.updated_at, reason: note })
    .throwOnError();
  return data;
}

/**
 * The prices of up to 500 designs by a price list that need not be stored, for staff; null in place of
 * a design that is invalid or whose style has no price.
 */
export async function previewPrices(
  client: Client,
  { prices, costs }: Columns,
  designs: readonly ShedDesign[],
  deliveryKm?: number | null,
): Promise<(PreviewedPrice | null)[]> {
  const { data } = await client
    .rpc('preview_prices', {
      ...{ prices, costs, designs: designs as unknown as Json },
      ...(deliveryKm === undefined || deliveryKm === null ? {} : { delivery_km: deliveryKm }),
    })
    .throwOnError();
  return previewSchema.parse(data) ?? designs.map(() => null);
}

async function parseWritten(write: Promise<Row<'price_lists'>>): Promise<PriceListRow> {
  try {
    return parseRow(await write);
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    throw new RowChanged(parseRow(error.row), error.changedBy);
  }
}

function parseRow(row: Row<'price_lists'>): PriceListRow {
  return {
    ...row,
    prices: parsePriceList(row.prices),
    costs: parseCostList(row.costs),
  };
}

function toJson<Change extends Partial<Columns>>(change: Change) {
  return change as Record<keyof Change, NonNullable<Json>>;
}
