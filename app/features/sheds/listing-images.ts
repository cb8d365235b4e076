import type { Client } from '#app/lib/client.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { describeListingView, getListingViewUrl, type ListingView } from './listing-views.ts';

/** Has the server draw an image of a listing. The website draws, on the hosted platform too. */
export async function drawListingImage(
  client: Client,
  design: ShedDesign,
  view: ListingView,
): Promise<File> {
  const { data } = await client.auth.getSession();
  const response = await fetch(getListingViewUrl(design, view), {
    headers: { Authorization: `Bearer ${data.session?.access_token}` },
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const name = `${design.style} ${describeListingView(view)}.jpg`.toLowerCase();
  return new File([await response.blob()], name.replace(/[^a-z0-9.]+/g, '-'), {
    type: 'image/jpeg',
  });
}
