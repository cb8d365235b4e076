import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertUniqueRow,
  RowChanged,
  RowNotFound,
  updateUnchanged,
  type Version,
} from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { z } from '#app/lib/zod.ts';
import {
  EXTRAS,
  FOUNDATIONS,
  MATERIALS,
  OPENINGS,
  ROOFINGS,
  type ShedDesign,
  STYLES,
} from '#drawing/design/shed-design.ts';
import { type PreviewedPrice, previewSchema } from './price-schema.ts';

/**
 * The unit of an amount in a price list: a piece (for the wall height 6 inches), a square foot of floor,
 * wall or porch, a foot of length, or a share of the base price in basis points.
 */
export const PRICE_UNITS = ['each', 'floor', 'walls', 'length', 'porch', 'percent'] as const;

export type PriceUnit = (typeof PRICE_UNITS)[number];

/** Everything that a price list prices besides the base, in the order of the lines of a price. */
export const PRICE_ITEMS = [
  'wallHeight',
  'porch',
  ...MATERIALS.map((name) => `material.${name}` as const),
  ...ROOFINGS.map((name) => `roofing.${name}` as const),
  ...getKeys(OPENINGS).map((name) => `opening.${name}` as const),
  ...EXTRAS.map((name) => `extra.${name}` as const),
  ...FOUNDATIONS.map((name) => `foundation.${name}` as const),
] as const;

export type PriceItem = (typeof PRICE_ITEMS)[number];
type PricedStyle = (typeof STYLES)[number];

const maxCents = 100_000_000;
const cents = z.int().min(0).max(maxCents);
const label = z.string().min(1).max(80);

/** A price list: amounts in whole cents, percentages in whole basis points. The database checks the same. */
export const priceListSchema = z.strictObject({
  base: z.record(
    z.enum(STYLES),
    z.strictObject({
      start: cents,
      perSquareFoot: cents,
      grid: z.record(z.string().regex(/^[0-9]{1,2}x[0-9]{1,2}$/), cents),
    }),
  ),
  items: z.record(
    z.enum(PRICE_ITEMS as unknown as [PriceItem, ...PriceItem[]]),
    z.strictObject({ label, unit: z.enum(PRICE_UNITS), amount: cents }),
  ),
  adjustments: z
    .array(z.strictObject({ label, basisPoints: z.int().min(-9000).max(10_000) }))
    .max(10),
  delivery: z.array(z.strictObject({ upToKm: z.int().min(1).max(5000), amount: cents })).max(10),
  /** Published versions from before HST became a business setting have it; nothing reads it. */
  hst: z.unknown().optional(),
  /** An ISO day; null if prices are valid until they change. */
  validUntil: z.iso.date().nullable(),
});

export type PriceList = Omit<z.output<typeof priceListSchema>, 'hst'>;

/** The business's costs of a price list's items, in the units of their prices; 0 if missing. */
const costListSchema = z.strictObject({
  base: z.partialRecord(z.enum(STYLES), z.strictObject({ start: cents, perSquareFoot: cents })),
  items: z.partialRecord(z.enum(PRICE_ITEMS as unknown as [PriceItem, ...PriceItem[]]), cents),
});

export type CostList = z.output<typeof costListSchema>;

type Rate = PriceList['items'][PriceItem];

const each = (text: string): Rate => ({ label: text, unit: 'each', amount: 0 });
const per = (unit: PriceUnit, text: string): Rate => ({ label: text, unit, amount: 0 });

/** A price list without amounts, in usual units: what an owner without one starts from. */
export const emptyPriceList: PriceList = {
  base: Object.fromEntries(
    STYLES.map((style) => [style, { start: 0, perSquareFoot: 0, grid: {} }]),
  ) as PriceList['base'],
  items: {
    wallHeight: per('percent', 'Higher walls'),
    porch: per('porch', 'Porch'),
    'material.Wood': per('percent', 'Wood siding'),
    'material.Duratemp': per('percent', 'Duratemp siding'),
    'material.Metal': per('percent', 'Metal siding'),
    'material.Vinyl': per('percent', 'Vinyl siding'),
    'roofing.shingles': per('floor', 'Shingles'),
    'roofing.metal': per('floor', 'Metal roof'),
    'opening.single-door-36': each('Single door, 36 in'),
    'opening.single-door-42': each('Single door, 42 in'),
    'opening.double-door-60': each('Double door'),
    'opening.double-door-72': each('Double door, 72 in'),
    'opening.roll-up-door-84': each('Roll-up door'),
    'opening.window-18x24': each('Window, 18 x 24 in'),
    'opening.window-24x36': each('Window, 24 x 36 in'),
    'opening.window-36x36': each('Window, 36 x 36 in'),
    'opening.transom-48x12': each('Transom window'),
    'extra.ramp': each('Ramp'),
    'extra.loft': per('floor', 'Loft'),
    'extra.shelf': per('length', 'Shelf'),
    'extra.workbench': per('length', 'Workbench'),
    'extra.flowerBoxes': each('Flower box'),
    'extra.shutters': each('Pair of shutters'),
    'extra.cupola': each('Cupola'),
    'extra.vents': each('Vents'),
    'extra.skylight': each('Skylight'),
    'extra.insulation': per('floor', 'Insulation'),
    'extra.wiring': each('Wiring'),
    'foundation.skids': per('floor', 'Skids'),
    'foundation.gravel': per('floor', 'Gravel pad'),
    'foundation.slab': per('floor', 'Concrete slab'),
    'foundation.posts': per('floor', 'Posts'),
  },
  adjustments: [],
  delivery: [],
  validUntil: null,
};

/** The styles whose designs have no price, whatever their size. */
export const getUnpricedStyles = ({ base }: PriceList): PricedStyle[] =>
  STYLES.filter((style) => {
    const { start, perSquareFoot, grid } = base[style];
    return [start, perSquareFoot, ...Object.values(grid)].every((amount) => amount === 0);
  });

/** Returns whether the last day of the prices has passed in Ontario: visitors then see no date. */
export const hasExpired = ({ validUntil }: Pick<PriceList, 'validUntil'>, now: Date): boolean =>
  validUntil !== null && validUntil < toIsoDay(now);

export const emptyCostList: CostList = { base: {}, items: {} };

/**
 * Reads the column `prices`. Its keys are in the same order whoever stored them, so that two lists can be
 * compared as text.
 */
export function parsePriceList(stored: unknown): PriceList {
  const { base, items, hst: _hst, ...rest } = priceListSchema.parse(stored);
  return {
    base: mapKeys(STYLES, (style) => ({ ...base[style], grid: sortKeys(base[style].grid) })),
    items: mapKeys(PRICE_ITEMS, (item) => items[item]),
    ...rest,
  };
}

/** Reads the column `costs`, in the order of a price list and without zeros. */
export function parseCostList(stored: unknown): CostList {
  const { base, items } = costListSchema.parse(stored);
  return {
    base: Object.fromEntries(
      STYLES.flatMap((style) => {
        const cost = base[style];
        return cost && (cost.start || cost.perSquareFoot) ? [[style, cost]] : [];
      }),
    ),
    items: Object.fromEntries(
      PRICE_ITEMS.flatMap((item) => (items[item] ? [[item, items[item]]] : [])),
    ),
  };
}

const sortKeys = <Value>(record: Record<string, Value>) =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => one.localeCompare(other)));

function mapKeys<Key extends string, Value>(keys: readonly Key[], getValue: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<Key, Value>;
}

function getKeys<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[];
}

type Columns = { prices: PriceList; costs: CostList };

/** A version of the price list; without a version it is the draft. */
export type PriceListRow = Omit<Row<'price_lists'>, 'prices' | 'costs'> & Columns;
export type PriceListColumns = Columns;

export type PriceListVersion = Pick<
  Row<'price_lists'>,
  'id' | 'version' | 'note' | 'published_at' | 'published_by_email'
>;

/** Reads the draft and the newest published version. */
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

/** Reads the newest published version; null if none is published. */
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

/** Reads the newest 200 published versions, without their prices. */
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

/** @throws RowChanged if there is one already */
export async function insertDraft(client: Client, columns: Columns): Promise<PriceListRow> {
  return parseWritten(insertUniqueRow(client, 'price_lists', toJson(columns), 'version'));
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export async function updateDraft(
  client: Client,
  read: Version,
  change: Partial<Columns>,
): Promise<PriceListRow> {
  return parseWritten(updateUnchanged(client, 'price_lists', read, toJson(change)));
}

/** @throws RowNotFound if it is deleted */
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

/** The version that an account has published a draft as; null if it is a draft, deleted or published by someone else. */
export async function readPublishedVersion(
  client: Client,
  id: string,
  accountId: string,
): Promise<number | null> {
  const { data } = await client
    .from('price_lists')
    .select('version')
    .eq('id', id)
    .eq('published_by', accountId)
    .maybeSingle()
    .throwOnError();
  return data?.version ?? null;
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
