import type { SitePageText } from '#app/domain/content/site-pages.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownRichText } from '../rich-text/shown-rich-text.tsx';

const field = columnField<SitePageText>;

/** What two people may have entered differently about the words of a page. */
export const pageTextMerge: ShownField<SitePageText>[] = [
  field('Title', 'title'),
  { ...field('Content', 'content'), show: ({ content }) => <ShownRichText html={content} /> },
];
