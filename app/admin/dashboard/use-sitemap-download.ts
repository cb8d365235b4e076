import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { readSitemapContent } from '#app/data/sitemap.ts';
import { sitemap } from '#app/domain/content/sitemap.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { download } from '../download.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/** Makes the sitemap from the data as it is now, and gives it to the person as a file. */
export function useSitemapDownload() {
  const client = useAdminClient();
  const toasts = useToasts();
  const root = useRouteLoaderData<{ publicUrl: string }>('root');
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      const content = await readSitemapContent(client);
      const text = sitemap(root?.publicUrl || window.location.origin, content);
      download({ name: 'sitemap.xml', text }, 'application/xml');
      toasts.news('sitemap.xml is ready in your downloads.');
    } catch (error) {
      logFailure('Could not make the sitemap', error);
      toasts.failure('The sitemap could not be made. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}
