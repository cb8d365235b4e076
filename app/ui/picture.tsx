import { type ReactNode, useState } from 'react';
import { type PictureFormat, pictureUrl, pictureWidths } from '#app/domain/content/image-url.ts';

type PictureProps = {
  path: string;
  alt: string;
  sizes: string;
  width: number;
  height: number;
  priority?: boolean;
  media?: string;
  className?: string;
  fallback?: ReactNode;
};

export function Picture({
  path,
  alt,
  sizes,
  width,
  height,
  priority,
  media,
  className,
  fallback,
}: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (broken === path && fallback !== undefined) return fallback;
  const attributes = {
    // It may have failed before hydration, without an event.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc && image.naturalWidth === 0) setBroken(path);
    },
    onError: () => setBroken(path),
    width,
    height,
    className,
    loading: priority && !media ? ('eager' as const) : ('lazy' as const),
    // Images further down must not delay the one in sight.
    fetchPriority: priority ? ('high' as const) : ('low' as const),
    decoding: 'async' as const,
  };
  if (/^(https?:\/\/|blob:|\/)/.test(path)) {
    return <img src={path} alt={alt} {...attributes} />;
  }
  const wanted = sparing(sizes);
  return (
    <picture className="contents">
      <source
        type="image/avif"
        media={media}
        srcSet={sources(path, 'avif', pictureWidths)}
        sizes={wanted}
      />
      <source type="image/webp" srcSet={sources(path, 'webp', webpWidths)} sizes={wanted} />
      <img src={pictureUrl(path, 960, 'jpeg')} alt={alt} {...attributes} />
    </picture>
  );
}

const webpWidths = [640, 960, 1920] as const;

function sources(
  path: string,
  format: PictureFormat,
  widths: readonly (typeof pictureWidths)[number][],
) {
  return widths.map((width) => `${pictureUrl(path, width, format)} ${width}w`).join(', ');
}

function sparing(sizes: string): string {
  const parts = sizes.split(', ');
  const phone = parts.pop() ?? '';
  const less = phone.replaceAll(/[\d.]+/g, (length) => `${Number(length) * 0.75}`);
  return [...parts, `(max-width: 30rem) and (min-resolution: 1.5dppx) ${less}`, phone].join(', ');
}
