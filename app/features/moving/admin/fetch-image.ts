import type { Client } from '#app/lib/client.ts';
import { getImageName, ServerUnanswered } from '../copy-images.ts';

const retryAfterMs = 3000;

/**
 * Copies an image of the old website by the website's own server, which browsers may not read from. Tries twice.
 * @throws ServerUnanswered; Error with a sentence for staff
 */
export async function fetchImage(client: Client, url: string): Promise<File> {
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
