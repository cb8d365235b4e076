import { useState } from 'react';
import type { Client } from '#app/lib/client.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { listRedirects } from '../redirects.ts';
import { ServerUnanswered, storePosts } from '../store-posts.ts';
import { getImageName, maxWxrBytes, planWxr, type StoredPosts } from '../wxr.ts';
import { ImportPanel } from './import-panel.tsx';

export default function WxrPanel() {
  const [redirects, setRedirects] = useState(true);
  const [withoutImages, setWithoutImages] = useState(false);
  return (
    <ImportPanel
      label="Posts and pages"
      tables={['blog_posts', 'redirects', 'missing_pages']}
      accept=".xml,text/xml,application/xml"
      maxBytes={maxWxrBytes}
      fileHint="The XML file of up to 50 MB that WordPress makes under Tools > Export > All content."
      plan={async (client, text) => ({
        rows: planWxr(text, await readStored(client, redirects), new Date()),
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
        Posts keep their title, text, date and the author's display name. Drafts and
        password-protected posts are not published. Pages become unpublished posts, so that you can
        decide what to do with them.
      </p>
      <p className="mt-2">
        We copy the images from your old website, so keep it online until you are done. We skip
        posts whose address is already in use, so you can safely import the file again.
      </p>
      <p className="mt-2">
        We redirect the old addresses of published posts. To redirect a draft or a page, publish it
        and choose the file again.
      </p>
      <div className="mt-2 grid gap-2">
        <Checkbox
          label="Redirect the old addresses of published posts"
          checked={redirects}
          onChange={setRedirects}
        />
        <Checkbox
          label="Import posts without the images we can't copy"
          checked={withoutImages}
          onChange={setWithoutImages}
        />
      </div>
    </ImportPanel>
  );
}

async function readStored(client: Client, withRedirects: boolean): Promise<StoredPosts> {
  const [posts, redirects] = await Promise.all([
    fetchAllPages((first, last) =>
      client
        .from('blog_posts')
        .select('slug, is_published', { count: 'exact' })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    withRedirects ? listRedirects(client) : undefined,
  ]);
  return {
    published: new Map(posts.map(({ slug, is_published }) => [slug, is_published])),
    redirected: redirects && new Set(redirects.map(({ from_path }) => from_path)),
  };
}

const retryAfterMs = 3000;

/**
 * Copies an image of the old website by the website's own server, which browsers may not read from. Tries twice.
 * @throws ServerUnanswered; Error with a sentence for staff
 */
async function fetchImage(client: Client, url: string): Promise<File> {
  const request = async () => {
    const { data } = await client.auth.getSession();
    return fetch('/hooks/import-image', {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ url }),
    }).catch(() => undefined);
  };
  let response = await request();
  if (!response || response.status >= 500) {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    response = await request();
  }
  // A proxy answers with a page of its own.
  const type = response?.headers.get('Content-Type') ?? '';
  if (!response || type.startsWith('text/html')) throw new ServerUnanswered();
  if (!response.ok) throw new Error(await response.text());
  const blob = await response.blob();
  const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
  return new File([blob], `${getImageName(url)}.${extension}`, { type: blob.type });
}
