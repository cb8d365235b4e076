import type { PostColumns } from '#app/data/blog-posts.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownPictures } from '../records/shown-pictures.tsx';
import { ShownRichText } from '../rich-text/shown-rich-text.tsx';

const field = columnField<PostColumns>;

/** What two people may have entered differently about a post. */
export const postMerge: ShownField<PostColumns>[] = [
  field('Title', 'title'),
  field('Slug', 'slug'),
  field('Excerpt', 'excerpt'),
  { ...field('Content', 'content'), show: ({ content }) => <ShownRichText html={content} /> },
  {
    ...field('Featured Image', 'featured_image'),
    show: ({ featured_image }) => <ShownPictures paths={[featured_image]} />,
  },
  field('Author', 'author'),
  {
    // A post's date goes with its being published.
    ...field('Published', 'is_published', 'published_at'),
    show: ({ is_published, published_at }) =>
      is_published && published_at ? `Yes, on ${formatMoment(published_at)}` : 'No',
  },
];
