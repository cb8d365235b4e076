import { type ReactNode, useState } from 'react';
import { type PictureFormat, pictureUrl, pictureWidths } from '#app/domain/content/image-url.ts';

type ResponsiveImageProps = {
  /** A path in the images bucket, or the http(s) address or path on this site of a picture. */
  path: string;
  /** What a person who can't see the picture should know; '' where the text beside it says it. */
  alt: string;
  /** How wide the picture is shown, as in the sizes attribute; a phone's part is the last one. */
  sizes: string;
  /** The proportions that are kept free for it. */
  width: number;
  height: number;
  /** For the largest in sight at once, one on a page: loaded before all others. */
  priority?: boolean;
  /** The media query under which the picture is shown at all: nowhere else is it loaded. */
  media?: string;
  className?: string;
  /** Stands in where the picture can't be loaded. */
  fallback?: ReactNode;
};

/** A picture in the formats and widths that the visitor's screen needs. */
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
  if (broken === path && fallback !== undefined) return fallback;
  const attributes = {
    // It may have failed before scripts ran: then there is no event any more.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc && image.naturalWidth === 0) setBroken(path);
    },
    onError: () => setBroken(path),
    width,
    height,
    className,
    loading: priority && !media ? ('eager' as const) : ('lazy' as const),
    // What is lower on the page waits for what is in sight, also where a browser would hurry it.
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

/** What browsers from before AVIF choose from: few, because each is named in every page. */
const webpWidths = [640, 960, 1920] as const;

function sources(
  path: string,
  format: PictureFormat,
  widths: readonly (typeof pictureWidths)[number][],
) {
  return widths.map((width) => `${pictureUrl(path, width, format)} ${width}w`).join(', ');
}

/**
 * Asks for three quarters of the points of a phone's fine screen, which is a third less to carry over
 * one bar of signal; at arm's length a photograph looks the same.
 */
function sparing(sizes: string): string {
  const parts = sizes.split(', ');
  const phone = parts.pop() ?? '';
  const less = phone.replaceAll(/[\d.]+/g, (length) => `${Number(length) * 0.75}`);
  return [...parts, `(max-width: 30rem) and (min-resolution: 1.5dppx) ${less}`, phone].join(', ');
}
