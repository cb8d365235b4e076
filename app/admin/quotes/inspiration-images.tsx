import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { getPublicImageUrl } from '#app/data/images.ts';
import { getImageUrl } from '#app/domain/content/image-url.ts';
import { useAdminClient } from '../session.ts';

export function InspirationImages({ paths }: { paths: string[] }) {
  const client = useAdminClient();
  if (paths.length === 0) return <p className="text-ink-soft">No images were sent.</p>;
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-5">
      {paths.map((path, index) => (
        <li key={path}>
          <Thumbnail
            path={path}
            href={getPublicImageUrl(client, path)}
            name={`Inspiration image ${index + 1} of ${paths.length}`}
          />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ path, href, name }: { path: string; href: string; name: string }) {
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
    <a href={href} target="_blank" rel="noreferrer" className="block">
      <img
        src={getImageUrl(path, 320, 'webp')}
        width={320}
        height={320}
        alt={`${name}, opens in a new tab`}
        onError={() => setMissing(true)}
        className={`${frame} object-cover`}
      />
    </a>
  );
}
