import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { getImageUrl } from '#app/lib/image-url.ts';

type ThumbnailProps = {
  path: string;
  alt: string;
  width: 320 | 480 | 640;
  position?: string | undefined;
  className?: string;
};

export function getThumbnailUrl(path: string, width: 320 | 480 | 640 | 960): string {
  return /^(https?:|blob:|\/)/.test(path) ? path : getImageUrl(path, width, 'webp');
}

export function Thumbnail({ path, alt, width, position, className = '' }: ThumbnailProps) {
  const [missing, setMissing] = useState<string>();

  if (missing === path) {
    return (
      <span
        role="img"
        aria-label={alt ? `${alt}: not available` : 'Image not available'}
        className={`grid place-items-center bg-pine text-ink-soft ${className}`}
      >
        <ImageOff aria-hidden className="size-6" />
      </span>
    );
  }
  return (
    <img
      src={getThumbnailUrl(path, width)}
      alt={alt}
      width={width}
      height={(width * 3) / 4}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(path)}
      style={{ objectPosition: position }}
      className={`object-cover ${className}`}
    />
  );
}
