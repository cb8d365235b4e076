import type { VideoColumns } from '#app/data/video-carousel.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownPictures } from '../records/shown-pictures.tsx';

const field = columnField<VideoColumns>;

/** What two people may have entered differently about a clip. */
export const videoMerge: ShownField<VideoColumns>[] = [
  field('Title', 'title'),
  field('Video URL', 'video_url'),
  field('Description', 'description'),
  {
    ...field('Thumbnail', 'thumbnail_url'),
    show: ({ thumbnail_url }) => <ShownPictures paths={[thumbnail_url]} />,
  },
  field('Order', 'order_index'),
  field('Active', 'is_active'),
];
