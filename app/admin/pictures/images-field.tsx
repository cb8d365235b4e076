import { PictureField } from './picture-field.tsx';
import type { Pictures } from './use-pictures.ts';

/** The pictures of a record that may have several, in their order. */
export function ImagesField({ pictures }: { pictures: Pictures }) {
  return (
    <PictureField
      legend="Images"
      pictures={pictures}
      multiple
      hint="The first one is the cover. Photographs are made smaller, and where they were taken is removed."
    />
  );
}
