import { getPublicImageUrl, uploadImage } from '#app/features/images/images.ts';
import type { Client } from '#app/lib/client.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { listRedirects } from './redirects.ts';
import {
  fail,
  type ImportResult,
  type PlannedRow,
  stoppedByStaff,
  storeRows,
  unanswered,
} from './store-rows.ts';
import { replaceImages, type WxrRow } from './wxr.ts';

/** The website's own server did not answer, so there is no point in going on. */
export class ServerUnanswered extends Error {
  override name = 'ServerUnanswered';
}

export type PostOptions = {
  onProgress: (done: number) => void;
  /** Ends the import: a post whose images are being copied is left out, with its images. */
  signal: AbortSignal;
  /** Redirect the old addresses of published posts. */
  redirects: boolean;
  /** Store posts without the images that can't be copied. */
  withoutImages: boolean;
  /** What the editor makes of a text. */
  normalize: (html: string) => string;
  /** @throws ServerUnanswered; Error with a sentence for staff */
  fetchImage: (address: string) => Promise<File>;
};

/**
 * Stores posts one by one: each once its images are stored, and then the redirect from its old address, so that an import
 * that ends early loses neither.
 */
export async function storePosts(
  client: Client,
  rows: WxrRow[],
  options: PostOptions,
): Promise<ImportResult> {
  const result: ImportResult = { created: 0, updated: 0, failed: [], failedImages: [] };
  const redirected = new Set(
    options.redirects ? (await listRedirects(client)).map(({ from_path }) => from_path) : [],
  );
  /** The paths of the images of stored posts by their old addresses. */
  const paths = new Map<string, string>();
  let stopped = '';
  for (const [index, row] of rows.entries()) {
    if (options.signal.aborted) stopped ||= stoppedByStaff;
    let failed = stopped ? fail(row, stopped) : undefined;
    if (!failed && row.action === 'create') {
      failed = await storePost(client, row, paths, options, result.failedImages);
      if (!failed) result.created += 1;
    }
    const { oldPath } = row;
    if (!failed && options.redirects && oldPath !== undefined && !redirected.has(oldPath)) {
      redirected.add(oldPath);
      failed = await storeRedirect(client, row, oldPath);
      if (!failed && row.action === 'update') result.updated += 1;
    }
    if (failed) result.failed.push(failed);
    if (failed?.reason === unanswered) stopped ||= unanswered;
    options.onProgress(index + 1);
  }
  return result;
}

/** What was begun is ended, also if staff stop the import. */
const toTheEnd = { onProgress: () => {}, signal: new AbortController().signal };

/** @returns why it was not stored */
async function storePost(
  client: Client,
  row: WxrRow,
  paths: Map<string, string>,
  { signal, withoutImages, normalize, fetchImage }: PostOptions,
  failedImages: string[] = [],
): Promise<PlannedRow | undefined> {
  const { columns = {}, images = [], thumbnail } = row;
  const files = new Map<string, File>();
  let missing = 0;
  for (const address of new Set([...images, ...(thumbnail ? [thumbnail] : [])])) {
    if (signal.aborted) return fail(row, stoppedByStaff);
    if (paths.has(address)) continue;
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
  const added = new Map<string, string>();
  const discard = async (reason: string) => {
    const unused = [...added.values()];
    if (unused.length > 0) await client.storage.from('images').remove(unused);
    return fail(row, reason);
  };
  try {
    for (const [address, file] of files) {
      added.set(address, await uploadImage(client, 'blog', file));
    }
  } catch (error) {
    return discard(error instanceof Error ? error.message : unanswered);
  }
  const getPath = (address: string) => added.get(address) ?? paths.get(address);
  const urls = new Map(
    [...paths, ...added].map(([address, path]) => [address, getPublicImageUrl(client, path)]),
  );
  const post: PlannedRow = {
    ...row,
    columns: {
      ...columns,
      content: normalize(replaceImages(String(columns.content), urls)),
      featured_image: (thumbnail && getPath(thumbnail)) ?? null,
    },
  };
  const { failed } = await storeRows(client, 'blog_posts', [post], toTheEnd);
  const reason = failed[0]?.reason;
  // Without an answer the post may be stored.
  if (reason !== undefined) return reason === unanswered ? fail(row, reason) : discard(reason);
  for (const [address, path] of added) paths.set(address, path);
  return undefined;
}

async function storeRedirect(
  client: Client,
  { line, slug = '' }: WxrRow,
  from_path: string,
): Promise<PlannedRow | undefined> {
  const columns = { id: createUuid(), from_path, to_url: `/blog/${encodeURIComponent(slug)}` };
  const name = `Redirect from ${from_path}`;
  const redirect: PlannedRow = { line, name, action: 'create', columns };
  const { failed } = await storeRows(client, 'redirects', [redirect], toTheEnd);
  return failed[0];
}
