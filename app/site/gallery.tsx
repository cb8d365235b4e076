import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { getImageUrl, isStoredImage } from '#app/lib/image-url.ts';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { Carousel } from './carousel.tsx';
import { useAltText } from './page-parts.tsx';

const EnlargedImages = lazy(() => import('./enlarged-images.tsx'));

type GalleryProps = {
  id: string;
  /** Such as 'the Lakeside Gable'. */
  subject: string;
  paths: string[];
  fallback: ReactNode;
  sizes: string;
};

export function Gallery({ id, subject, paths: stored, fallback, sizes }: GalleryProps) {
  const getAlt = useAltText();
  const [enlarged, setEnlarged] = useState<number>();
  const paths = [...new Set(stored)];
  if (paths.length === 0) {
    return <div className="aspect-4/3 border border-line bg-pine">{fallback}</div>;
  }
  const images = paths.map((path, index) => ({
    path,
    alt: getAlt(path, `${subject}, image ${index + 1} of ${paths.length}`),
  }));

  function enlarge(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setEnlarged(index);
  }

  return (
    <>
      <Carousel
        id={id}
        label={`Images of ${subject}`}
        slides={images.map(({ path, alt }, index) => ({
          key: path,
          content: (
            <a
              href={isStoredImage(path) ? getImageUrl(path, 1920, 'jpeg') : path}
              title="Enlarge"
              onClick={(event) => enlarge(event, index)}
              className="block aspect-4/3 cursor-zoom-in border border-line bg-pine"
            >
              <ResponsiveImage
                path={path}
                alt={alt}
                sizes={sizes}
                width={960}
                height={720}
                className="size-full object-contain"
                fallback={fallback}
              />
            </a>
          ),
        }))}
        thumbnails={paths.map((path) => (
          <span
            key={path}
            className="block h-12 w-16 border-2 border-transparent group-aria-[current]:border-brand"
          >
            <ResponsiveImage
              path={path}
              alt=""
              sizes="64px"
              width={64}
              height={48}
              className="size-full object-cover"
              fallback={<span className="block size-full bg-pine" />}
            />
          </span>
        ))}
      />
      {enlarged !== undefined && (
        <Suspense>
          <EnlargedImages
            subject={subject}
            images={images}
            start={enlarged}
            onClose={() => setEnlarged(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
