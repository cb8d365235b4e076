import {
  insertTaxSettings,
  type TaxColumns,
  type TaxSettings,
  updateTaxSettings,
} from '#app/features/business/tax-settings.ts';
import {
  type DesignerSettings,
  readDesignerSettings,
} from '#app/features/designer/designer-settings-row.ts';
import {
  insertDraft,
  type PriceListColumns,
  type PriceListRow,
  parseCostList,
  parsePriceList,
  publishPriceList,
  readCurrentPriceLists,
  updateDraft,
} from '#app/features/designer/price-list.ts';
import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, RowChanged, updateUnchanged } from '#app/lib/crud.ts';

export type ShortListStart = {
  draft: PriceListRow | null;
  published: PriceListRow | null;
  tax: TaxSettings | null;
};

export type ShortListChanges = PriceListColumns & {
  tax: Omit<TaxColumns, 'hst_number_shown'>;
  visibility: string;
  note: string;
};

const toText = ({ prices, costs }: PriceListColumns) =>
  JSON.stringify([parsePriceList(prices), parseCostList(costs)]);

const isSame = (row: PriceListColumns | null, columns: PriceListColumns) =>
  row !== null && toText(row) === toText(columns);

/** Thrown if a colleague changed the prices, the draft or HST after the form read them. */
export class ShortListConflict extends Error {}

/**
 * Saves HST, publishes the prices as a version, and shows them to visitors, in this order. It may be called again
 * after any failure, because it skips what is stored already.
 * @returns the version in force
 * @throws ShortListConflict if someone else changed what the form had read
 */
export async function publishShortList(
  client: Client,
  start: ShortListStart,
  changes: ShortListChanges,
): Promise<number> {
  try {
    await saveTax(client, start.tax, changes.tax);
    const version = await publishOnce(client, start, changes);
    await saveVisibility(client, await readDesignerSettings(client), changes.visibility);
    return version;
  } catch (error) {
    throw error instanceof RowChanged ? new ShortListConflict() : error;
  }
}

async function publishOnce(
  client: Client,
  start: ShortListStart,
  { prices, costs, note }: ShortListChanges,
): Promise<number> {
  const columns = { prices, costs };
  const { draft, published } = await readCurrentPriceLists(client);
  if (!draft && published?.version && isSame(published, columns)) return published.version;
  if (published?.id !== start.published?.id) throw new ShortListConflict();
  const saved =
    draft && isSame(draft, columns) ? draft : await saveDraft(client, draft, start, columns);
  const version = await publishPriceList(client, saved, note);
  if (version === null) throw new ShortListConflict();
  return version;
}

function saveDraft(
  client: Client,
  draft: PriceListRow | null,
  start: ShortListStart,
  columns: PriceListColumns,
): Promise<PriceListRow> {
  if (draft?.updated_at !== start.draft?.updated_at) throw new ShortListConflict();
  return draft ? updateDraft(client, draft, columns) : insertDraft(client, columns);
}

async function saveTax(
  client: Client,
  read: TaxSettings | null,
  tax: ShortListChanges['tax'],
): Promise<void> {
  const isStored = (row: TaxSettings) =>
    Object.entries(tax).every(([column, value]) => row[column as keyof TaxSettings] === value);
  if (read && isStored(read)) return;
  try {
    if (read) await updateTaxSettings(client, read, tax);
    else await insertTaxSettings(client, { ...tax, hst_number_shown: false });
  } catch (error) {
    // An earlier attempt, or a colleague, has stored the same.
    if (!(error instanceof RowChanged && isStored(error.row))) throw error;
  }
}

async function saveVisibility(
  client: Client,
  read: DesignerSettings | null,
  visibility: string,
): Promise<void> {
  if (read?.price_visibility === visibility) return;
  const columns = { price_visibility: visibility };
  if (read) await updateUnchanged(client, 'designer_settings', read, columns);
  else await insertUniqueRow(client, 'designer_settings', columns);
}
