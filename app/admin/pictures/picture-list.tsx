import { SortableGrid } from '../lists/sortable-grid.tsx';
import { PictureItem } from './picture-item.tsx';
import type { Pictures } from './use-pictures.ts';

type PictureListProps = { pictures: Pictures; sortable: boolean };

/** The pictures in their order, to be sorted by dragging a handle or with the keyboard. */
export function PictureList({ pictures, sortable }: PictureListProps) {
  const rows = pictures.pictures.map((picture) => ({
    id: picture.key,
    title: picture.name,
    picture,
  }));
  if (rows.length === 0) return null;

  return (
    <>
      <SortableGrid
        label="Pictures"
        rows={rows}
        onMove={pictures.move}
        className={
          sortable
            ? 'mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4'
            : 'mt-3 grid grid-cols-[repeat(auto-fit,minmax(10rem,17rem))] gap-3'
        }
      >
        {({ picture }, handle, index) => (
          <PictureItem
            picture={picture}
            pictures={pictures}
            isCover={sortable && index === 0}
            handle={sortable && rows.length > 1 ? handle : null}
          />
        )}
      </SortableGrid>
      <p className="mt-2 text-ink-soft text-sm leading-snug">
        {pictures.texts.failed
          ? 'What the stored pictures show could not be read. To change it, open this again.'
          : "What a picture shows is read aloud to people who can't see it. Where it is empty, the website makes do with the words around the picture."}
      </p>
    </>
  );
}
