import { ImageOff } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { getPublicImageUrl } from '#app/features/images/images.ts';
import { getImageUrl } from '#app/lib/image-url.ts';
import type { ViewedImage } from './image-viewer.tsx';

const ImageViewer = lazy(() => import('./image-viewer.tsx'));

export function InspirationImages({ paths }: { paths: string[] }) {
  const client = useAdminClient();
  const [viewed, setViewed] = useState<number>();
  const { remember, finalFocus } = useReturnFocus();
  if (paths.length === 0) return <p className="text-ink-soft">No images were sent.</p>;
  const images = paths.map((path, index) => ({
    path,
    name: `Inspiration image ${index + 1} of ${paths.length}`,
    href: getPublicImageUrl(client, path),
  }));

  function view(event: MouseEvent, index: number) {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    remember();
    setViewed(index);
  }

  return (
    <>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-5">
        {images.map((image, index) => (
          <li key={image.path}>
            <Thumbnail image={image} onClick={(event) => view(event, index)} />
          </li>
        ))}
      </ul>
      {viewed !== undefined && (
        <Suspense>
          <ImageViewer
            title="Inspiration Images"
            images={images}
            first={viewed}
            onClose={() => setViewed(undefined)}
            finalFocus={finalFocus}
          />
        </Suspense>
      )}
    </>
  );
}

type ThumbnailProps = { image: ViewedImage; onClick: (event: MouseEvent) => void };

function Thumbnail({ image: { path, name, href }, onClick }: ThumbnailProps) {
  const [missing, setMissing] = useState(false);
  const frame = 'aspect-square w-full border border-line bg-pine';

  if (missing) {
    return (
      <div
        className={`${frame} flex flex-col items-center justify-center gap-1 p-2 text-center text-ink-soft text-sm leading-tight`}
      >
        <ImageOff aria-hidden className="size-6" />
        <span className="sr-only">{name}: </span>Not available
      </div>
    );
  }
  return (
    <a href={href} onClick={onClick} className="block">
      <img
        src={getImageUrl(path, 320, 'webp')}
        width={320}
        height={320}
        alt={name}
        onError={() => setMissing(true)}
        className={`${frame} object-cover`}
      />
    </a>
  );
}
