import type { SectionColumns } from '#app/data/home-content.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownPictures } from '../records/shown-pictures.tsx';

const field = columnField<SectionColumns>;

/** What two people may have entered differently about the top of a page. */
export const heroMerge: ShownField<SectionColumns>[] = [
  field('Title', 'title'),
  field('Subtitle', 'subtitle'),
  field('Content', 'content'),
  field('Button Text', 'cta_text'),
  field('Button Link', 'cta_link'),
  {
    ...field('Hero Image', 'image_url'),
    show: ({ image_url }) => <ShownPictures paths={[image_url]} />,
  },
  field('Active', 'is_active'),
];
