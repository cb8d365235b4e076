import { useEffect, useRef, useState } from 'react';
import { useUploads } from '#app/admin/images/use-images.ts';
import { logError } from '#app/admin/log-error.ts';
import { useAdminClient } from '#app/admin/session.ts';
import type { Withdrawn } from '#app/features/designer/offer.ts';
import { saveImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { uploadImage } from '#app/features/images/images.ts';
import { type Client, getAuthorization } from '#app/lib/client.ts';
import { insertOnce } from '#app/lib/crud.ts';
import type { Json } from '#app/lib/database.types.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { type ListingDraft, toListingDraft } from '../listing-draft.ts';
import { describeListingView, getListingViewUrl, type ListingView } from '../listing-views.ts';
import type { ShedListing } from '../shed-listings.ts';

type Listing = {
  design: ShedDesign;
  views: readonly ListingView[];
  price: number | null;
  withdrawn: Withdrawn;
  card: ColorCard;
};

/** Trying again repeats only the steps that failed. One dialog creates at most one listing. */
export function useListingCreation() {
  const client = useAdminClient();
  const uploads = useUploads();
  const [id] = useState(() => createUuid());
  const [progress, setProgress] = useState('');
  const [error, setError] = useState('');
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const files = useRef(new Map<string, File>());
  const paths = useRef(new Map<string, string>());
  const isBusy = useRef(false);
  const isClosed = useRef(false);

  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  async function run<Result>(steps: () => Promise<Result>): Promise<Result | undefined> {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setError('');
    try {
      return await steps();
    } catch (caught) {
      if (caught instanceof ClosedError) return undefined;
      logError('Listing creation failed', caught);
      setError(caught instanceof StepError ? caught.message : 'Please try again.');
      return undefined;
    } finally {
      isBusy.current = false;
      setProgress('');
    }
  }

  async function step<Result>(name: string, failed: string, work: () => Promise<Result>) {
    if (isClosed.current) throw new ClosedError();
    setProgress(name);
    try {
      return await work();
    } catch (cause) {
      throw new StepError(failed, { cause });
    }
  }

  async function draw({ design, views }: Pick<Listing, 'design' | 'views'>) {
    for (const [index, view] of views.entries()) {
      const key = getListingViewUrl(design, view);
      if (files.current.has(key)) continue;
      const file = await step(
        `Drawing picture ${index + 1} of ${views.length}...`,
        `Couldn't draw picture ${index + 1}. No listing was created. Please try again.`,
        () => drawListingImage(client, design, view),
      );
      files.current.set(key, file);
      setPreviews((all) => ({ ...all, [key]: uploads.preview(file) }));
    }
  }

  async function store({ design, views }: Listing, { title }: ListingDraft) {
    const stored: Record<string, { alt: string }> = {};
    for (const [index, view] of views.entries()) {
      const url = getListingViewUrl(design, view);
      const file = files.current.get(url);
      if (!file) throw new Error(`Picture ${index + 1} is not drawn`);
      const key = `${index} ${url}`;
      const path =
        paths.current.get(key) ??
        (await step(
          `Storing picture ${index + 1} of ${views.length}...`,
          `Couldn't store picture ${index + 1}. No listing was created. Please try again.`,
          () => uploadImage(client, 'sheds', file),
        ));
      paths.current.set(key, path);
      stored[path] = { alt: `Drawing of the ${title}: ${describeListingView(view)}` };
    }
    return stored;
  }

  return {
    progress,
    error,
    getPreview: (design: ShedDesign, view: ListingView) =>
      previews[getListingViewUrl(design, view)],
    draw: (listing: Pick<Listing, 'design' | 'views'>) => run(() => draw(listing)),
    create: (listing: Listing): Promise<ShedListing | undefined> =>
      run(async () => {
        await draw(listing);
        const draft = toListingDraft(listing.design, listing.withdrawn, listing.card);
        const images = await store(listing, draft);
        return step(
          'Saving the listing...',
          "Couldn't save the listing. Please try again.",
          async () => {
            await saveImageAltTexts(client, images);
            return insertOnce(client, 'shed_listings', {
              ...draft,
              id,
              design: listing.design as unknown as NonNullable<Json>,
              price: listing.price,
              images: Object.keys(images),
              is_active: false,
              is_featured: false,
            });
          },
        );
      }),
  };
}

class StepError extends Error {
  override name = 'StepError';
}

class ClosedError extends Error {
  override name = 'ClosedError';
}

/** Asks the website's server, not Supabase, to draw an image of a listing. */
async function drawListingImage(
  client: Client,
  design: ShedDesign,
  view: ListingView,
): Promise<File> {
  const response = await fetch(getListingViewUrl(design, view), {
    headers: await getAuthorization(client),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const name = `${design.style} ${describeListingView(view)}.jpg`.toLowerCase();
  return new File([await response.blob()], name.replace(/[^a-z0-9.]+/g, '-'), {
    type: 'image/jpeg',
  });
}
