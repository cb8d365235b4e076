import { getPublicImageUrl } from '#app/features/images/images.ts';
import type { Client } from '#app/lib/client.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { type CopyOptions, copyImages, discardImages, toTheEnd } from './copy-images.ts';
import { listRedirects, type RedirectColumns } from './redirects.ts';
import {
  fail,
  type ImportResult,
  type PlannedRow,
  stoppedByStaff,
  storeRows,
  unanswered,
} from './store-rows.ts';
import type { WxrRow } from './wxr.ts';
import { replaceImages } from './wxr-content.ts';

export type PostOptions = CopyOptions & {
  onProgress: (done: number) => void;
  /** Make the redirects of the rows. */
  redirects: boolean;
  /** What the editor makes of a text. */
  normalize: (html: string) => string;
};

/**
 * Stores posts and pages one by one: each once its images are stored, and then the redirect from its old address, so that an
 * import that ends early loses neither.
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
  /** The paths of the images of what is stored by their old addresses. */
  const paths = new Map<string, string>();
  let stopped = '';
  for (const [index, row] of rows.entries()) {
    if (options.signal.aborted) stopped ||= stoppedByStaff;
    let failed = stopped ? fail(row, stopped) : undefined;
    if (!failed && row.action === 'create') {
      failed = await storePost(client, row, paths, options, result.failedImages);
      if (!failed) result.created += 1;
    }
    const { redirect } = row;
    if (!failed && options.redirects && redirect && !redirected.has(redirect.from_path)) {
      redirected.add(redirect.from_path);
      failed = await storeRedirect(client, row, redirect);
      if (!failed && row.action === 'update') result.updated += 1;
    }
    if (failed) result.failed.push(failed);
    if (failed?.reason === unanswered) stopped ||= unanswered;
    options.onProgress(index + 1);
  }
  return result;
}

/** @returns why it was not stored */
async function storePost(
  client: Client,
  row: WxrRow,
  paths: Map<string, string>,
  options: PostOptions,
  failedImages: string[] = [],
): Promise<PlannedRow | undefined> {
  const { table = 'blog_posts', columns = {}, images = [], thumbnail } = row;
  const addresses = [...new Set([...images, ...(thumbnail ? [thumbnail] : [])])].filter(
    (address) => !paths.has(address),
  );
  const added = await copyImages(client, 'blog', row, addresses, options, failedImages);
  if (!(added instanceof Map)) return added;
  const getPath = (address: string) => added.get(address) ?? paths.get(address);
  const urls = new Map(
    [...paths, ...added].map(([address, path]) => [address, getPublicImageUrl(client, path)]),
  );
  const post: PlannedRow = {
    ...row,
    columns: {
      ...columns,
      content: options.normalize(replaceImages(String(columns.content), urls)),
      ...(table === 'blog_posts' && {
        featured_image: (thumbnail && getPath(thumbnail)) ?? null,
      }),
    },
  };
  const { failed } = await storeRows(client, table, [post], toTheEnd);
  // Without an answer the post may be stored.
  if (failed[0] && failed[0].reason !== unanswered) await discardImages(client, added);
  if (failed[0]) return failed[0];
  for (const [address, path] of added) paths.set(address, path);
  return undefined;
}

async function storeRedirect(
  client: Client,
  { line }: WxrRow,
  redirect: RedirectColumns,
): Promise<PlannedRow | undefined> {
  const columns = { id: createUuid(), ...redirect };
  const name = `Redirect from ${redirect.from_path}`;
  const row: PlannedRow = { line, name, action: 'create', columns };
  const { failed } = await storeRows(client, 'redirects', [row], toTheEnd);
  return failed[0];
}
