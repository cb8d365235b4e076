import type { ReactNode } from 'react';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { useAltText } from './alt-texts.tsx';
import { Carousel } from './carousel.tsx';

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
  const paths = [...new Set(stored)];
  if (paths.length === 0) {
    return <div className="aspect-4/3 border border-line bg-pine">{fallback}</div>;
  }
  return (
    <Carousel
      id={id}
      label={`Pictures of ${subject}`}
      slides={paths.map((path, index) => ({
        key: path,
        content: (
          <div className="aspect-4/3 border border-line bg-pine">
            <ResponsiveImage
              path={path}
              alt={getAlt(path, `${subject}, picture ${index + 1} of ${paths.length}`)}
              sizes={sizes}
              width={960}
              height={720}
              className="size-full object-contain"
              fallback={fallback}
            />
          </div>
        ),
      }))}
      thumbnails={paths.map((path) => (
        <span
          key={path}
          className="block h-12 w-16 border-2 border-transparent group-aria-[current]:border-barn"
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
  );
}
