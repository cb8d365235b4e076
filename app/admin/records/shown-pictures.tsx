import { fileNameIn } from '#app/domain/content/image-path.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';

/** Pictures of a record in their order, small; nothing where there are none. */
export function ShownPictures({ paths }: { paths: (string | null)[] }) {
  const stored = paths.flatMap((path) => path || []);
  if (stored.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {stored.map((path) => (
        <Thumbnail
          key={path}
          path={path}
          alt={fileNameIn(path)}
          width={320}
          className="h-16 w-21 border border-line"
        />
      ))}
    </span>
  );
}
