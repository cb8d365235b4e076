import { useState } from 'react';
import { getPublicImageUrl, uploadImage } from '#app/features/images/images.ts';
import type { Client } from '#app/lib/client.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { listRedirects } from '../redirects.ts';
import { type ImportResult, type PlannedRow, storeRows } from '../store-rows.ts';
import { getImageName, maxWxrBytes, planWxr, replaceImages, type WxrRow } from '../wxr.ts';
import { ImportPanel } from './import-panel.tsx';

export default function WxrPanel() {
  const [redirects, setRedirects] = useState(true);
  return (
    <ImportPanel
      label="Posts and pages"
      tables={['blog_posts', 'redirects', 'missing_pages']}
      accept=".xml,text/xml,application/xml"
      maxBytes={maxWxrBytes}
      fileHint="The XML file of up to 50 MB that WordPress makes under Tools > Export > All content."
      plan={async (client, text) => ({
        rows: planWxr(text, await readSlugs(client), new Date()),
        unknownColumns: [],
      })}
      store={(client, rows, progress) => storePosts(client, rows, { ...progress, redirects })}
    >
      <p>
        Posts keep their title, text, date and the author's display name. Drafts and
        password-protected posts are not published. Pages become unpublished posts, so that you can
        decide what to do with them.
      </p>
      <p className="mt-2">
        We copy the images from your old website, so keep it online until you are done. Posts whose
        web address is in use here are skipped: importing twice adds nothing twice.
      </p>
      <div className="mt-2">
        <Checkbox
          label="Redirect the old addresses of the posts"
          checked={redirects}
          onChange={setRedirects}
        />
      </div>
    </ImportPanel>
  );
}

async function readSlugs(client: Client): Promise<Set<string>> {
  const rows = await fetchAllPages((first, last) =>
    client
      .from('blog_posts')
      .select('slug', { count: 'exact' })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
  return new Set(rows.map(({ slug }) => slug));
}

type Options = {
  onProgress: (done: number) => void;
  signal: AbortSignal;
  redirects: boolean;
};

/** Stores posts one by one, each once its images are stored. */
async function storePosts(
  client: Client,
  rows: WxrRow[],
  { onProgress, signal, redirects }: Options,
): Promise<ImportResult> {
  const { normalizeRichText } = await import('#app/admin/rich-text/editor.tsx');
  const result: ImportResult = { created: 0, updated: 0, failed: [], failedImages: [] };
  const images = new Map<string, Promise<string>>();
  const storeOnce = (address: string) => {
    const stored = images.get(address) ?? importImage(client, address);
    images.set(address, stored);
    return stored;
  };
  const stored: WxrRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { columns = {}, images: addresses = [], thumbnail } = row;
    const paths = new Map<string, string>();
    for (const address of new Set([...addresses, ...(thumbnail ? [thumbnail] : [])])) {
      if (signal.aborted) break;
      try {
        paths.set(address, await storeOnce(address));
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        result.failedImages?.push(`${address} in “${row.name}”. ${reason}`);
      }
    }
    const urls = new Map([...paths].map(([from, path]) => [from, getPublicImageUrl(client, path)]));
    const post: PlannedRow = {
      ...row,
      columns: {
        ...columns,
        content: normalizeRichText(replaceImages(String(columns.content), urls)),
        featured_image: (thumbnail && paths.get(thumbnail)) ?? null,
      },
    };
    const { created, failed } = await storeRows(client, 'blog_posts', [post], {
      onProgress: () => onProgress(index + 1),
      signal,
    });
    result.created += created;
    result.failed.push(...failed);
    if (created > 0) stored.push(row);
  }
  if (redirects) result.failed.push(...(await redirectPosts(client, stored, signal)));
  return result;
}

/** @returns the posts whose old address could not be redirected */
async function redirectPosts(
  client: Client,
  posts: WxrRow[],
  signal: AbortSignal,
): Promise<PlannedRow[]> {
  const known = new Set((await listRedirects(client)).map(({ from_path }) => from_path));
  const rows = posts.flatMap(({ line, oldPath, columns }): PlannedRow[] => {
    if (oldPath === undefined || known.has(oldPath)) return [];
    known.add(oldPath);
    const to_url = `/blog/${encodeURIComponent(String(columns?.slug))}`;
    const redirect = { id: createUuid(), from_path: oldPath, to_url };
    return [{ line, name: `Redirect from ${oldPath}`, action: 'create', columns: redirect }];
  });
  const { failed } = await storeRows(client, 'redirects', rows, { onProgress: () => {}, signal });
  return failed;
}

/**
 * Copies an image of the old website by the website's own server, which browsers may not read from.
 * @returns its path
 * @throws Error with a sentence for staff
 */
async function importImage(client: Client, url: string): Promise<string> {
  const { data } = await client.auth.getSession();
  const response = await fetch('/hooks/import-image', {
    method: 'POST',
    headers: { Authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ url }),
  }).catch(() => undefined);
  if (!response) throw new Error("The server didn't respond.");
  if (!response.ok) throw new Error(await response.text());
  const blob = await response.blob();
  const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
  const file = new File([blob], `${getImageName(url)}.${extension}`, { type: blob.type });
  return uploadImage(client, 'blog', file);
}
