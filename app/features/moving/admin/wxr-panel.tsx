import { useState } from 'react';
import type { Client } from '#app/lib/client.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { listRedirects } from '../redirects.ts';
import { storePosts } from '../store-posts.ts';
import { maxWxrBytes, planWxr, type StoredContent } from '../wxr.ts';
import { fetchImage } from './fetch-image.ts';
import { ImportPanel } from './import-panel.tsx';

export default function WxrPanel() {
  const [redirects, setRedirects] = useState(true);
  const [withoutImages, setWithoutImages] = useState(false);
  return (
    <ImportPanel
      label="Posts and pages"
      tables={['blog_posts', 'own_pages', 'redirects', 'missing_pages']}
      accept=".xml,text/xml,application/xml"
      maxBytes={maxWxrBytes}
      fileHint="The XML file, up to 50 MB, from Tools > Export > All content in WordPress."
      plan={async (client, text) => ({
        rows: planWxr(text, await readStored(client, redirects), new Date(), location.origin),
        unknownColumns: [],
      })}
      store={async (client, rows, progress) => {
        const { normalizeRichText } = await import('#app/admin/rich-text/editor.tsx');
        return storePosts(client, rows, {
          ...{ ...progress, redirects, withoutImages, normalize: normalizeRichText },
          fetchImage: (address) => fetchImage(client, address),
        });
      }}
    >
      <p>
        Posts keep their title, text, date and the author's display name. Scheduled posts appear on
        their date. Drafts and password-protected posts are not published, and neither are posts
        without a title or text: we make a title from the first words or the date. Pages are
        imported as drafts under Pages. Comments, categories and tags are not imported.
      </p>
      <p className="mt-2">
        We copy the images from your old website, so keep it online until you are done. We skip
        posts and pages whose address is already in use, so you can safely import the file again.
      </p>
      <p className="mt-2">
        We redirect the old addresses of published posts. To redirect a draft or a page, publish it
        and choose the file again.
      </p>
      <div className="mt-2 grid justify-items-start gap-2">
        <Checkbox
          label="Redirect the old addresses of published posts and pages"
          checked={redirects}
          onChange={setRedirects}
        />
        <Checkbox
          label="If an image can't be copied, import the post or page without it."
          checked={withoutImages}
          onChange={setWithoutImages}
        />
      </div>
    </ImportPanel>
  );
}

async function readStored(client: Client, withRedirects: boolean): Promise<StoredContent> {
  const [posts, pages, redirects] = await Promise.all([
    readPublished(client, 'blog_posts'),
    readPublished(client, 'own_pages'),
    withRedirects ? listRedirects(client) : undefined,
  ]);
  return {
    ...{ posts, pages },
    redirected: redirects && new Set(redirects.map(({ from_path }) => from_path)),
  };
}

async function readPublished(
  client: Client,
  table: 'blog_posts' | 'own_pages',
): Promise<Map<string, boolean>> {
  const rows = await fetchAllPages((first, last) =>
    client
      .from(table)
      .select('slug, is_published', { count: 'exact' })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
  return new Map(rows.map(({ slug, is_published }) => [slug, is_published]));
}
