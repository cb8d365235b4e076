import { type ImageFolder, uploadImage } from '#app/features/images/images.ts';
import type { Client } from '#app/lib/client.ts';
import { hashText } from '#app/lib/hash-text.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { parseUrl, parseWebAddress } from '#app/lib/urls.ts';
import {
  fail,
  type ImportResult,
  type ImportTable,
  type PlannedRow,
  stoppedByStaff,
  storeRows,
  unanswered,
} from './store-rows.ts';

/** The website's own server did not answer, so there is no point in going on. */
export class ServerUnanswered extends Error {
  override name = 'ServerUnanswered';
}

export type CopyOptions = {
  /** Ends the import: a row whose images are being copied is left out, with its images. */
  signal: AbortSignal;
  /** Store rows without the images that can't be copied. */
  withoutImages: boolean;
  /** @throws ServerUnanswered; Error with a sentence for staff */
  fetchImage: (address: string) => Promise<File>;
};

/** Decodes what is percent-encoded, such as slugs of other scripts; empty if it isn't valid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return '';
  }
}

/** The name of a stored image: the last part of its address, which storage makes safe. */
export function getImageName(address: string): string {
  const [name = ''] = (parseUrl(address)?.pathname ?? '').split('/').slice(-1);
  return (
    decodePercent(name)
      .replace(/\.\w{1,5}$/, '')
      .slice(0, 80) || 'image'
  );
}

/** Characters that the server takes. */
const maxAddressLength = 2000;

/** Why the server would refuse the address of an image for its form, such as `is too long`; undefined if it would not. */
export function explainRefusedAddress(text: string): string | undefined {
  const url = parseWebAddress(text);
  if (!url) return "isn't a web address";
  if (url.port) return "has a port number, which isn't allowed";
  return text.length > maxAddressLength ? 'is too long' : undefined;
}

/**
 * Copies images of another website to the storage: fetches all of them first.
 * @param failedImages gets a sentence for each that could not be copied
 * @returns the paths by address, or the row with the reason if it is to be left out, when nothing is stored
 */
export async function copyImages(
  client: Client,
  folder: ImageFolder,
  row: PlannedRow,
  addresses: Iterable<string>,
  { signal, withoutImages, fetchImage }: CopyOptions,
  failedImages: string[],
): Promise<Map<string, string> | PlannedRow> {
  const files = new Map<string, File>();
  let missing = 0;
  for (const address of addresses) {
    if (signal.aborted) return fail(row, stoppedByStaff);
    try {
      files.set(address, await fetchImage(address));
    } catch (error) {
      if (error instanceof ServerUnanswered) return fail(row, unanswered);
      const reason = error instanceof Error ? error.message : '';
      failedImages.push(`${address} in “${row.name}”. ${reason}`);
      missing += 1;
    }
  }
  if (missing > 0 && !withoutImages) {
    return fail(row, `We couldn't copy ${pluralize(missing, 'image')}`);
  }
  const paths = new Map<string, string>();
  try {
    for (const [address, file] of files) {
      paths.set(address, await uploadImage(client, folder, file));
    }
  } catch (error) {
    await discardImages(client, paths);
    return fail(row, error instanceof Error ? error.message : unanswered);
  }
  return paths;
}

/** Deletes copied images of a row that was not stored. */
export async function discardImages(
  client: Client,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  if (paths.size > 0) await client.storage.from('images').remove([...paths.values()]);
}

/** What was begun is ended, also if staff stop the import. */
export const toTheEnd = { onProgress: () => {}, signal: new AbortController().signal };

/** Tells the images of one record from each other. */
const hashAddress = (address: string) => hashText(address).toString(16).padStart(8, '0');

/** Where a table's rows have their images: the folder of the files, the column with their paths, and how many it takes. */
export type ImagePlace = { folder: ImageFolder; column: 'images' | 'image'; max: number };

/** The paths of the images that a row has. */
export function listStoredImages(row: object, { column }: ImagePlace): string[] {
  const value: unknown = new Map<string, unknown>(Object.entries(row)).get(column);
  const paths: unknown[] = Array.isArray(value) ? value : [value];
  return paths.filter((path) => typeof path === 'string');
}

/** The column of a row with these images. */
export const toImageColumn = (paths: string[], { column }: ImagePlace) => ({
  [column]: column === 'images' ? paths : (paths[0] ?? null),
});

/** The addresses whose images a record doesn't have yet: names of copied images begin with a hash of the address. */
export function listMissingImages(
  addresses: readonly string[],
  stored: readonly string[],
): string[] {
  const isStored = (address: string) => {
    const copied = new RegExp(`/\\d+-${hashAddress(address)}-`);
    return stored.some((path) => copied.test(path));
  };
  return addresses.filter((address) => !isStored(address));
}

/**
 * Stores rows as `storeRows` does; those with images one by one, each once its images are stored, after those that
 * its columns have.
 */
export async function storeRowsWithImages(
  client: Client,
  table: ImportTable,
  place: ImagePlace,
  rows: PlannedRow[],
  { onProgress, ...options }: CopyOptions & { onProgress: (done: number) => void },
): Promise<ImportResult> {
  const { signal, fetchImage } = options;
  const plain = rows.filter(({ images }) => !images);
  const result = await storeRows(client, table, plain, { onProgress, signal });
  const failedImages: string[] = [];
  const copying: CopyOptions = {
    ...options,
    fetchImage: async (address) => {
      const file = await fetchImage(address);
      return new File([file], `${hashAddress(address)}-${file.name}`, { type: file.type });
    },
  };
  const storeRow = async (row: PlannedRow): Promise<PlannedRow | undefined> => {
    const { columns = {}, images = [] } = row;
    const paths = await copyImages(client, place.folder, row, images, copying, failedImages);
    if (!(paths instanceof Map)) return paths;
    const complete = [...listStoredImages(columns, place), ...paths.values()];
    const stored: PlannedRow = {
      ...row,
      columns: { ...columns, ...toImageColumn(complete, place) },
    };
    const { failed } = await storeRows(client, table, [stored], toTheEnd);
    // Without an answer the row may be stored.
    if (failed[0] && failed[0].reason !== unanswered) await discardImages(client, paths);
    return failed[0];
  };
  let stopped = result.failed.some(({ reason }) => reason === unanswered) ? unanswered : '';
  let done = plain.length;
  for (const row of rows.filter(({ images }) => images)) {
    if (signal.aborted) stopped ||= stoppedByStaff;
    const failed = stopped ? fail(row, stopped) : await storeRow(row);
    if (failed?.reason === unanswered) stopped ||= unanswered;
    if (failed) result.failed.push(failed);
    else result[row.action === 'create' ? 'created' : 'updated'] += 1;
    done += 1;
    onProgress(done);
  }
  return { ...result, failedImages };
}
