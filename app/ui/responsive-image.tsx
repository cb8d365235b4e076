import { createContext, type ReactNode, useContext, useState } from 'react';
import { preload } from 'react-dom';
import { type FocalPoint, getImageUrl, type ImageFormat, imageWidths } from '#app/lib/image-url.ts';

type ResponsiveImageProps = {
  /** A path in the images bucket, an http(s) URL, or a path on this site. */
  path: string;
  alt: string;
  sizes: string;
  width: number;
  height: number;
  /** For the LCP image, one on a page. */
  priority?: boolean;
  media?: string;
  className?: string;
  fallback?: ReactNode;
};

export const FocalPoints = createContext<Record<string, { focalPoint?: FocalPoint | undefined }>>(
  {},
);

export function toObjectPosition({ x, y }: FocalPoint): string {
  return `${x}% ${y}%`;
}

export function ResponsiveImage({
  path,
  alt,
  sizes,
  width,
  height,
  priority,
  media,
  className,
  fallback,
}: ResponsiveImageProps) {
  const [broken, setBroken] = useState<string>();
  const { focalPoint } = useContext(FocalPoints)[path] ?? {};
  // An image that is shown whole stays in the middle of its frame.
  const isCropped = className?.includes('object-cover');
  if (broken === path && fallback !== undefined) return fallback;
  const attributes = {
    // The error event may have been dispatched before hydration.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc && image.naturalWidth === 0) setBroken(path);
    },
    onError: () => setBroken(path),
    width,
    height,
    className,
    style: focalPoint && isCropped ? { objectPosition: toObjectPosition(focalPoint) } : undefined,
    loading: priority && !media ? ('eager' as const) : ('lazy' as const),
    fetchPriority: priority ? ('high' as const) : ('low' as const),
    decoding: 'async' as const,
  };
  if (/^(https?:\/\/|blob:|\/)/.test(path)) {
    return <img src={path} alt={alt} {...attributes} />;
  }
  const reducedSizes = reduceForPhones(sizes);
  const srcSet = sources(path, 'avif', imageWidths);
  const src = getImageUrl(path, 960, 'jpeg');
  if (priority) {
    preload(src, {
      ...{ as: 'image', type: 'image/avif', media, fetchPriority: 'high' },
      ...{ imageSrcSet: srcSet, imageSizes: reducedSizes },
    });
  }
  return (
    <picture className="contents">
      <source type="image/avif" media={media} srcSet={srcSet} sizes={reducedSizes} />
      <source type="image/webp" srcSet={sources(path, 'webp', webpWidths)} sizes={reducedSizes} />
      <img src={src} alt={alt} {...attributes} />
    </picture>
  );
}

/** Few, because they are fallbacks and lengthen each page. */
const webpWidths = [640, 960, 1920] as const;

function sources(
  path: string,
  format: ImageFormat,
  widths: readonly (typeof imageWidths)[number][],
) {
  return widths.map((width) => `${getImageUrl(path, width, format)} ${width}w`).join(', ');
}

/** Three quarters of a phone's resolution save a third of the bytes without a visible difference. */
function reduceForPhones(sizes: string): string {
  const parts = sizes.split(', ');
  const phone = parts.pop() ?? '';
  const less = phone.replaceAll(/[\d.]+/g, (length) => `${Number(length) * 0.75}`);
  return [...parts, `(max-width: 30rem) and (min-resolution: 1.5dppx) ${less}`, phone].join(', ');
}
